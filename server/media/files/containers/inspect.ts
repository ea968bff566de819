/** Finds out what a file is by its bytes; names and declared types say nothing. */
import { refuseSecondNature } from './foreign.ts'
import { brandsOf } from './iso-boxes.ts'
import { readJpeg } from './jpeg.ts'
import { readMp4 } from './mp4.ts'
import { readPng } from './png.ts'
import { noMedia, otherFormat } from './unreadable.ts'
import { readWebm } from './webm.ts'
import { readWebp } from './webp.ts'

export interface InspectedImage {
  readonly kind: 'image'
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'
  /** Makes the same picture, not decoded, without where and with what it was taken; null where that can't be cut out. */
  readonly bare: ((orientation: number | undefined) => Buffer) | null
}
export interface InspectedVideo {
  readonly kind: 'video'
  readonly format: 'mp4' | 'webm'
  /** The same film without what tells where it was taken. */
  readonly bare: Buffer
}

const starts = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))

/** First bytes of pictures and films that are not taken: BMP, icon, JPEG 2000, JPEG XL (bare and in boxes), Photoshop. */
const OTHERS = ['BM', '\0\0\x01\0', '\0\0\0\x0cjP  ', '\xff\x0a', '\0\0\0\x0cJXL ', '8BPS']
/** Boxes that a film of QuickTime begins with when it does not say its kind. */
const FILM_BOXES = new Set(['moov', 'mdat', 'free', 'skip', 'wide'])
const SVG = /^\ufeff?\s*<(\?xml|!DOCTYPE svg|!--|svg)/i

function isOtherFormat(bytes: Buffer): boolean {
  if (OTHERS.some((signature) => starts(bytes, signature)) || FILM_BOXES.has(bytes.toString('latin1', 4, 8)))
    return true
  const head = bytes.toString('utf8', 0, 1024)
  return SVG.test(head) && head.includes('<svg')
}

/**
 * Finds out what a file is. A film is that from beginning to end and nothing besides; of a picture only the picture is
 * kept, so what else its file holds is no matter (decision 0193).
 * @throws UnreadableMedia
 */
export function inspect(bytes: Buffer): InspectedImage | InspectedVideo {
  if (starts(bytes, '\xff\xd8\xff')) return { kind: 'image', format: 'jpeg', bare: readJpeg(bytes) }
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return { kind: 'image', format: 'png', bare: readPng(bytes) }
  if (starts(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { kind: 'image', format: 'webp', bare: readWebp(bytes) }
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return { kind: 'image', format: 'gif', bare: null }
  if (starts(bytes, 'II*\0') || starts(bytes, 'MM\0*')) return { kind: 'image', format: 'tiff', bare: null }
  if (starts(bytes, '\x1a\x45\xdf\xa3')) {
    refuseSecondNature(bytes)
    return { kind: 'video', format: 'webm', bare: readWebm(bytes) }
  }
  if (isOtherFormat(bytes)) throw otherFormat()
  const brands = brandsOf(bytes)
  if (brands.length === 0) throw noMedia()
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return { kind: 'image', format: 'avif', bare: null }
  // Pictures of iPhones and films of QuickTime have the same boxes; only their maker's browser shows them.
  if (brands.some((brand) => /^(qt {2}|hei|hev|mif1|msf1)/.test(brand))) throw otherFormat()
  refuseSecondNature(bytes)
  return { kind: 'video', format: 'mp4', bare: readMp4(bytes) }
}
