/** Reads a JPEG's segments: those of the picture are kept, notes and texts about it are left out. */
import { afterPadding, partCounter, refuseCode } from './foreign.ts'
import { walkBoxes } from './iso-boxes.ts'
import { isTurned, orientationBlock } from './orientation.ts'
import { damaged, moreThanMedia } from './unreadable.ts'

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const COM = 0xfe
const SOS = 0xda
const EOI = 0xd9
/** Pictures in one file: the photo, its preview, its brightness and depth. */
const MOST_PICTURES = 8

const begins = (segment: Buffer, name: string) => segment.subarray(4, 4 + name.length).equals(Buffer.from(name))

/** Whether a segment belongs to the picture: colours and tables, not the camera's notes. */
function isPicture(marker: number, segment: Buffer): boolean {
  if (marker === APP0) return isJfif(segment)
  if (marker === APP2) return begins(segment, 'ICC_PROFILE\0')
  if (marker === APP14) return begins(segment, 'Adobe')
  return marker !== COM && (marker < APP0 || marker > 0xef)
}

/** A JFIF header has the length its thumbnail says; another length opens a comment of JavaScript (`/*`). */
function isJfif(segment: Buffer): boolean {
  if (!begins(segment, 'JFIF\0')) {
    if (segment.readUInt16BE(2) === 0x2f2a) throw moreThanMedia()
    return false
  }
  if (segment.length < 18 || segment.length !== 18 + 3 * (segment[16] ?? 0) * (segment[17] ?? 0)) throw moreThanMedia()
  return true
}

interface WalkedJpeg {
  /** The picture's own parts, from its first byte to its last. */
  readonly parts: readonly Buffer[]
  readonly end: number
}

/** Walks over the segments of one picture. @throws UnreadableMedia when it is cut off, or carries code in its notes */
function walk(bytes: Buffer): WalkedJpeg {
  const parts = [bytes.subarray(0, 2)]
  const count = partCounter()
  let hasScan = false
  let at = 2
  for (;;) {
    count()
    const start = at
    if (bytes[at] !== 0xff) throw damaged()
    while (bytes[at] === 0xff) at++
    const marker = bytes[at++] ?? 0
    if (marker === EOI) {
      if (!hasScan) throw damaged()
      return { parts: [...parts, bytes.subarray(start, at)], end: at }
    }
    // Markers without content have no place between segments.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 2 > bytes.length) throw damaged()
    const end = at + bytes.readUInt16BE(at)
    if (end < at + 2 || end > bytes.length) throw damaged()
    const segment = bytes.subarray(at - 2, end)
    if (isPicture(marker, segment)) parts.push(segment)
    else refuseCode(segment)
    at = end
    if (marker === SOS) {
      hasScan = true
      at = endOfScan(bytes, end)
      parts.push(bytes.subarray(end, at))
    }
  }
}

/** Where the segment after a scan begins: within a scan, 0xFF is followed by 0 or a restart marker only. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] as number
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at++
    else if (next !== 0xff) return at
  }
  throw damaged()
}

/** Phones put a second picture, a film or a note of theirs behind the first one; anything else is refused. */
function refuseForeignTail(bytes: Buffer, end: number): void {
  let at = afterPadding(bytes, end)
  for (let pictures = 1; bytes[at] === 0xff && bytes[at + 1] === 0xd8; pictures++) {
    if (pictures > MOST_PICTURES) throw moreThanMedia()
    const picture = bytes.subarray(at)
    at += afterPadding(picture, walk(picture).end)
  }
  if (at === bytes.length) return
  // The film's length stands before its name, and the length begins with bytes that look like padding.
  const film = bytes.indexOf('ftyp', at) - 4
  if (film >= end && film <= at) return void walkBoxes(bytes.subarray(film))
  const tail = bytes.subarray(at)
  if (tail.subarray(-4).toString('latin1') !== 'SEFT' || !tail.includes('SEFH')) throw moreThanMedia()
  refuseCode(tail)
}

/**
 * Reads a JPEG from its first to its last segment.
 *
 * @returns a function that makes the same picture without a camera's notes, texts and what stands behind its end
 * @throws UnreadableMedia when it is cut off, or is more than a picture
 */
export function readJpeg(bytes: Buffer): (orientation: number | undefined) => Buffer {
  const { parts, end } = walk(bytes)
  refuseForeignTail(bytes, end)
  return (orientation) => {
    const [start = Buffer.alloc(0), ...rest] = parts
    return Buffer.concat(isTurned(orientation) ? [start, exifSegment(orientation), ...rest] : parts)
  }
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0'), orientationBlock(orientation)])
  const head = Buffer.from([0xff, APP1, 0, content.length + 2])
  return Buffer.concat([head, content])
}
