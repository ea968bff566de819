/** The orientation: the only one of a camera's notes that a stored upload keeps. */

/** An EXIF block that says the orientation (2 to 8) and nothing else. */
export function orientationBlock(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*\0\x08\0\0\0\x01\0', 'latin1')
  block.writeUInt16LE(0x0112, 10)
  block.writeUInt16LE(3, 12)
  block.writeUInt32LE(1, 14)
  block.writeUInt16LE(orientation, 18)
  return block
}

/** Whether an orientation has to be stored: 1 is upright and needs no note. */
export const isTurned = (orientation: number | undefined): orientation is number =>
  orientation !== undefined && orientation >= 2 && orientation <= 8
