/** The thread that draws a cart as a PDF: a table in the style of the catalogue. */

import { workerData } from 'node:worker_threads'
import { formatCount, formatPesos } from '../../../contract/amounts.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { sendDocument } from '../../lib/document-thread.ts'
import { PAPER } from '../catalogue-files/catalogue-pages.rules.ts'
import {
  artifact,
  type Document,
  drawFoot,
  drawPhoto,
  drawRunningHead,
  drawSign,
  INSIDE,
  openPdf,
  type Structure,
  write,
} from '../drawing/draw-page.ts'
import {
  NOT_SOLD,
  QUOTATION_TITLE,
  type Quotation,
  type QuotationLine,
  type QuotationPdfTask,
} from './quotation.types.ts'

const { margin: MARGIN } = PAPER
const PICTURE = 42
const PAD = 4
const GAP = 8
const BOTTOM = PAPER.height - MARGIN - PAPER.footer
/** Where the table begins on each page after the first. */
const TOP = MARGIN + PAPER.header
const HEADINGS_HEIGHT = 22
const TOTAL_HEIGHT = 44

type ColumnName = 'picture' | 'code' | 'description' | 'quantity' | 'unit' | 'subtotal'
interface Column {
  name: ColumnName
  title: string
  x: number
  width: number
  align: 'left' | 'right'
}
/** A line with the height it takes, and its photo. */
interface Row {
  line: QuotationLine
  picture: Uint8Array | null
  height: number
}

