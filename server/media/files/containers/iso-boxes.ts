/** The boxes of mp4 and AVIF: a length, a name of four letters, a content. */
import { partCounter } from './foreign.ts'
import { damaged } from './unreadable.ts'

export interface Box {
  readonly type: string
  readonly start: number
  /** Where its content begins. */
  readonly body: number
  readonly end: number
}

/**
 * The boxes that fill the bytes between two places of a file without a gap.
 * @throws UnreadableMedia when one is cut off or broken
 */
export function walkBoxes(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const count = partCounter()
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    count()
    if (at + 8 > to) throw damaged()
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw damaged()
    if (short === 1 && at + 16 > to) throw damaged()
    const body = at + (short === 1 ? 16 : 8)
    // A box of length 0 goes on to the end of the file.
    const end = short === 0 ? bytes.length : at + (short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short)
    if (end < body || end > to) throw damaged()
    boxes.push({ type, start: at, body, end })
    at = end
  }
  return boxes
}

/** The marks of the kind of file, the main mark first; none for a file that does not begin with a box 'ftyp'. */
export function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
