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

/** Answers the name of the stored picture. */
export const uploadBanner = endpoint({
  method: 'POST',
  path: '/api/config/banner',
  access: { who: 'admin' },
  summary: 'Cambia la imagen del banner lateral; no admite videos.',
  body: uploadBody,
  response: z.string(),
})
