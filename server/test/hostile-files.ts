/** Files that nobody should store: made here, by kind, each with a name that says what is wrong with it. */
import { crc32, deflateSync } from 'node:zlib'
import { makeFilm, makePicture } from './media-files.ts'

export type Bytes = Buffer<ArrayBuffer>
export interface Hostile {
  readonly what: string
  readonly bytes: Bytes
}

const text = (words: string): Bytes => Buffer.from(words, 'latin1') as Bytes
const join = (...parts: Uint8Array[]): Bytes => Buffer.concat(parts) as Bytes
const HTML = '<html><script>alert(1)</script></html>'
const PHP = '<?php system($_GET["c"]); ?>'

/** The end of an empty archive, with which a reader of archives begins. */
const zip = join(text('PK\x03\x04 a.txt hola'), text('PK\x05\x06'), Buffer.alloc(18))

/** Beginnings of other files of an office's computers, under names with a wrong ending. */
export function otherTypes(): Hostile[] {
  const kinds: Record<string, string> = {
    nothing: '',
    'one byte': 'x',
    text: 'Hola, soy una foto',
    html: HTML,
    php: PHP,
    json: '{"foto":1}',
    'shell script': '#!/bin/sh\nrm -rf /',
    rtf: '{\\rtf1 hola}',
    pdf: '%PDF-1.7\n1 0 obj',
    zip: 'PK\x03\x04hola',
    gzip: '\x1f\x8b\x08\0',
    rar: 'Rar!\x1a\x07\x01\0',
    '7z': '7z\xbc\xaf\x27\x1c',
    exe: 'MZ\x90\0\x03',
    elf: '\x7fELF\x02\x01',
    'java class': '\xca\xfe\xba\xbe\0\0',
    wasm: '\0asm\x01\0\0\0',
    sqlite: 'SQLite format 3\0',
    mp3: 'ID3\x04\0\0',
    wav: 'RIFF\x24\0\0\0WAVEfmt ',
    avi: 'RIFF\x24\0\0\0AVI LIST',
    ogg: 'OggS\0\x02',
    flv: 'FLV\x01\x05',
    asf: '\x30\x26\xb2\x75\x8e\x66\xcf\x11',
    'mpeg stream': '\0\0\x01\xba\x44',
    'word document': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'utf-16 text': '\xff\xfeH\0o\0l\0a\0',
    zeros: '\0'.repeat(4096),
  }
  return Object.entries(kinds).map(([what, content]) => ({ what, bytes: text(content) }))
}

