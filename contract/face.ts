/** The pictures of the shop's face (R402). They are no part of contract/settings.ts, which every screen loads first. */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { wireObject } from './wire.ts'

/** A picture of the shop's face (R402). Its address is the hash of its content: it never changes. */
export const getFacePicture = endpoint({
  method: 'GET',
  path: '/api/config/marca/:part',
  access: { who: 'everyone' },
  summary: 'Logo o ícono de la tienda en una de sus medidas.',
  params: wireObject({ part: ['part', z.string()] }),
  response: raw('image/*'),
})
/** In which size: `logo.webp` for screens, the others are square icons; `maskable.png` is one that phones cut to their shape. */
export type FaceRendition = 'logo.webp' | '64.png' | '180.png' | '192.png' | '512.png' | 'maskable.png'
/** The address of a stored picture of the face, 'HASH.png', in one of its renditions. */
export const facePictureAddress = (file: string, rendition: FaceRendition): string =>
  getFacePicture.path.replace(':part', file.replace(/\.png$/, `-${rendition}`))
