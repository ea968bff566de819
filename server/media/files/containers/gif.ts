/** Reads a GIF's blocks. */
import { partCounter, refuseCode, refuseTail } from './foreign.ts'
import { damaged, moreThanMedia } from './unreadable.ts'

const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b
/** Kinds of extensions: how a frame is shown, which holds no text, and a comment. */
const GRAPHIC_CONTROL = 0xf9
const COMMENT = 0xfe

/**
 * Reads a GIF from its first to its last block.
 * @throws UnreadableMedia when it is cut off, or is more than a picture
 */
export function readGif(bytes: Buffer): void {
  // A width that opens a comment of JavaScript (`GIF89a/*`).
  if (bytes.toString('latin1', 6, 8) === '/*') throw moreThanMedia()
  const count = partCounter()
  let at = 13 + tableBytes(bytes[10] ?? 0)
  let frames = 0
  for (;;) {
    count()
    const kind = bytes[at]
    if (kind === END) break
    const start = at
    if (kind === IMAGE) {
      frames++
      // The picture's place, its own colours, the size of its codes.
      at += 10 + tableBytes(bytes[at + 9] ?? 0) + 1
    } else if (kind === EXTENSION) at += 2
    else throw damaged()
    at = endOfBlocks(bytes, at)
    const label = bytes[start + 1]
    if (kind !== EXTENSION || label === GRAPHIC_CONTROL) continue
    const words = bytes.subarray(start, at)
    if (label === COMMENT && words.includes('*/')) throw moreThanMedia()
    refuseCode(words)
  }
  if (frames === 0) throw damaged()
  refuseTail(bytes, at + 1)
}

/** Bytes of the table of colours that a byte of flags announces. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    const length = bytes[at]
    if (length === undefined) throw damaged()
    at += 1 + length
    if (length === 0) return at
  }
}
