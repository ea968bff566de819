/** Reads an AVIF's boxes. */
import { refuseCode } from './foreign.ts'
import { walkBoxes } from './iso-boxes.ts'
import { damaged } from './unreadable.ts'

/**
 * Reads an AVIF's boxes; the decoder reads their content.
 * @throws UnreadableMedia when it is cut off, or is more than a picture
 */
export function readAvif(bytes: Buffer): void {
  const types = walkBoxes(bytes).map(({ type }) => type)
  if (!types.includes('meta') || !types.includes('mdat')) throw damaged()
  refuseCode(bytes)
}
