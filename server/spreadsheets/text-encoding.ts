/** Which encoding a text file has: UTF-8, UTF-16, UTF-32 or Windows-1252. */

const UTF8_BOM = [0xef, 0xbb, 0xbf]

export interface DecodedText {
  text: string
  /** U+FFFD stands where the bytes were no letter; otherwise any U+FFFD was in the file itself. */
  damaged: boolean
}

/**
 * Decodes UTF-8, UTF-16 and UTF-32 (with or without their mark) or Windows-1252. Damaged UTF-8, such as a file cut inside a
 * letter, stays UTF-8: read as Windows-1252 it would turn all its accents into nonsense without a word.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = utf32Order(bytes)
  if (wide) return decodeUtf32(bytes, wide)
  const order = utf16Order(bytes)
  if (order) {
    const text = new TextDecoder(order).decode(bytes)
    return { text, damaged: text.includes('\ufffd') }
  }
  const { isUtf8, broken } = narrowKind(bytes)
  const text = isUtf8 ? new TextDecoder('utf-8').decode(bytes) : decodeWindows1252(bytes)
  return { text, damaged: isUtf8 ? broken > 0 : text.includes('\ufffd') }
}

/** Whether bytes that are not wide are UTF-8, and how many of them belong to no letter. */
function narrowKind(bytes: Uint8Array): { isUtf8: boolean; broken: number } {
  const { whole, broken } = countSequences(bytes)
  // Accented Windows-1252 text hardly ever forms a UTF-8 sequence, so the more frequent kind tells.
  const isUtf8 =
    broken === 0 || (whole > 0 && whole >= broken) || UTF8_BOM.every((byte, place) => bytes[place] === byte)
  return { isUtf8, broken }
}

interface TextPiece extends DecodedText {
  /** How many of the bytes were decoded with it. */
  readonly read: number
}

/** The text of a file as `decodeText` has it, in pieces of so many bytes; of wide encodings in one. */
export function* decodePieces(bytes: Uint8Array, size: number): Generator<TextPiece> {
  if (size >= bytes.length || utf32Order(bytes) || utf16Order(bytes)) {
    yield { ...decodeText(bytes), read: bytes.length }
    return
  }
  const { isUtf8, broken } = narrowKind(bytes)
  const decoder = new TextDecoder('utf-8')
  for (let from = 0; from < bytes.length; from += size) {
    const piece = bytes.subarray(from, from + size)
    const read = from + piece.length
    // A letter that a piece ends in the middle of comes with the next one.
    const text = isUtf8 ? decoder.decode(piece, { stream: read < bytes.length }) : decodeWindows1252(piece)
    yield { text, damaged: isUtf8 ? broken > 0 : text.includes('\ufffd'), read }
  }
}

/** What the code page 850 of DOS has from 0x80 on: programs older than Windows still write it. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const decodeCodePage850 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (letter) => CODE_PAGE_850[letter.charCodeAt(0) - 0x80] ?? letter)

/** An encoding that somebody named. */
export type TextEncoding = 'utf-8' | 'windows-1252' | 'cp850' | 'utf-16le'

/** Decodes bytes whose encoding is known. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  if (encoding === 'cp850') return { text: decodeCodePage850(bytes), damaged: false }
  const text = encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes)
  return { text, damaged: text.includes('\ufffd') }
}

/** What Windows-1252 has at 0x80 to 0x9f; U+FFFD for the five places it leaves empty. */
const BEYOND_LATIN1 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

/** Node 20's own decoder of that name reads Latin-1 and turns '€' and curly quotes into control characters. */
function decodeWindows1252(bytes: Uint8Array): string {
  let latin1 = ''
  // A page has no Buffer, and a call takes some ten thousands of arguments at most.
  for (let at = 0; at < bytes.length; at += 8_192) latin1 += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return latin1.replace(/[\u0080-\u009f]/g, (letter) => BEYOND_LATIN1[letter.charCodeAt(0) - 0x80] ?? letter)
}

/** How many letters beyond ASCII are whole UTF-8 sequences, and how many bytes belong to none. */
function countSequences(bytes: Uint8Array): { whole: number; broken: number } {
  let whole = 0
  let broken = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length === 0) broken++
    if (length > 1) whole++
    at += Math.max(1, length)
  }
  return { whole, broken }
}

/** Length of the UTF-8 sequence at a place; 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = lengthFrom(first)
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next]
    if (byte === undefined || (byte & 0xc0) !== 0x80) return 0
  }
  return length
}

function lengthFrom(first: number): number {
  if (first >= 0xf5 || first < 0xc2) return 0
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

type ByteOrder = 'little' | 'big'

/** The byte order of UTF-32, by its mark or by its zeros: three of four bytes of a plain letter; undefined for other bytes. */
export function utf32Order(bytes: Uint8Array): ByteOrder | undefined {
  const looked = Math.floor(Math.min(bytes.length, SAMPLE) / 4) * 4
  if (looked < 8) return undefined
  const isZero = (place: number) => bytes[place] === 0
  // No letter is beyond 0x10ffff, so one end of each four bytes is zero, and its neighbour 0x10 at most.
  const fits = (first: number, second: number) => {
    for (let at = 0; at < looked; at += 4) if (!isZero(at + first) || (bytes[at + second] ?? 0) > 0x10) return false
    return true
  }
  const plain = (byte: number) => {
    let count = 0
    for (let at = 0; at < looked; at += 4) if (!isZero(at + byte)) count++
    return count > looked / 8
  }
  if (fits(3, 2) && plain(0)) return 'little'
  return fits(0, 1) && plain(3) ? 'big' : undefined
}

function decodeUtf32(bytes: Uint8Array, order: ByteOrder): DecodedText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const letter = view.getUint32(at, order === 'little')
    const isLetter = letter <= 0x10ffff && (letter < 0xd800 || letter > 0xdfff)
    parts.push(isLetter ? String.fromCodePoint(letter) : '\ufffd')
  }
  if (bytes.length % 4 !== 0) parts.push('\ufffd')
  const text = parts.join('').replace(/^\ufeff/, '')
  return { text, damaged: text.includes('\ufffd') }
}

/** How many bytes are looked at to recognise UTF-16 without its mark. */
const SAMPLE = 4_096

/**
 * The byte order of UTF-16, which spreadsheets call 'Unicode text'; undefined for other bytes. Without its mark it is
 * known by its zeros, about every second byte: no other text has any.
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE) / 2)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  if (even === 0 && odd > pairs / 2) return 'utf-16le'
  return odd === 0 && even > pairs / 2 ? 'utf-16be' : undefined
}
