/** Names of media files: those of the store and those in a folder of photos. */
import { IMAGE_WIDTHS, isVideo, MEDIA_SLOTS } from '../../../contract/media.ts'

const [CARD_WIDTH] = IMAGE_WIDTHS
/** Longest side in pixels: 17 cm at 300 dots an inch, which is the widest a catalogue shows one. */
export const PRINT_WIDTH = 2000

/** Longest side in pixels: 7 cm at 300 dots an inch, as wide as a photo stands among six on a page. */
export const PAGE_WIDTH = 800

/** The stored file that answers a request, and its content type where it is not the media's own. */
export interface Variant {
  readonly name: string
  readonly contentType?: 'image/jpeg'
}

/**
 * The stored file for a picture asked for at `width` pixels: the next larger size that is stored. It is a JPEG for a
 * client that names the kinds of pictures it takes (`accept`) without WebP.
 */
export function variantFor(file: string, width: number | undefined, accept = ''): Variant {
  if (isVideo(file)) return { name: file }
  const isCard = width !== undefined && width <= CARD_WIDTH
  if (/image\/(?!\*)/.test(accept) && !accept.includes('image/webp'))
    return { name: isCard ? documentVariant(file) : printVariant(file), contentType: 'image/jpeg' }
  return { name: isCard ? cardVariant(file) : file }
}

/** The WebP of a stored picture that cards show. */
export const cardVariant = (file: string): string => file.replace(/\.webp$/, `.${CARD_WIDTH}.webp`)
/** The JPEG of a stored picture that documents embed. */
export const documentVariant = (file: string): string => file.replace(/\.webp$/, `.${CARD_WIDTH}.jpg`)
/** The JPEG of a stored picture for print, and for programs that know no WebP. */
export const printVariant = (file: string): string => file.replace(/\.webp$/, `.${PRINT_WIDTH}.jpg`)
/** The JPEG of a stored picture for a catalogue of six articles a page. */
export const pageVariant = (file: string): string => file.replace(/\.webp$/, `.${PAGE_WIDTH}.jpg`)
/** The upload itself, without its metadata, in its own format. It is never sent to anybody. */
export const originalVariant = (file: string, extension: string): string =>
  file.replace(/\.webp$/, `.orig.${extension}`)

/** The picture or video whose upload a stored file is; null for other files. */
export const originalOf = (file: string): string | null =>
  /\.orig\.\w+$/.test(file) && !file.startsWith('.') ? familyOf(file) : null

/** Whether a stored file is a picture of the shop's face (R402), which has one size in the store. */
export const isFaceName = (file: string): boolean => /^[0-9a-f]{40}\.png$/.test(file)

/** Whether a stored file is a picture that exists in several sizes; not a face's (R402), a film or a document. */
export const isPictureName = (file: string): boolean => /^[0-9a-f]{40}\.webp$/.test(file)

/** The stored files that show a picture or a video; the file that is written last comes last. */
export const shownFiles = (file: string): string[] =>
  isVideo(file) || isFaceName(file) ? [file] : [cardVariant(file), documentVariant(file), printVariant(file), file]

/**
 * The hash of the content, which the names of all files of one picture, video or mail share. Null for other files, e.g. a
 * certificate.
 */
export const familyOf = (file: string): string | null =>
  /^\.?([0-9a-f]{40})\.(webp|png|mp4|webm|eml|\d+\.(webp|jpg)|orig\.\w+)(\.[\w-]+)?$/.exec(file)?.[1] ?? null

/** Whether a file's name is that of a picture or a video at all. */
export const isMediaName = (name: string): boolean => /\.(jpe?g|png|webp|gif|avif|tiff?|mp4|webm)$/i.test(name)

/** Whether a file is no upload: hidden, a system's own, or not written to its end. Every other one is taken or refused by name. */
export const isLeftBehind = (name: string): boolean =>
  /^\.|^~\$|^(thumbs\.db|desktop\.ini)$|\.(tmp|part|filepart|crdownload)$/i.test(name)

export interface PhotoSlot {
  readonly code: string
  readonly slot: number
}

/** The codes that a photo's name may stand for: the whole name, and what stands before its number. */
export function codesInPhotoName(name: string): string[] {
  const codes: string[] = []
  placeOfPhoto(name, (code) => {
    codes.push(code)
    return false
  })
  return codes
}

/**
 * The article and slot that a photo's name stands for (R30): `CODE.jpg` is slot 1, `CODE_2.png`
 * slot 2. Codes may hold underscores themselves; a name that is a whole code is that article's first photo.
 * Null when no article has the code; slot 0 or above 5 are returned as they are.
 */
export function placeOfPhoto(name: string, hasCode: (code: string) => boolean): PhotoSlot | null {
  // A blank before the dot is nobody's code: 'ALT01008 .jpg'.
  const stem = name.replace(/\.[^.]*$/, '').trim()
  if (hasCode(stem)) return { code: stem, slot: 1 }
  const [, code, slot] = stem.match(/^(.+)_(\d{1,3})$/) ?? []
  const trimmed = code?.trimEnd()
  return trimmed !== undefined && hasCode(trimmed) ? { code: trimmed, slot: Number(slot) } : null
}

export const TOO_MANY_PHOTOS = 'Un artículo lleva hasta 5 fotos'
export const isSlot = (slot: number): boolean => Number.isInteger(slot) && slot >= 1 && slot <= MEDIA_SLOTS
