/** The thread that draws a quotation as a PDF. */
import { workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import { lineAmount } from '../../../contract/rules.ts'
import { sendDocument } from '../../document-thread.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { count, pesos } from './pdf-text.rules.ts'
import {
  NOT_SOLD,
  QUOTATION_TITLE,
  type Quotation,
  type QuotationLine,
  type QuotationPdfTask,
} from './quotation.types.ts'

type Document = InstanceType<typeof PDFDocument>

// Points; 72 are an inch. A4 is 595 × 842.
const MARGIN = 36
const PICTURE = 52
const PAD = 5
const GAP = 8
const FOOTER = 24
const INK = '#161A2B'
const MUTED = '#596074'
const LINE = '#E1E5EE'
const NAVY = '#142873'
const SHADE = '#F5F6FA'
const BALLS = ['#FFC425', '#F25F4C', '#36B25A']

interface Column {
  title: string
  x: number
  width: number
  align: 'left' | 'right'
}
type ColumnName = 'picture' | 'code' | 'description' | 'quantity' | 'unit' | 'subtotal'

/** Makes the PDF of a cart. Without prices there is no amount in it. */
async function makePdf({ quotation, pictures }: QuotationPdfTask): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: {
      Title: `${QUOTATION_TITLE} ${inFonts(quotation.client)}`,
      Author: inFonts(quotation.shopName),
    },
    lang: 'es-AR',
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  drawQuotation(doc, quotation, pictures)
  drawFooters(doc, quotation)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function drawQuotation(doc: Document, quotation: Quotation, pictures: QuotationPdfTask['pictures']): void {
  const columns = columnsOf(doc, quotation.withPrices)
  let y = drawHeadings(doc, columns, drawTop(doc, quotation))
  quotation.lines.forEach((line, place) => {
    const height = rowHeight(doc, columns, line)
    if (y + height > bottomOf(doc)) y = drawHeadings(doc, columns, newPage(doc))
    drawRow(doc, columns, line, pictures[place] ?? null, y, height)
    y += height
  })
  if (y + 40 > bottomOf(doc)) y = newPage(doc)
  drawTotal(doc, quotation, y + 10)
}

const bottomOf = (doc: Document) => doc.page.height - MARGIN - FOOTER

function newPage(doc: Document): number {
  doc.addPage()
  return MARGIN
}

function columnsOf(doc: Document, withPrices: boolean): Map<ColumnName, Column> {
  const wanted: [ColumnName, string, number, Column['align']][] = [
    ['picture', '', PICTURE, 'left'],
    ['code', 'Código', 66, 'left'],
    ['description', 'Descripción', 0, 'left'],
    ['quantity', 'Cantidad', 48, 'right'],
  ]
  if (withPrices) wanted.push(['unit', 'P. unitario', 72, 'right'], ['subtotal', 'Subtotal', 84, 'right'])
  const inside = doc.page.width - 2 * MARGIN - 2 * PAD
  const taken = wanted.reduce((sum, [, , width]) => sum + width, GAP * (wanted.length - 1))
  const columns = new Map<ColumnName, Column>()
  let x = MARGIN + PAD
  for (const [name, title, given, align] of wanted) {
    const width = name === 'description' ? inside - taken : given
    columns.set(name, { title, x, width, align })
    x += width + GAP
  }
  return columns
}

/** The shop's sign, for whom and when; answers where the table begins. */
function drawTop(doc: Document, { shopName, client, cuit, date }: Quotation): number {
  const width = doc.page.width - 2 * MARGIN
  BALLS.forEach((colour, place) => {
    doc.circle(MARGIN + 6 + place * 14, MARGIN + 9, 5.5).fill(colour)
  })
  doc.font('Helvetica-Bold').fontSize(20).fillColor(NAVY)
  doc.text(inFonts(shopName), MARGIN + 50, MARGIN, { width: width / 2, height: 22, ellipsis: true })
  doc.fontSize(15).text(QUOTATION_TITLE, MARGIN, MARGIN + 3, { width, align: 'right' })
  doc.font('Helvetica').fontSize(10).fillColor(MUTED)
  doc.text(date, MARGIN, MARGIN + 22, { width, align: 'right' })
  doc.font('Helvetica-Bold').fontSize(12).fillColor(INK)
  doc.text(inFonts(client), MARGIN, MARGIN + 44, { width })
  doc.font('Helvetica').fontSize(10).fillColor(MUTED)
  if (cuit) doc.text(`CUIT ${cuit}`, MARGIN, doc.y + 2, { width })
  return doc.y + 14
}

function drawHeadings(doc: Document, columns: Map<ColumnName, Column>, y: number): number {
  doc.rect(MARGIN, y, doc.page.width - 2 * MARGIN, 20).fill(NAVY)
  doc.font('Helvetica-Bold').fontSize(9).fillColor('#fff')
  for (const column of columns.values()) cell(doc, column, column.title, y + 6)
  return y + 20
}

const cell = (doc: Document, { x, width, align }: Column, text: string, y: number, more: object = {}) =>
  doc.text(text, x, y, { width, align, ...more })

const noteOf = ({ note, unitPrice }: QuotationLine): string =>
  inFonts([unitPrice === null && NOT_SOLD, note].filter(Boolean).join('. '))

function rowHeight(doc: Document, columns: Map<ColumnName, Column>, line: QuotationLine): number {
  const width = columns.get('description')?.width ?? 0
  const codeWidth = columns.get('code')?.width ?? 0
  doc.font('Helvetica').fontSize(10)
  const description = doc.heightOfString(inFonts(line.description), { width })
  const code = doc.heightOfString(inFonts(line.code), { width: codeWidth })
  doc.fontSize(8.5)
  const note = noteOf(line) ? doc.heightOfString(noteOf(line), { width }) + 3 : 0
  return Math.max(PICTURE, code, description + note) + 2 * PAD
}

function drawRow(
  doc: Document,
  columns: Map<ColumnName, Column>,
  line: QuotationLine,
  picture: Uint8Array | null,
  y: number,
  height: number,
): void {
  const top = y + PAD + 2
  const at = (name: ColumnName, draw: (column: Column) => void) => {
    const column = columns.get(name)
    if (column) draw(column)
  }
  at('picture', ({ x }) => drawPicture(doc, picture, x, y + PAD))
  doc.font('Helvetica').fontSize(10).fillColor(INK)
  at('code', (column) => cell(doc, column, inFonts(line.code), top))
  at('quantity', (column) => cell(doc, column, count(line.quantity), top))
  if (line.unitPrice !== null) {
    const { unitPrice, quantity } = line
    at('unit', (column) => cell(doc, column, pesos(unitPrice), top))
    at('subtotal', (column) => cell(doc, column, pesos(lineAmount(unitPrice, quantity)), top))
  }
  at('description', (column) => {
    cell(doc, column, inFonts(line.description), top)
    doc.fontSize(8.5).fillColor(MUTED)
    if (noteOf(line)) cell(doc, column, noteOf(line), doc.y + 3)
  })
  const bottom = y + height
  doc
    .moveTo(MARGIN, bottom)
    .lineTo(doc.page.width - MARGIN, bottom)
    .lineWidth(0.7)
    .stroke(LINE)
}

function drawPicture(doc: Document, picture: Uint8Array | null, x: number, y: number): void {
  const place = { fit: [PICTURE, PICTURE], align: 'center', valign: 'center' } as const
  try {
    if (picture) {
      doc.image(Buffer.from(picture), x, y, { ...place, fit: [PICTURE, PICTURE] })
      return
    }
  } catch {
    // A picture that can't be read is one less, not no document.
  }
  doc.roundedRect(x, y, PICTURE, PICTURE, 4).fill(SHADE)
}

function drawTotal(doc: Document, { lines, withPrices, total }: Quotation, y: number): void {
  const width = doc.page.width - 2 * MARGIN - 2 * PAD
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const articles = lines.length === 1 ? '1 artículo' : `${count(lines.length)} artículos`
  doc.font('Helvetica').fontSize(10).fillColor(MUTED)
  doc.text(`${articles}, ${units === 1 ? '1 unidad' : `${count(units)} unidades`}`, MARGIN + PAD, y + 3)
  if (!withPrices) return
  doc.font('Helvetica-Bold').fontSize(14).fillColor(INK)
  doc.text(`Total ${pesos(total)}`, MARGIN + PAD, y, { width, align: 'right' })
}

function drawFooters(doc: Document, { shopName, client }: Quotation): void {
  const { start, count: pages } = doc.bufferedPageRange()
  const left = [shopName, client].map(inFonts).filter(Boolean).join(' · ')
  for (let page = start; page < start + pages; page++) {
    doc.switchToPage(page)
    // Text below the margin would begin a page of its own.
    doc.page.margins.bottom = 0
    const width = doc.page.width - 2 * MARGIN
    const y = doc.page.height - MARGIN - 8
    doc.font('Helvetica').fontSize(8.5).fillColor(MUTED)
    doc.text(left, MARGIN, y, { width: width - 90, height: 10, ellipsis: true })
    doc.text(`Página ${page - start + 1} de ${pages}`, MARGIN, y, { width, align: 'right', lineBreak: false })
  }
}

sendDocument(await makePdf(workerData as QuotationPdfTask))
