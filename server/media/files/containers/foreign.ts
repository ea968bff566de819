/** Refuses films that also carry pages, programs or archives: a film is stored as it came. */
import { damaged, moreThanMedia } from './unreadable.ts'

const CODE = /<script|<\?php|<html[\s>]|<!doctype html|<svg[\s>]|<iframe|<body[\s>]|javascript:|%PDF-\d/i
/** Bytes that are searched at each end of a large part; the part is not stored in any case. */
const LOOKED_AT = 65_536
/** Parts of a file at most; real files have thousands, and a file of millions would keep everybody waiting. */
const MOST_PARTS = 200_000
/** Readers of PDF find its mark anywhere in these bytes. */
const PDF_HEAD = 1024
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
/** An archive's directory ends with 22 bytes and a comment of at most 65,535. */
const ZIP_END_BYTES = 22
const ZIP_TAIL = ZIP_END_BYTES + 65_535

/**
 * Refuses a file that other programs would open as well: an archive is found by its end, a PDF by its beginning.
 * @throws UnreadableMedia
 */
export function refuseSecondNature(bytes: Buffer): void {
  if (bytes.subarray(0, PDF_HEAD).includes('%PDF-') || endsAsZip(bytes)) throw moreThanMedia()
}

/** Refuses a part beside the film (a text, free space) that is a page or a program. */
export function refuseCode(part: Buffer): void {
  const searchedParts = part.length <= 2 * LOOKED_AT ? [part] : [part.subarray(0, LOOKED_AT), part.subarray(-LOOKED_AT)]
  if (searchedParts.some((searched) => CODE.test(searched.toString('latin1')))) throw moreThanMedia()
}

/** Makes a counter of one file's parts, to be called for each part; it throws UnreadableMedia when there are too many. */
export function partCounter(): () => void {
  let parts = 0
  return () => {
    parts++
    if (parts > MOST_PARTS) throw damaged()
  }
}

function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_TAIL)
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    const comment = at + ZIP_END_BYTES
    // The same four bytes also come about by chance; then the length of the comment does not fit.
    if (comment <= tail.length && comment + tail.readUInt16LE(comment - 2) === tail.length) return true
  }
  return false
}

const PADDING = new Set([0x00, 0x0a, 0x0d, 0x20])

/** Refuses anything but padding behind the end of a film. */
export function refuseTail(bytes: Buffer, end: number): void {
  let at = end
  while (at < bytes.length && PADDING.has(bytes[at] as number)) at++
  if (at < bytes.length) throw moreThanMedia()
}