/** Pictures and films in formats that not every browser shows. */
export const otherFormats = (): Hostile[] => [
  { what: 'quicktime', bytes: text('\0\0\0\x14ftypqt  \0\0\0\0qt  ') },
  { what: 'heic', bytes: text('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
  { what: 'heif', bytes: text('\0\0\0\x14ftypmif1\0\0\0\0mif1') },
  { what: 'bmp', bytes: text('BM\x46\0\0\0\0\0\0\0') },
  { what: 'icon', bytes: text('\0\0\x01\0\x01\0') },
  { what: 'jpeg 2000', bytes: text('\0\0\0\x0cjP  \r\n\x87\n') },
  { what: 'jpeg xl', bytes: text('\xff\x0a\0\0') },
  { what: 'jpeg xl in boxes', bytes: text('\0\0\0\x0cJXL \r\n\x87\n') },
  { what: 'svg', bytes: text('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { what: 'a film that does not say its kind', bytes: text('\0\0\0\x08wide\0\0\0\x08mdat') },
  { what: 'svg with script', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
  { what: 'psd', bytes: text('8BPS\0\x01') },
  { what: 'matroska', bytes: join(text('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska')) },
]

const FRACTIONS = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]

/** Good files of every kind, cut off at several places. */
export async function cutOff(): Promise<{ pictures: Hostile[]; films: Hostile[] }> {
  const photo = makePicture(400, 300)
  const whole = {
    jpeg: await photo.clone().jpeg().toBuffer(),
    'progressive jpeg': await photo.clone().jpeg({ progressive: true }).toBuffer(),
    png: await photo.clone().png().toBuffer(),
    'interlaced png': await photo.clone().png({ progressive: true }).toBuffer(),
    webp: await photo.clone().webp().toBuffer(),
    'lossless webp': await photo.clone().webp({ lossless: true }).toBuffer(),
    gif: await photo.clone().gif().toBuffer(),
    avif: await photo.clone().avif({ effort: 0 }).toBuffer(),
  }
  const films = { mp4: await makeFilm('mp4'), webm: await makeFilm('webm') }
  const cut = (all: Record<string, Buffer>): Hostile[] =>
    Object.entries(all).flatMap(([what, bytes]) =>
      // The last byte of a GIF says only that it ends: without it the picture is whole.
      [...FRACTIONS.map((part) => Math.floor(bytes.length * part)), bytes.length - (what === 'gif' ? 8 : 1)].map(
        (length) => ({
          what: `${what} cut at ${length} of ${bytes.length}`,
          bytes: bytes.subarray(0, length) as Bytes,
        }),
      ),
    )
  return { pictures: cut(whole), films: cut(films) }
}

const pngChunk = (name: string, content: Uint8Array): Bytes => {
  const body = join(text(name), content)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return join(length, body, sum)
}
const pngHeader = (width: number, height: number, depth: number, interlaced = 0) => {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  content.set([depth, 0, 0, 0, interlaced], 8)
  return pngChunk('IHDR', content)
}
const png = (...chunks: Bytes[]) => join(text('\x89PNG\r\n\x1a\n'), ...chunks, pngChunk('IEND', Buffer.alloc(0)))

/** Small files that unfold into pictures of hundreds of millions of pixels. */
export async function bombs(): Promise<Hostile[]> {
  const SIDE = 30_000
  // A real one: black, one bit a pixel, 110 MB that fit into 110 KB.
  const rows = deflateSync(Buffer.alloc((SIDE / 8 + 1) * SIDE), { level: 9 })
  const small = await makePicture(64).jpeg().toBuffer()
  const progressive = await makePicture(64).jpeg({ progressive: true }).toBuffer()
  const withSize = (bytes: Buffer, marker: number, width: number, height: number): Bytes => {
    const copy = Buffer.from(bytes) as Bytes
    const at = copy.indexOf(Buffer.from([0xff, marker]))
    copy.writeUInt16BE(height, at + 5)
    copy.writeUInt16BE(width, at + 7)
    return copy
  }
  const gif = (side: number, frames: number) => {
    const head = text('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff')
    head.writeUInt16LE(side, 6)
    head.writeUInt16LE(side, 8)
    const frame = text('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0')
    return join(head, ...Array.from({ length: frames }, () => frame), text('\x3b'))
  }
  const webp = await makePicture(64).webp().toBuffer()
  const wideWebp = Buffer.from(webp) as Bytes
  // Width and height stand in fourteen bits each, behind the frame's start code.
  wideWebp.writeUInt16LE(16_383, 26)
  wideWebp.writeUInt16LE(16_383, 28)
  return [
    {
      what: '30,000 × 30,000 pixels, one bit each',
      bytes: png(pngHeader(SIDE, SIDE, 1), pngChunk('IDAT', rows)),
    },
    {
      what: 'a png that says so',
      bytes: png(pngHeader(SIDE, SIDE, 8), pngChunk('IDAT', deflateSync(text('x')))),
    },
    {
      what: 'an interlaced png of 81 million',
      bytes: png(pngHeader(9000, 9000, 1, 1), pngChunk('IDAT', rows.subarray(0, 2000))),
    },
    { what: 'a jpeg of 30,000 × 30,000', bytes: withSize(small, 0xc0, SIDE, SIDE) },
    { what: 'a jpeg of 65,000 × 65,000', bytes: withSize(small, 0xc0, 65_000, 65_000) },
    { what: 'a progressive jpeg of 81 million', bytes: withSize(progressive, 0xc2, 9_000, 9_000) },
    { what: 'a gif of 2,000 frames of 4 million', bytes: gif(2_000, 2_000) },
    { what: 'a webp of 16,383 × 16,383', bytes: wideWebp },
  ]
}

/** A good picture of 98 million pixels in a few kilobytes; each number makes another one. */
export function largePicture(number: number): Bytes {
  const SIDE = 9_896
  const rows = Buffer.alloc((SIDE / 8 + 1) * SIDE)
  rows.fill(number, 1, SIDE / 8)
  return png(pngHeader(SIDE, SIDE, 1), pngChunk('IDAT', deflateSync(rows, { level: 1 })))
}

const jpegSegment = (marker: number, content: Uint8Array): Bytes => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return join(head, content)
}

/** Polyglots: good pictures and films that are a file of another kind as well, or hold words of one. */
export async function polyglots(): Promise<{ pictures: Hostile[]; films: Hostile[] }> {
  const photo = makePicture(40)
  const jpeg = await photo.clone().jpeg().toBuffer()
  const [pngFile, gif, webp] = [
    await photo.clone().png().toBuffer(),
    await photo.clone().gif().toBuffer(),
    await photo.clone().webp().toBuffer(),
  ]
  const inJpeg = (segment: Bytes) => join(jpeg.subarray(0, 2), segment, jpeg.subarray(2))
  const inPng = (chunk: Bytes) => join(pngFile.subarray(0, -12), chunk, pngFile.subarray(-12))
  const inGif = (words: string) =>
    join(gif.subarray(0, -1), text(`\x21\xfe${String.fromCharCode(words.length)}${words}\0`), text(';'))
  const webpWith = (name: string, words: string) => {
    const padded = words.length % 2 ? `${words} ` : words
    const size = Buffer.alloc(4)
    size.writeUInt32LE(padded.length)
    const whole = join(webp, text(name), size, text(padded))
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  const scriptGif = Buffer.from(gif) as Bytes
  scriptGif.write('/*', 6, 'latin1')
  // A header whose length, read as text, opens a comment.
  const scriptJpeg = join(
    jpeg.subarray(0, 2),
    jpegSegment(0xe0, join(text('JFIF\0'), Buffer.alloc(0x2f2a - 7))),
    jpeg.subarray(2),
  )
  const [mp4, webm] = [await makeFilm('mp4'), await makeFilm('webm')]
  const box = (name: string, content: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(name, 4, 'latin1')
    return join(head, content)
  }
  return {
    pictures: [
      { what: 'jpeg + zip', bytes: join(jpeg, zip) },
      { what: 'png + zip', bytes: join(pngFile, zip) },
      { what: 'gif + zip', bytes: join(gif, zip) },
      { what: 'webp + zip', bytes: join(webp, zip) },
      { what: 'jpeg with a zip in its notes', bytes: join(inJpeg(jpegSegment(0xfe, text('nota'))), zip) },
      { what: 'jpeg + jpeg + zip', bytes: join(jpeg, jpeg, zip) },
      { what: 'jpeg + html', bytes: join(jpeg, text(HTML)) },
      { what: 'png + html', bytes: join(pngFile, text(HTML)) },
      { what: 'gif + script', bytes: join(gif, text('*/=1;alert(1)')) },
      { what: 'gif whose width opens a comment of script', bytes: scriptGif },
      { what: 'gif with script in a comment', bytes: inGif('*/=1;alert(1)//') },
      { what: 'gif with html in a comment', bytes: inGif(HTML) },
      { what: 'jpeg whose header opens a comment of script', bytes: scriptJpeg },
      { what: 'pdf in a jpeg comment', bytes: inJpeg(jpegSegment(0xfe, text('%PDF-1.7 1 0 obj'))) },
      { what: 'jpeg + pdf', bytes: join(jpeg, text('\n%PDF-1.7\n1 0 obj')) },
      { what: 'php in a jpeg comment', bytes: inJpeg(jpegSegment(0xfe, text(PHP))) },
      { what: 'script in the notes of a camera', bytes: inJpeg(jpegSegment(0xe1, text(`Exif\0\0${HTML}`))) },
      {
        what: 'svg in the texts of a jpeg',
        bytes: inJpeg(jpegSegment(0xe1, text('http://ns.adobe.com/xap/1.0/\0<svg onload=alert(1)>'))),
      },
      { what: 'html in a png text', bytes: inPng(pngChunk('tEXt', text(`Comment\0${HTML}`))) },
      { what: 'php in a png text', bytes: inPng(pngChunk('iTXt', text(`Comment\0\0\0\0\0${PHP}`))) },
      { what: 'html in a private png chunk', bytes: inPng(pngChunk('prVt', text(HTML))) },
      { what: 'html in a webp chunk', bytes: webpWith('XMP ', HTML) },
      { what: 'php in a webp chunk', bytes: webpWith('EXIF', PHP) },
      { what: 'webp + exe', bytes: join(webp, text('MZ\x90\0')) },
    ],
    films: [
      { what: 'mp4 + zip', bytes: join(mp4, zip) },
      { what: 'mp4 with a zip in free space', bytes: join(mp4, box('free', zip)) },
      { what: 'mp4 with html in free space', bytes: join(mp4, box('free', text(HTML))) },
      { what: 'mp4 with php in its notes', bytes: join(mp4, box('udta', text(PHP))) },
      { what: 'webm + zip', bytes: join(webm, zip) },
      { what: 'webm + html', bytes: join(webm, text(HTML)) },
    ],
  }
}

/** Files that look like a film and hold none. */
export async function noFilms(): Promise<Hostile[]> {
  const mp4 = await makeFilm('mp4')
  const changed = (from: string, to: string) => {
    const copy = Buffer.from(mp4) as Bytes
    for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'latin1')
    return copy
  }
  return [
    { what: 'mp4 of a header alone', bytes: text('\0\0\0\x18ftypisom\0\0\0\0isommp41') },
    { what: 'mp4 without samples', bytes: changed('stsz', 'xxxx') },
    { what: 'mp4 without data', bytes: changed('mdat', 'free') },
    { what: 'webm of a header alone', bytes: text('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm') },
  ]
}
