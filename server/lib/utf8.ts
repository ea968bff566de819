/** Texts from outside are read as UTF-8 or not at all: a letter that cannot be read is never replaced by '�'. */
import { isUtf8 } from 'node:buffer'

const REPLACEMENT = Buffer.from('\ufffd')

/** The place of the first byte, from 1 on, that belongs to no letter in UTF-8; undefined where all bytes do. */
export function notUtf8At(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined
  const text = bytes.toString()
  let at = 0
  for (let from = 0; ; ) {
    const place = text.indexOf('\ufffd', from)
    at += Buffer.byteLength(text.slice(from, place))
    // The sign itself may stand in a text; then its own three bytes do.
    if (!bytes.subarray(at, at + REPLACEMENT.length).equals(REPLACEMENT)) return at + 1
    at += REPLACEMENT.length
    from = place + 1
  }
}

/** The text of bytes in UTF-8. @throws Error that names the place of the first byte that is no letter; Spanish */
export function readUtf8(bytes: Buffer): string {
  const place = notUtf8At(bytes)
  if (place !== undefined) throw new Error(`la respuesta no está en UTF-8 (byte ${place})`)
  return bytes.toString()
}
