/** Reads a PNG's chunks: those of the picture are kept, notes and texts about it are left out. */
import { crc32 } from 'node:zlib'
import { partCounter, refuseCode, refuseTail } from './foreign.ts'
import { isTurned, orientationBlock } from './orientation.ts'
import { damaged } from './unreadable.ts'

/** Chunks without which the picture would look different. An animation's further frames are not kept. */
const PICTURE = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI'.split(' '),
)
const HEAD = 8

/**
 * Reads a PNG from its first to its last chunk, with their checksums.
 *
 * @returns a function that makes the same picture without texts, a camera's notes and further frames
 * @throws UnreadableMedia when it is cut off or broken, or is more than a picture
 */
export function readPng(bytes: Buffer): (orientation: number | undefined) => Buffer {
  const count = partCounter()
  const chunks: Buffer[] = []
  let at = HEAD
  let name = ''
  for (; name !== 'IEND'; at += chunks.at(-1)?.length ?? 0) {
    count()
    if (at + 12 > bytes.length) throw damaged()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      throw damaged()
    name = bytes.toString('latin1', at + 4, at + 8)
    if ((name === 'IHDR') !== (chunks.length === 0)) throw damaged()
    const chunk = bytes.subarray(at, end)
    if (!PICTURE.has(name)) refuseCode(chunk)
    chunks.push(chunk)
  }
  refuseTail(bytes, at)
  const kept = chunks.filter((chunk) => PICTURE.has(chunk.toString('latin1', 4, 8)))
  return (orientation) => {
    const [header = Buffer.alloc(0), ...rest] = kept
    const turn = isTurned(orientation) ? [chunkOf('eXIf', orientationBlock(orientation))] : []
    return Buffer.concat([bytes.subarray(0, HEAD), header, ...turn, ...rest])
  }
}

function chunkOf(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(name, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}
