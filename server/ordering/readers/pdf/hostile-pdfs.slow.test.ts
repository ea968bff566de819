import { monitorEventLoopDelay } from 'node:perf_hooks'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Printed, pdfOf, printedPdf } from '../../../test/printed-pdf.ts'
import { readUpload } from './read-upload.service.ts'

const BOUNDS = {
  maxRows: 5_100,
  columns: 40,
  unpackedBytes: 2 ** 20,
  partBytes: 2 ** 20,
  csvBytes: 2 ** 20,
  milliseconds: 5_000,
}
const refusalOf = (bytes: Buffer) =>
  readUpload(bytes, BOUNDS, { key: 1 }).then(
    (sheets) => `read: ${JSON.stringify(sheets).slice(0, 400)}`,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const withContent = (filter: string, content: Uint8Array, font = FONT): Buffer =>
  pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      PAGE,
      `<< /Length ${content.length} ${filter} >>`,
      font,
    ],
    new Map([[3, content]]),
  )
const packed = (text: string | Buffer) => deflateSync(text)
const FLATE = '/Filter /FlateDecode'

const TEXTS: Printed[] = [
  ['Código', 40, 40],
  ['Cantidad', 140, 40],
  ['00123', 40, 54],
  ['12', 140, 54],
]

describe('a PDF that is not what it says', () => {
  test('a picture is told as one, with a way on', async () => {
    expect(await refusalOf(await printedPdf([[], []]))).toMatch(/^MALFORMED: Este PDF es una imagen: .*Pedido rápido/)
  })
  test('a password', async () => {
    expect(await refusalOf(await printedPdf([TEXTS], { password: 'x' }))).toBe(
      'MALFORMED: El PDF está protegido con contraseña: guárdelo sin contraseña',
    )
  })
  test('a file that is cut', async () => {
    const whole = await printedPdf([TEXTS])
    expect(await refusalOf(whole.subarray(0, whole.length - 200))).toMatch(/^MALFORMED: El PDF está cortado/)
  })
  test('nothing but a beginning and an end', async () => {
    expect(await refusalOf(Buffer.from('%PDF-1.7\nnada\n%%EOF'))).toMatch(/^MALFORMED: El PDF está dañado/)
  })
  test('a table of places that is wrong is mended, or told as damage, never as another order', async () => {
    const whole = await printedPdf([TEXTS])
    const broken = Buffer.from(whole.toString('latin1').replace(/(\d{10}) 00000 n/g, '0000000007 00000 n'), 'latin1')
    expect(await refusalOf(broken)).toMatch(/00123|^MALFORMED: El PDF está dañado/)
  })
  test('a content that is damaged', async () => {
    const content = packed('BT /F 9 Tf 40 700 Td (00123) Tj ET '.repeat(2_000))
    content.fill(0xff, content.length / 2)
    expect(await refusalOf(withContent(FLATE, content))).toMatch(/^MALFORMED/)
  })
  test('letters of a font that does not say which they are', async () => {
    const own =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Zz /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>'
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Zz /Encoding /Identity-H /DescendantFonts [${own}] >>`
    const content = Buffer.from('BT /F 9 Tf 40 700 Td <001300140015> Tj 100 0 Td <00160017> Tj ET')
    expect(await refusalOf(withContent('', content, font))).toMatch(/^MALFORMED: Las letras de este PDF/)
  })
})

describe('a PDF that was made to harm', () => {
  const bombs: [string, () => Buffer | Promise<Buffer>][] = [
    ['a gigabyte of blanks in one stream', () => withContent(FLATE, packed(Buffer.alloc(2 ** 30, ' ')))],
    [
      'the same, packed twice',
      () => withContent('/Filter [/FlateDecode /FlateDecode]', packed(packed(Buffer.alloc(2 ** 30, ' ')))),
    ],
    [
      'three million texts',
      () => withContent(FLATE, packed(`BT /F 9 Tf ${'50 50 Td (00123) Tj '.repeat(3_000_000)} ET`)),
    ],
    [
      'ten thousand pages',
      () => {
        const kids = Array.from({ length: 10_000 }, (_, at) => `${at + 3} 0 R`)
        return pdfOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          `<< /Type /Pages /Kids [${kids.join(' ')}] /Count 10000 >>`,
          ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
        ])
      },
    ],
    [
      'pages that hold themselves',
      () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']),
    ],
    ['a list within a list, a hundred thousand times', () => withContent('', Buffer.from('['.repeat(100_000)))],
  ]
  test.each(bombs)('%s', { timeout: 60_000 }, async (_, make) => {
    const bytes = await make()
    const before = process.memoryUsage().rss
    const loop = monitorEventLoopDelay({ resolution: 5 })
    loop.enable()
    const refusal = await refusalOf(bytes)
    loop.disable()
    expect(refusal).toMatch(/^(TOO_LARGE: El PDF|MALFORMED: (El PDF|No se encontró en el PDF))/)
    expect(loop.max / 1e6).toBeLessThan(1_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 2 ** 20)
  })
})
