/** The renditions of the face's pictures. Pure. */
import type { FaceRendition } from '../../../contract/face.ts'
import { isFaceName } from '../files/media.rules.ts'

/** Sides of the square icons, in pixels; `maskable` is one that phones cut to their own shape. */
export const ICON_SIZES = { '64.png': 64, '180.png': 180, '192.png': 192, '512.png': 512, 'maskable.png': 512 } as const

/** `mail` is that of mails. Papers take the stored picture. */
export type Rendition = FaceRendition | 'mail'

const isShown = (ending: string): ending is FaceRendition => ending === 'logo.webp' || Object.hasOwn(ICON_SIZES, ending)

/** The stored file and the rendition that the last part of an address stands for; null for another text. */
export function readFacePart(part: string): { file: string; rendition: FaceRendition; contentType: string } | null {
  const [, hash = '', ending = ''] = /^([0-9a-f]{40})-([a-z0-9]{2,8}\.[a-z]{3,4})$/.exec(part) ?? []
  const file = `${hash}.png`
  if (!isShown(ending) || !isFaceName(file)) return null
  return { file, rendition: ending, contentType: ending === 'logo.webp' ? 'image/webp' : 'image/png' }
}
