/** Pictures and videos of articles (R107). Addresses carry the file's name, so they can be kept forever. */
import { endpoint, raw } from './endpoint.ts'
import { idText } from './ids.ts'
import { optionalIntText, textParam, wireObject } from './wire.ts'

/** Media slots of an article (R109). */
export const MEDIA_SLOTS = 5

export const productImage = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/imagen/:idart',
  access: { who: 'everyone' },
  summary: 'Foto o video de un artículo; numImg de 1 a 5.',
  params: wireObject({ articleId: ['idart', idText] }),
  query: wireObject({
    slot: ['numImg', optionalIntText],
    width: ['ancho', optionalIntText],
    version: ['v', textParam],
  }),
  response: raw('image/*, video/*'),
})

/** Widths that are kept ready, in pixels; any other request gets the next larger one. */
export const IMAGE_WIDTHS = [400, 1200] as const

/** Whether a stored file is a video, by its name. */
export const isVideo = (file: string): boolean => /\.(mp4|webm)$/.test(file)

/** The address of one media slot, `width` in pixels for pictures. */
export function imageAddress(articleId: number, slot: number, file: string, width?: (typeof IMAGE_WIDTHS)[number]) {
  const size = width && !isVideo(file) ? `&ancho=${width}` : ''
  return `/api/pedidos/productos/imagen/${articleId}?numImg=${slot}${size}&v=${encodeURIComponent(file)}`
}
