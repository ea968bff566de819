/** The admin's side of the settings (R202, R203): all of them, and changing some. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { uploadBody } from './media-upload.ts'
import { SETTING_LENGTHS } from './setting-rules.ts'
import { setting } from './settings.ts'
import { int, wireObject } from './wire.ts'

/** A setting with its version (R41). While nobody has set it, the version is 0 and the value is the one that counts then. */
export const storedSetting = wireObject({ ...setting.fields, version: ['version', int] })
export type StoredSetting = z.output<typeof storedSetting>

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/config/',
  access: { who: 'admin' },
  summary: 'Toda la configuración.',
  response: z.array(storedSetting),
})

/** One change: `aux` absent stays as it is, `version` absent is not checked. */
export const settingChange = wireObject({
  key: ['clave', z.string()],
  value: ['valor', z.string().check(z.maxLength(SETTING_LENGTHS.terms))],
  aux: ['aux', z.nullish(z.string().check(z.maxLength(200)))],
  version: ['version', z.optional(int)],
})
export type SettingChange = z.output<typeof settingChange>

/** Stores all changes or none. A refused setting is named by its key, its second text as `CLAVE.aux`. Answers them as stored. */
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/config/utils',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Cambia parte de la configuración; lo que no se nombra queda como está.',
  body: z.array(settingChange).check(z.maxLength(50)),
  response: z.array(storedSetting),
})

/** The catalogue shows no banner then, whatever its switch says. */
export const removeBanner = endpoint({
  method: 'DELETE',
  path: '/api/config/banner',
  access: { who: 'admin' },
  summary: 'Quita la imagen del banner lateral.',
  response: z.boolean(),
})

/** The pictures of the shop's face (R402), and the setting of each. */
export const facePictures = {
  logo: 'MARCA_LOGO',
  'logo-oscuro': 'MARCA_LOGO_OSCURO',
  icono: 'MARCA_ICONO',
} as const
export type FacePictureName = keyof typeof facePictures
const facePictureName = z.enum(Object.keys(facePictures) as FacePictureName[])

/** Largest upload of a logo or icon, in bytes. */
export const FACE_MAX_BYTES = 5 * 1024 * 1024
export const faceUploadTexts = {
  tooLarge: 'La imagen es muy grande, el archivo debe ser menor a 5 MB.',
  /** Anything but a picture that is taken: an SVG could carry programs. */
  other:
    'Elija una imagen PNG, JPEG o WebP. Un logo en SVG se guarda antes como PNG con fondo transparente, de unos 1000 píxeles de ancho.',
} as const

/** Keeps the picture's pixels and nothing else of its file. Answers the setting as stored: the file's name and its size. */
export const uploadFacePicture = endpoint({
  method: 'POST',
  path: '/api/config/marca',
  access: { who: 'admin' },
  summary: 'Cambia el logo, el logo para fondos oscuros o el ícono de la tienda.',
  query: wireObject({ which: ['cual', facePictureName] }),
  body: uploadBody,
  response: storedSetting,
})

/** Without `which` everything of the face, name and colours too, is as the factory has it. Doing so twice is no error. */
export const resetFace = endpoint({
  method: 'DELETE',
  path: '/api/config/marca',
  access: { who: 'admin' },
  summary: 'Quita una imagen de la marca o, sin decir cuál, vuelve la marca entera a lo de fábrica.',
  query: wireObject({ which: ['cual', z.optional(facePictureName)] }),
  response: z.array(storedSetting),
})

/** Answers the name of the stored picture. */
export const uploadBanner = endpoint({
  method: 'POST',
  path: '/api/config/banner',
  access: { who: 'admin' },
  summary: 'Cambia la imagen del banner lateral; no admite videos.',
  body: uploadBody,
  response: z.string(),
})
