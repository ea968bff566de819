/** Width and height of a JPEG, in pixels, read from its own header. */

/** Frame headers: every SOF but those for tables and arithmetic coding. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** Pixels; null for bytes that are no JPEG. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null
    if (FRAMES.has(view.getUint8(at + 1))) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  }
  return null
}
