/** Reads a JPEG's segments: those of the picture are kept, notes and texts about it are left out. */
import { partCounter } from './foreign.ts'
import { isTurned, orientationBlock } from './orientation.ts'
import { damaged } from './unreadable.ts'

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const COM = 0xfe
const SOS = 0xda
const EOI = 0xd9

const begins = (segment: Buffer, name: string) => segment.subarray(4, 4 + name.length).equals(Buffer.from(name))

/** Whether a segment belongs to the picture: colours and tables, not the camera's notes. */
function isPicture(marker: number, segment: Buffer): boolean {
  if (marker === APP0) return isJfif(segment)
  if (marker === APP2) return begins(segment, 'ICC_PROFILE\0')
  if (marker === APP14) return begins(segment, 'Adobe')
  return marker !== COM && (marker < APP0 || marker > 0xef)
}

/** A JFIF header has the length its thumbnail says; what is longer holds something else. */
const isJfif = (segment: Buffer): boolean =>
  begins(segment, 'JFIF\0') && segment.length === 18 + 3 * (segment[16] ?? 0) * (segment[17] ?? 0)

/** The picture's own parts, from its first byte to its last. @throws UnreadableMedia when it is cut off */
function partsOf(bytes: Buffer): readonly Buffer[] {
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
      return [...parts, bytes.subarray(start, at)]
    }
    // Markers without content have no place between segments.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 2 > bytes.length) throw damaged()
    const end = at + bytes.readUInt16BE(at)
    if (end < at + 2 || end > bytes.length) throw damaged()
    const segment = bytes.subarray(at - 2, end)
    if (isPicture(marker, segment)) parts.push(segment)
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

/**
 * Reads a JPEG from its first to its last segment; telephones put previews and films behind that.
 *
 * @returns a function that makes the same picture without a camera's notes, texts and what stands behind its end
 * @throws UnreadableMedia when it is cut off
 */
export function readJpeg(bytes: Buffer): (orientation: number | undefined) => Buffer {
  const parts = partsOf(bytes)
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
