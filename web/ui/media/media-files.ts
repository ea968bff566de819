/** Files as somebody chooses or drops them: which are taken, and into which slot each goes. */
import { UPLOAD_MAX_BYTES, uploadTexts } from '../../../contract/media-upload.ts'

/** What slots take: pictures and videos, or pictures alone. */
export type Takes = 'media' | 'image'

/** The `accept` of a file input. */
export const acceptOf = (takes: Takes): string => (takes === 'image' ? 'image/*' : 'image/*,video/mp4,video/webm')

export const isFilm = (file: Pick<File, 'type'>): boolean => file.type.startsWith('video/')

/** Why a file is not even sent; undefined when it is. The server looks inside and decides. */
export function problemOf(
  file: Pick<File, 'type' | 'size'>,
  { takes, dropped }: { takes: Takes; dropped: boolean },
): string | undefined {
  if (takes === 'image' && !file.type.startsWith('image/')) return uploadTexts.pictureOnly
  if (!/^(image|video)\//.test(file.type)) return dropped ? uploadTexts.dropped : uploadTexts.chosen
  return file.size > UPLOAD_MAX_BYTES ? uploadTexts.tooLarge : undefined
}

/**
 * The slots that several files go to, in order: the first one to where it was dropped, the others to those that are
 * free. Null for a file that finds none.
 */
export function placesFor(count: number, at: number, isFree: readonly boolean[]): (number | null)[] {
  const free = isFree.flatMap((isSlotFree, slot) => (isSlotFree && slot !== at ? [slot] : []))
  const order = [at, ...free.filter((slot) => slot > at), ...free.filter((slot) => slot < at)]
  return Array.from({ length: count }, (_, nth) => order[nth] ?? null)
}
