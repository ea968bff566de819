/** Names of media files: those of the store and those in a folder of photos. */
import { IMAGE_WIDTHS, isVideo, MEDIA_SLOTS } from '../../../contract/media.ts'

const [CARD_WIDTH] = IMAGE_WIDTHS

/** The stored file that answers a picture asked for at `width` pixels: the next larger one that is kept. */
export function variantFor(file: string, width: number | undefined): string {
  return !isVideo(file) && width !== undefined && width <= CARD_WIDTH ? cardVariant(file) : file
}

/** The WebP of a stored picture that cards show. */
export const cardVariant = (file: string): string => file.replace(/\.webp$/, `.${CARD_WIDTH}.webp`)
/** The JPEG of a stored picture that documents embed. */
export const documentVariant = (file: string): string => file.replace(/\.webp$/, `.${CARD_WIDTH}.jpg`)

/** Whether a file's name is that of a picture or a video at all. */
export const isMediaName = (name: string): boolean =>
  /\.(jpe?g|png|webp|gif|avif|tiff?|mp4|webm)$/i.test(name)

export interface PhotoPlace {
  readonly code: string
  readonly slot: number
}

/**
 * The article and slot that a photo's name stands for (R30): `CODE.jpg` is slot 1, `CODE_2.png`
 * slot 2. Codes may hold underscores themselves; a name that is a whole code is that article's first photo.
 * Null when no article has the code; slot 0 or above 5 are returned as they are.
 */
export function placeOfPhoto(name: string, hasCode: (code: string) => boolean): PhotoPlace | null {
  const stem = name.replace(/\.[^.]*$/, '')
  if (hasCode(stem)) return { code: stem, slot: 1 }
  const [, code, slot] = stem.match(/^(.+)_(\d{1,3})$/) ?? []
  return code !== undefined && hasCode(code) ? { code, slot: Number(slot) } : null
}

export const isSlot = (slot: number): boolean => Number.isInteger(slot) && slot >= 1 && slot <= MEDIA_SLOTS
