/** Reads a WebP's chunks: those of the picture are kept, notes and texts about it are left out. */
import { partCounter } from './foreign.ts'
import { isTurned, orientationBlock } from './orientation.ts'
import { damaged } from './unreadable.ts'

const PICTURE = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
const HEAD = 12
/** Flags of the chunk VP8X: the file has a camera's notes (EXIF), it has texts (XMP). */
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

/**
 * Reads a WebP from its first to its last chunk.
 *
 * @returns a function that makes the same picture without texts, a camera's notes and what stands behind its end
 * @throws UnreadableMedia when it is cut off
 */
export function readWebp(bytes: Buffer): (orientation: number | undefined) => Buffer {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw damaged()
  const count = partCounter()
  const kept: Buffer[] = []
  for (let at = HEAD; at < end; ) {
    count()
    if (at + 8 > end) throw damaged()
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (next > end) throw damaged()
    const chunk = bytes.subarray(at, next)
    if (PICTURE.has(nameOf(chunk))) kept.push(chunk)
    at = next
  }
  if (!kept.some((chunk) => ['VP8 ', 'VP8L', 'ANMF'].includes(nameOf(chunk)))) throw damaged()
  return (orientation) => {
    const [first = Buffer.alloc(0), ...rest] = kept
    if (nameOf(first) !== 'VP8X' || first.length < 9) return riff(kept)
    const turned = isTurned(orientation)
    const header = Buffer.from(first)
    header[8] = ((header[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (turned ? HAS_EXIF : 0)
    return riff([header, ...rest, ...(turned ? [exifChunk(orientation)] : [])])
  }
}

const nameOf = (chunk: Buffer): string => chunk.toString('latin1', 0, 4)

function exifChunk(orientation: number): Buffer {
  const content = orientationBlock(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

function riff(chunks: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  const whole = Buffer.concat([head, ...chunks])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
