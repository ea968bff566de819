/** PDFs for tests: texts at their places, as other people's programs print them, and files made object by object. */
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A text at a place from the upper left corner; with a width it ends there. */
export type Printed = readonly [text: string, x: number, y: number, right?: 'right']

interface Printing {
  readonly size?: number
  readonly font?: string
  /** Degrees that a viewer turns each page by. */
  readonly rotate?: number
  readonly password?: string
}

/** A PDF with a page for each list of texts. */
export function printedPdf(
  pages: readonly (readonly Printed[])[],
  { size = 9, font = 'Helvetica', rotate = 0, password }: Printing = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...(password && { userPassword: password }) })
  for (const texts of pages) {
    document.addPage()
    if (rotate) Object.assign(document.page.dictionary.data, { Rotate: rotate })
    document.font(font).fontSize(size)
    for (const [text, x, y, right] of texts)
      document.text(text, right ? x - document.widthOfString(text) : x, y, { lineBreak: false })
  }
  document.end()
  return buffer(document)
}

/** A PDF of these objects, the first of them its catalogue; `streams` are the contents of those that have one. */
export function pdfOf(objects: readonly string[], streams: ReadonlyMap<number, Uint8Array> = new Map()): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  let at = length()
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const stream = streams.get(index)
    const body = stream
      ? [
          Buffer.from(`${index + 1} 0 obj\n${object}\nstream\n`),
          Buffer.from(stream),
          Buffer.from('\nendstream\nendobj\n'),
        ]
      : [Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`)]
    for (const part of body) {
      parts.push(part)
      at += part.length
    }
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
