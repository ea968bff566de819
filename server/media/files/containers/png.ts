/** Reads a PNG's chunks: those of the picture are kept, notes and texts about it are left out. */
import { constants, crc32, inflateSync } from 'node:zlib'
import { partCounter } from './foreign.ts'
import { isTurned, orientationBlock } from './orientation.ts'
import { damaged, tooMuchMetadata } from './unreadable.ts'

/** Chunks without which the picture would look different. An animation's further frames are not kept. */
const PICTURE = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI'.split(' '))
const HEAD = 8
/**
 * Bytes that a picture's profile and texts may unpack to, all together: the decoder unpacks them whole, and a megabyte of
 * them may become a gigabyte. A colour profile has three megabytes at most.
 */
const MOST_METADATA = 4 * 2 ** 20

/**
 * Reads a PNG from its first to its last chunk, with their checksums.
 *
 * @returns a function that makes the same picture without texts, a camera's notes, further frames and what stands behind its end
 * @throws UnreadableMedia when it is cut off or broken, or holds too much beside the picture (R290)
 */
export function readPng(bytes: Buffer): (orientation: number | undefined) => Buffer {
  const count = partCounter()
  const chunks: Buffer[] = []
  let at = HEAD
  let name = ''
  let metadata = 0
  for (; name !== 'IEND'; at += chunks.at(-1)?.length ?? 0) {
    count()
    if (at + 12 > bytes.length) throw damaged()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) throw damaged()
    name = bytes.toString('latin1', at + 4, at + 8)
    if ((name === 'IHDR') !== (chunks.length === 0)) throw damaged()
    const chunk = bytes.subarray(at, end)
    const packed = packedPart(name, chunk.subarray(8, -4))
    if (packed) metadata += unpackedBytes(packed, MOST_METADATA - metadata)
    chunks.push(chunk)
  }
  const kept = chunks.filter((chunk) => PICTURE.has(chunk.toString('latin1', 4, 8)))
  return (orientation) => {
    const [header = Buffer.alloc(0), ...rest] = kept
    const turn = isTurned(orientation) ? [chunkOf('eXIf', orientationBlock(orientation))] : []
    return Buffer.concat([bytes.subarray(0, HEAD), header, ...turn, ...rest])
  }
}

/** What stands compressed in a profile or a text: behind its name, and with iTXt behind two more. */
function packedPart(name: string, content: Buffer): Buffer | undefined {
  const named = content.indexOf(0) + 1
  if (name === 'iCCP' || name === 'zTXt') return named > 0 ? content.subarray(named + 1) : undefined
  if (name !== 'iTXt' || named === 0 || content[named] === 0) return undefined
  const language = content.indexOf(0, named + 2) + 1
  const translated = language > 0 ? content.indexOf(0, language) + 1 : 0
  return translated > 0 ? content.subarray(translated) : undefined
}

/** Unpacks no more than `most` bytes. @throws UnreadableMedia for more, and for what cannot be unpacked */
function unpackedBytes(packed: Buffer, most: number): number {
  if (packed.length === 0) return 0
  try {
    const options = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(packed, options).length
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? tooMuchMetadata() : damaged(error)
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
