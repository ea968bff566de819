/** The files in a winmail.dat (TNEF, MS-OXTNEF): what Outlook makes of attachments. Its formatted text is not read. */

const SIGNATURE = 0x223e9f78
/** Attributes: a file begins, its name, its contents. */
const BEGINS = 0x9002
const TITLE = 0x8010
const DATA = 0x800f

export interface TnefFile {
  name: string
  bytes: Uint8Array
}

/** What is cut or damaged ends the reading: the files before it are answered. */
export function tnefFiles(bytes: Uint8Array): TnefFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6 || view.getUint32(0, true) !== SIGNATURE) return []
  const files: TnefFile[] = []
  // Level, attribute, its type, the length; behind the data a checksum.
  for (let at = 6; at + 9 <= bytes.length; ) {
    const attribute = view.getUint16(at + 1, true)
    const length = view.getUint32(at + 5, true)
    const data = bytes.subarray(at + 9, at + 9 + length)
    if (data.length < length) break
    const file = files.at(-1)
    if (attribute === BEGINS) files.push({ name: '', bytes: new Uint8Array() })
    else if (attribute === TITLE && file) file.name = new TextDecoder('windows-1252').decode(data).replace(/\0.*$/s, '')
    else if (attribute === DATA && file) file.bytes = data
    at += 9 + length + 2
  }
  return files.filter((file) => file.bytes.length > 0)
}
