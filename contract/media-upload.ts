/** Uploads of pictures and videos (R205): their limits, and the calls of an article's five slots (R207). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { idText } from './ids.ts'
import { MEDIA_SLOTS } from './media.ts'
import { int, intText, wireObject } from './wire.ts'

/** Largest upload, in bytes. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
export const uploadTexts = {
  tooLarge: 'La imagen es muy grande, el archivo debe ser menor a 20 MB.',
  /** Neither a picture nor a video, from the chooser. */
  chosen: 'Por favor, selecciona un archivo de imagen o video.',
  /** The same, for a file that was dropped on the page. */
  dropped: 'Por favor, suelta un archivo de imagen o video.',
  /** Anything but a picture, where only a picture goes: the banner. */
  pictureOnly: 'Por favor, selecciona una imagen: JPEG, PNG, WebP, GIF, AVIF o TIFF.',
} as const

/** A multipart form with the field `file`. */
export const uploadBody = raw('multipart/form-data')

/** A slot's number in a query, from 1 to the last one. */
export const slotText = (last: number) => {
  const message = `El lugar va de 1 a ${last}`
  return intText.check(z.refine((slot) => slot >= 1 && slot <= last, message))
}

const slot = wireObject({ listingId: ['idio', idText], slot: ['nro', slotText(MEDIA_SLOTS)] })

/** A slot and the file that fills it now. */
export const filledSlot = wireObject({ slot: ['nro', int], file: ['foto', z.string()] })
export type FilledSlot = z.output<typeof filledSlot>

const supervisor = { who: 'supervisor' } as const

/** 415 for a file that is no picture, 413 for one that is too large, 400 for a broken one. */
export const uploadProductImage = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/imagen',
  access: supervisor,
  refusals: ['NOT_FOUND'],
  summary: 'Pone una imagen en uno de los cinco lugares de un artículo.',
  query: slot,
  body: uploadBody,
  response: filledSlot,
})
export const uploadProductVideo = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/video',
  access: supervisor,
  refusals: ['NOT_FOUND'],
  summary: 'Pone un video (mp4 o webm) en uno de los cinco lugares de un artículo.',
  query: slot,
  body: uploadBody,
  response: filledSlot,
})
/** Deleting twice is no error. */
export const deleteProductMedia = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/productos/imagen',
  access: supervisor,
  refusals: ['NOT_FOUND'],
  summary: 'Vacía uno de los cinco lugares de un artículo.',
  query: slot,
  response: z.boolean(),
})
/** Ours (R34): takes back a slot's last change, within a day. 404 without such a change, or when the slot was empty before it. */
export const restoreProductMedia = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/imagen',
  access: supervisor,
  refusals: ['NOT_FOUND'],
  summary: 'Vuelve a poner lo que un lugar tenía antes de su último cambio, hasta un día después.',
  query: slot,
  response: filledSlot,
})
