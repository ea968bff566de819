/** Taking in pictures and videos: checked, made ready in the sizes that are shown, stored by their content. */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_WIDTHS } from '../../../contract/media.ts'
import type { Files } from '../../ports/files/port.ts'
import { cardVariant, documentVariant } from './media.rules.ts'

export { documentVariant } from './media.rules.ts'

// One thread a picture: where speed matters, several pictures are made at once.
sharp.concurrency(1)
// Nothing is made twice: what the library would keep for that is only held.
sharp.cache(false)

/** A stored picture or video: `file` goes into the database and into addresses. */
export interface StoredMedia {
  readonly file: string
  readonly contentType: string
}

/** The bytes are no picture or video that can be shown; the message is for users. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia'
}

/** A phone's largest photos have 200 megapixels; above that a small file may be made to eat all memory. */
const MAX_PIXELS = 220_000_000
/** Formats that are taken. SVG is not: it is a program. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'])
const [CARD_WIDTH, MODAL_WIDTH] = IMAGE_WIDTHS

/** The name that content is stored under: the same content, the same name. */
export function contentName(content: Uint8Array | string, extension: string): string {
  return `${createHash('sha256').update(content).digest('hex').slice(0, 40)}.${extension}`
}

/**
 * Stores a picture as 1200 px WebP under its own name, and beside it what `cardVariant` and
 * `documentVariant` name: a 400 px WebP and a 400 px JPEG. Nothing is enlarged; camera rotation is
 * applied and all metadata (place, device) left behind. Known content is not made again.
 *
 * @throws UnreadableMedia when the bytes are no picture or a broken one
 */
export async function storePicture(files: Files, bytes: Uint8Array): Promise<StoredMedia> {
  const file = contentName(bytes, 'webp')
  if (!(await files.stat(file))) await storeVariants(files, file, await openPicture(bytes))
  return { file, contentType: 'image/webp' }
}

/** Stores a picture that is drawn, not taken in: an SVG of our own. */
export async function storeDrawing(files: Files, svg: string): Promise<StoredMedia> {
  const file = contentName(svg, 'webp')
  if (!(await files.stat(file))) await storeVariants(files, file, sharp(Buffer.from(svg)).removeAlpha())
  return { file, contentType: 'image/webp' }
}

async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) throw new UnreadableMedia(`El formato ${format} no se admite`)
    return picture.autoOrient()
  } catch (error) {
    if (error instanceof UnreadableMedia) throw error
    throw new UnreadableMedia('El archivo no es una imagen', { cause: error })
  }
}

/** Decoded pixels, so that each size is made of the next larger one. */
async function pixels(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

async function storeVariants(files: Files, file: string, picture: Sharp): Promise<void> {
  const atMost = (width: number) =>
    ({ width, height: width, fit: 'inside', withoutEnlargement: true }) as const
  let made: [modal: Buffer, card: Buffer, document: Buffer]
  try {
    const large = await pixels(picture.resize(atMost(MODAL_WIDTH)).toColourspace('srgb'))
    const small = await pixels(large.clone().resize(atMost(CARD_WIDTH)))
    made = await Promise.all([
      large.webp({ quality: 82, effort: 2 }).toBuffer(),
      small.clone().webp({ quality: 80, effort: 2 }).toBuffer(),
      small.clone().flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer(),
    ])
  } catch (error) {
    throw new UnreadableMedia('La imagen está dañada', { cause: error })
  }
  await Promise.all([files.put(cardVariant(file), made[1]), files.put(documentVariant(file), made[2])])
  // Last, because its presence says that all three are there.
  await files.put(file, made[0])
}

/** mp4 and webm by their first bytes; names and declared types say nothing. */
function videoFormat(bytes: Uint8Array): 'mp4' | 'webm' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64))
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') {
    // QuickTime and HEIC pictures share the container; browsers don't play the first, the second is no video.
    return /^(qt {2}|hei|mif1|avif)/.test(head.subarray(8, 12).toString('latin1')) ? null : 'mp4'
  }
  const isMatroska = head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
  return isMatroska && head.includes('webm', 4, 'latin1') ? 'webm' : null
}

/**
 * Stores a video as it is.
 *
 * @throws UnreadableMedia when the bytes are neither mp4 nor webm
 */
export async function storeVideo(files: Files, bytes: Uint8Array): Promise<StoredMedia> {
  const format = videoFormat(bytes)
  if (!format) throw new UnreadableMedia('El archivo no es un video mp4 o webm')
  const file = contentName(bytes, format)
  if (!(await files.stat(file))) await files.put(file, bytes)
  return { file, contentType: `video/${format}` }
}

/** Stores what may be either; the content decides. */
export function storeMedia(files: Files, bytes: Uint8Array): Promise<StoredMedia> {
  return videoFormat(bytes) ? storeVideo(files, bytes) : storePicture(files, bytes)
}