/** Makes the PDF of a cart. Without prices there is no amount in it. */
async function makePdf({ quotation, pictures }: QuotationPdfTask): Promise<Uint8Array> {
  const { shopName, client, date, withPrices, lines } = quotation
  const title = `${QUOTATION_TITLE} ${client}`.trim()
  const { doc, body } = openPdf({ title, author: shopName, subject: QUOTATION_TITLE })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const columns = columnsOf(withPrices)
  doc.addPage()
  const tableTop = drawTop(doc, body, quotation)
  const rows = lines.map((line, place): Row => {
    return { line, picture: pictures[place] ?? null, height: rowHeight(doc, columns, line) }
  })
  const pages = pagesOf(rows, tableTop)
  const table = doc.struct('Table')
  body.add(table)
  const foot = [title, withPrices ? `Precios al ${date}` : date].join(' · ')
  for (const [at, page] of pages.entries()) {
    if (at > 0) {
      doc.addPage()
      drawRunningHead(doc, shopName, title)
    }
    let y = at === 0 ? tableTop : TOP
    if (page.length > 0) y = drawHeadings(doc, table, columns, y)
    for (const row of page) y = drawRow(doc, table, columns, row, y)
    if (at === pages.length - 1) {
      table.end()
      drawTotal(doc, body, quotation, y + 12)
    }
    drawFoot(doc, foot, at + 1, pages.length)
  }
  body.end()
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The rows of each page; the last page has room for the total below its rows. */
function pagesOf(rows: readonly Row[], tableTop: number): Row[][] {
  const pages: Row[][] = [[]]
  let y = tableTop + HEADINGS_HEIGHT
  for (const row of rows) {
    if (y + row.height > BOTTOM && pages.at(-1)?.length) {
      pages.push([])
      y = TOP + HEADINGS_HEIGHT
    }
    pages.at(-1)?.push(row)
    y += row.height
  }
  // The total never stands alone: the last row comes along.
  if (y + TOTAL_HEIGHT > BOTTOM) {
    const row = (pages.at(-1)?.length ?? 0) > 1 ? pages.at(-1)?.pop() : undefined
    pages.push(row ? [row] : [])
  }
  return pages
}

function columnsOf(withPrices: boolean): Column[] {
  const wanted: [ColumnName, string, number, Column['align']][] = [
    ['picture', '', PICTURE, 'left'],
    ['code', 'Código', 70, 'left'],
    ['description', 'Descripción', 0, 'left'],
    ['quantity', 'Cantidad', 48, 'right'],
  ]
  if (withPrices) wanted.push(['unit', 'P. unitario', 76, 'right'], ['subtotal', 'Subtotal', 86, 'right'])
  const taken = wanted.reduce((sum, [, , width]) => sum + width, GAP * (wanted.length - 1))
  let x = MARGIN + PAD
  return wanted.map(([name, title, given, align]) => {
    const width = name === 'description' ? INSIDE - 2 * PAD - taken : given
    const column = { name, title, x, width, align }
    x += width + GAP
    return column
  })
}

/** Draws the shop's sign, the recipient and the day; answers where the table begins. */
function drawTop(
  doc: Document,
  body: Structure,
  { shopName, client, cuit, date, withPrices }: Quotation,
): number {
  artifact(doc, () => {
    doc.rect(0, 0, PAPER.width, 8).fill(brandColours.navy)
  })
  const right = { x: MARGIN, width: INSIDE, align: 'right' } as const
  const add = (tag: string, draw: () => void) => body.add(doc.struct(tag, {}, draw))
  add('P', () => drawSign(doc, shopName, MARGIN, MARGIN, 20))
  add('H1', () => {
    write(doc, QUOTATION_TITLE, {
      ...right,
      y: MARGIN + 1,
      font: 'title',
      size: 18,
      colour: brandColours.navy,
    })
  })
  add('P', () => {
    const text = withPrices ? `Precios al ${date}` : date
    write(doc, text, { ...right, y: MARGIN + 25, size: 9.5, colour: brandColours.muted })
  })
  const left = { x: MARGIN, width: INSIDE } as const
  let y = MARGIN + 46
  const name = inFonts(client)
  const nameLook = { font: 'bold', size: 13 } as const
  add('P', () => write(doc, name, { ...left, ...nameLook, y, height: 400 }))
  y += doc
    .font(nameLook.font)
    .fontSize(nameLook.size)
    .heightOfString(name || ' ', { width: INSIDE })
  if (cuit) {
    add('P', () => write(doc, `CUIT ${cuit}`, { ...left, y: y + 2, size: 9.5, colour: brandColours.muted }))
    y += 15
  }
  return y + 14
}

function drawHeadings(doc: Document, table: Structure, columns: readonly Column[], y: number): number {
  artifact(doc, () => {
    doc.roundedRect(MARGIN, y, INSIDE, HEADINGS_HEIGHT, 6).fill(brandColours.navy)
  })
  const row = doc.struct('TR')
  table.add(row)
  for (const { title, ...place } of columns) {
    row.add(
      doc.struct('TH', {}, () => {
        if (title)
          write(doc, title, { ...placeOf(place), y: y + 6, font: 'bold', size: 9, colour: '#ffffff' })
      }),
    )
  }
  row.end()
  return y + HEADINGS_HEIGHT
}

const placeOf = ({ x, width, align }: Pick<Column, 'x' | 'width' | 'align'>) => ({ x, width, align })

const noteOf = ({ note, unitPrice }: QuotationLine): string =>
  inFonts([unitPrice === null && NOT_SOLD, note].filter(Boolean).join('. '))

const TEXT = 9.5
const NOTE = 8.5

function rowHeight(doc: Document, columns: readonly Column[], line: QuotationLine): number {
  const widthOf = (wanted: ColumnName) => columns.find(({ name }) => name === wanted)?.width ?? 0
  const code = doc
    .font('bold')
    .fontSize(TEXT)
    .heightOfString(inFonts(line.code), { width: widthOf('code') })
  return Math.max(PICTURE, code + 4, descriptionHeight(doc, widthOf('description'), line) + 4) + 2 * PAD
}

function descriptionHeight(doc: Document, width: number, line: QuotationLine): number {
  const description = doc.font('text').fontSize(TEXT).heightOfString(inFonts(line.description), { width })
  const note = noteOf(line)
  return description + (note ? doc.fontSize(NOTE).heightOfString(note, { width }) + 3 : 0)
}

function drawRow(doc: Document, table: Structure, columns: readonly Column[], drawn: Row, y: number): number {
  const row = doc.struct('TR')
  table.add(row)
  for (const column of columns) {
    const place = { ...placeOf(column), y: y + PAD + 2, size: TEXT }
    row.add(doc.struct('TD', {}, () => CELLS[column.name](doc, place, drawn)))
  }
  row.end()
  const bottom = y + drawn.height
  artifact(doc, () => {
    doc
      .moveTo(MARGIN, bottom)
      .lineTo(MARGIN + INSIDE, bottom)
      .lineWidth(0.7)
      .stroke(brandColours.line)
  })
  return bottom
}

interface Place {
  x: number
  y: number
  width: number
  align: 'left' | 'right'
  size: number
}

/** How each column draws a line of the cart; `y` is the top of the text. */
const CELLS: Record<ColumnName, (doc: Document, place: Place, row: Row) => void> = {
  picture: (doc, { x, y }, { picture }) => {
    drawPhoto(doc, picture, { x, y: y - 2, width: PICTURE, height: PICTURE })
  },
  code: (doc, place, { line }) => {
    write(doc, inFonts(line.code), { ...place, font: 'bold', colour: brandColours.navy, height: 400 })
  },
  description: (doc, place, { line }) => {
    write(doc, inFonts(line.description), { ...place, height: 400 })
    const note = noteOf(line)
    if (note)
      write(doc, note, { ...place, y: doc.y + 3, size: NOTE, colour: brandColours.muted, height: 700 })
  },
  quantity: (doc, place, { line }) => {
    write(doc, formatCount(line.quantity), place)
  },
  unit: (doc, place, { line: { unitPrice } }) => {
    if (unitPrice !== null) write(doc, formatPesos(unitPrice), place)
  },
  subtotal: (doc, place, { line: { unitPrice, quantity } }) => {
    if (unitPrice !== null)
      write(doc, formatPesos(lineAmount(unitPrice, quantity)), { ...place, font: 'bold' })
  },
}

function drawTotal(doc: Document, body: Structure, { lines, withPrices, total }: Quotation, y: number): void {
  const place = { x: MARGIN + PAD, width: INSIDE - 2 * PAD }
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const articles = lines.length === 1 ? '1 artículo' : `${formatCount(lines.length)} artículos`
  const amount = `${articles}, ${units === 1 ? '1 unidad' : `${formatCount(units)} unidades`}`
  body.add(
    doc.struct('P', {}, () =>
      write(doc, amount, { ...place, y: y + 4, size: TEXT, colour: brandColours.muted }),
    ),
  )
  if (!withPrices) return
  body.add(
    doc.struct('P', {}, () =>
      write(doc, `Total ${formatPesos(total)}`, { ...place, y, font: 'bold', size: 15, align: 'right' }),
    ),
  )
}

sendDocument(await makePdf(workerData as QuotationPdfTask))
