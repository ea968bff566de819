/** Draws a paper for a client or the depot: the shop's head, whom it is for, a table of lines, what they come to. */

import { formatCount, formatPesos } from '../../../contract/amounts.ts'
import { totalLabelOf } from '../../../contract/order-text.ts'
import { vatRows } from '../../../contract/vat.ts'
import { inFonts, linesInFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { picturesOfFace } from '../../lib/face.ts'
import { PAPER } from '../catalogue-files/catalogue-pages.rules.ts'
import {
  addSign,
  artifact,
  type Document,
  drawFoot,
  drawPhoto,
  drawRunningHead,
  dress,
  INSIDE,
  openPdf,
  paletteOf,
  type Structure,
  write,
} from '../drawing/draw-page.ts'
import {
  amountOf,
  countsInWords,
  discountOf,
  packsAndLoose,
  packsOf,
  priceInWords,
  saleUnitsInWords,
} from './trade-paper.rules.ts'
import { type Fact, NOT_SOLD, type PaperLine, type TradePaper } from './trade-paper.types.ts'

const { margin: MARGIN } = PAPER
const PICTURE = 42
const PAD = 4
const GAP = 8
const BOTTOM = PAPER.height - MARGIN - PAPER.footer
/** Where the table begins on each page after the first. */
const TOP = MARGIN + PAPER.header
const HEADINGS_HEIGHT = 22
const TEXT = 9.5
const SMALL = 8.5
/** Of what stands below a figure. */
const BELOW = 7.5
const TICK = 12
/** Width of the labels of facts. */
const LABEL = 78
const TO_SIGN = ['Preparó', 'Controló', 'Bultos despachados'] as const

type ColumnName =
  | 'tick'
  | 'picture'
  | 'code'
  | 'description'
  | 'quantity'
  | 'quantityAndPacks'
  | 'packs'
  | 'loose'
  | 'unit'
  | 'subtotal'
interface Column {
  name: ColumnName
  title: string
  x: number
  width: number
  align: 'left' | 'right'
}
/** A line with the height it takes. */
interface Row {
  line: PaperLine
  height: number
}
/** The JPEG of each named picture; null for one that is not stored. */
export type PicturesOf = (names: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array | null>>

/**
 * Opens the PDF of a paper, to be read while `draw` writes it. Pictures are asked for page by page. Without prices there is
 * no amount in it.
 */
export function openTradePaper(paper: TradePaper): {
  doc: Document
  /** @param told is called after each page, with the lines drawn so far */
  draw: (picturesOf: PicturesOf, told?: (lines: number) => void) => Promise<void>
} {
  const title = titleOf(paper)
  const { doc, body } = openPdf({ title, author: paper.shop.name, subject: paper.title })
  return {
    doc,
    async draw(picturesOf, told) {
      const { face } = paper.shop
      dress(doc, face, await picturesOf(picturesOfFace(face)))
      const columns = columnsOf(doc, paper)
      doc.addPage()
      const tableTop = drawTop(doc, body, paper)
      const rows = paper.lines.map((line): Row => ({ line, height: rowHeight(doc, columns, line) }))
      const pages = pagesOf(rows, tableTop, tailHeight(doc, paper))
      const table = doc.struct('Table')
      body.add(table)
      const foot = [title, paper.client, paper.days[0]?.[1], paper.shop.legend].filter(Boolean).join(' · ')
      let drawn = 0
      for (const [at, page] of pages.entries()) {
        const pictures = await picturesOf(picturesIn(page))
        if (at > 0) {
          doc.addPage()
          drawRunningHead(doc, paper.shop.name, title)
        }
        let y = at === 0 ? tableTop : TOP
        // Read aloud once: on the next pages they are for the eye.
        if (page.length > 0) y = drawHeadings(doc, at === 0 ? table : null, columns, y)
        for (const row of page) y = drawRow(doc, table, columns, row, pictures, y)
        if (at === pages.length - 1) {
          table.end()
          drawTail(doc, body, paper, y + 12)
        }
        drawFoot(doc, foot, at + 1, pages.length)
        drawn += page.length
        told?.(drawn)
      }
      body.end()
      doc.end()
    },
  }
}

const titleOf = ({ title, number }: TradePaper): string => [title, number].filter(Boolean).join(' ')

const picturesIn = (rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ line }) => line.picture).filter((name) => name !== null)),
]

/** The rows of each page; the last page has room for what stands below the table. */
function pagesOf(rows: readonly Row[], tableTop: number, tail: number): Row[][] {
  const pages: Row[][] = [[]]
  let y = tableTop + HEADINGS_HEIGHT
  for (const row of rows) {
    const isFresh = pages.at(-1)?.length === 0 && (pages.length > 1 || tableTop < PAPER.height / 2)
    if (y + row.height > BOTTOM && !isFresh) {
      pages.push([])
      y = TOP + HEADINGS_HEIGHT
    }
    pages.at(-1)?.push(row)
    y += row.height
  }
  // The total never stands alone: the last row comes along.
  if (y + tail > BOTTOM) {
    const row = (pages.at(-1)?.length ?? 0) > 1 ? pages.at(-1)?.pop() : undefined
    pages.push(row ? [row] : [])
  }
  return pages
}

/** The columns of the table, none wider than its texts: what they leave is the description's. */
function columnsOf(doc: Document, { kind, withPictures, lines }: TradePaper): Column[] {
  const hasQuantities = lines.some(({ quantity }) => quantity !== null)
  const wanted: [ColumnName, string, number, Column['align']][] = []
  /** The width of a column, at most `most`, for its heading and for each line what stands in it and below that. */
  const within = (most: number, heading: string, textsOf: (line: PaperLine) => [text: string, below?: string]) => {
    const width = (text: string, font: 'text' | 'bold', size: number) =>
      doc.font(font).fontSize(size).widthOfString(text)
    let widest = width(heading, 'bold', 9)
    for (const line of lines) {
      const [text, below = ''] = textsOf(line)
      widest = Math.max(widest, width(text, 'bold', TEXT), width(below, 'text', BELOW))
    }
    return Math.min(most, Math.ceil(widest) + 1)
  }
  const pesos = (cents: number | null) => (cents === null ? '' : formatPesos(cents))
  if (kind === 'packing') wanted.push(['tick', '', TICK, 'left'])
  if (withPictures && lines.some(({ picture }) => picture !== null)) wanted.push(['picture', '', PICTURE, 'left'])
  wanted.push(['code', 'Código', within(70, 'Código', ({ code }) => [inFonts(code)]), 'left'])
  wanted.push(['description', 'Descripción', 0, 'left'])
  if (kind === 'packing') {
    wanted.push(['packs', 'Bultos', 48, 'right'], ['loose', 'Sueltas', 48, 'right'])
    wanted.push(['quantity', 'Unidades', 54, 'right'])
  } else if (hasQuantities) {
    const textsOf = (line: PaperLine): [string, string] => [formatCount(line.quantity ?? 0), inFonts(packsOf(line))]
    wanted.push(['quantityAndPacks', 'Cantidad', within(76, 'Cantidad', textsOf), 'right'])
  }
  if (kind === 'prices') {
    const textsOf = (line: PaperLine): [string, string] => [
      line.price ? pesos(line.price.unit) : 'Consultar',
      inFonts(priceInWords(line)),
    ]
    wanted.push(['unit', 'P. unitario', within(88, 'P. unitario', textsOf), 'right'])
  }
  if (kind === 'prices' && hasQuantities)
    wanted.push(['subtotal', 'Subtotal', within(82, 'Subtotal', (line) => [pesos(amountOf(line))]), 'right'])
  const taken = wanted.reduce((sum, [, , width]) => sum + width, GAP * (wanted.length - 1))
  let x = MARGIN + PAD
  return wanted.map(([name, title, given, align]) => {
    const width = name === 'description' ? INSIDE - 2 * PAD - taken : given
    const column = { name, title, x, width, align }
    x += width + GAP
    return column
  })
}

/** Draws the shop, the paper's name and days, whom it is for and what was agreed; answers where the table begins. */
function drawTop(doc: Document, body: Structure, paper: TradePaper): number {
  const { shop, title, number, days } = paper
  artifact(doc, () => {
    doc.rect(0, 0, PAPER.width, 8).fill(paletteOf(doc).navy)
  })
  const half = INSIDE / 2 - GAP
  const right = { x: MARGIN + INSIDE / 2 + GAP, width: half, align: 'right' } as const
  const add = (tag: string, draw: () => void) => body.add(doc.struct(tag, {}, draw))
  addSign(doc, body, shop.name, { x: MARGIN, y: MARGIN, size: 20, width: INSIDE / 2 })
  let left = MARGIN + 28
  for (const line of shop.lines.map(inFonts)) {
    const look = { font: 'text', size: SMALL, width: INSIDE / 2 } as const
    const at = left
    add('P', () => write(doc, line, { ...look, x: MARGIN, y: at, colour: brandColours.muted, height: 60 }))
    left += textHeight(doc, line, look) + 1
  }
  add('H1', () => {
    write(doc, title, { ...right, y: MARGIN + 1, font: 'title', size: 18, colour: paletteOf(doc).navy })
  })
  let y = MARGIN + 25
  if (number) {
    add('P', () => write(doc, inFonts(number), { ...right, y, font: 'bold', size: 11.5 }))
    y += 16
  }
  for (const [label, value] of days) {
    const at = y
    const text = inFonts(`${label} ${value}`)
    add('P', () => write(doc, text, { ...right, y: at, size: TEXT, colour: brandColours.muted }))
    y += 13
  }
  if (shop.legend) {
    const at = y
    add('P', () => write(doc, shop.legend, { ...right, y: at, font: 'bold', size: SMALL }))
    y += 13
  }
  return drawParties(doc, body, paper, Math.max(left, y) + 10) + 12
}

/** Draws the box with the client on the left and what was agreed on the right, and the observation below it. */
function drawParties(doc: Document, body: Structure, paper: TradePaper, top: number): number {
  const inner = INSIDE / 2 - 10 - GAP
  const name = { text: inFonts(paper.client), font: 'bold', size: 12, width: inner } as const
  const isForSomebody = name.text !== '' || paper.clientFacts.length > 0
  const client = MARGIN + 10
  // Without a client what was agreed stands alone, at the left.
  const places = { client, terms: isForSomebody ? MARGIN + INSIDE / 2 + GAP / 2 : client } as const
  const clientTop = top + 9 + (name.text ? textHeight(doc, name.text, name) + 4 : 0)
  const ends = [clientTop + factsHeight(doc, paper.clientFacts, inner), top + 9 + factsHeight(doc, paper.terms, inner)]
  const bottom = Math.max(...ends) + 7
  artifact(doc, () => {
    doc.roundedRect(MARGIN, top, INSIDE, bottom - top, 6).fill(brandColours.page)
  })
  if (name.text) {
    body.add(doc.struct('H2', {}, () => write(doc, name.text, { ...name, x: places.client, y: top + 9, height: 200 })))
  }
  drawFacts(doc, body, paper.clientFacts, { x: places.client, y: clientTop, width: inner })
  drawFacts(doc, body, paper.terms, { x: places.terms, y: top + 9, width: inner })
  if (!paper.note) return bottom
  const note = linesInFonts(`Observaciones: ${paper.note}`)
  const look = { font: 'text', size: TEXT, width: INSIDE } as const
  body.add(doc.struct('P', {}, () => write(doc, note, { ...look, x: MARGIN, y: bottom + 9, height: NOTE_HEIGHT })))
  return bottom + 9 + Math.min(NOTE_HEIGHT, textHeight(doc, note, look))
}
/** Points that an observation may take: it has at most 500 signs, and lines as `noteLines` leaves them. */
const NOTE_HEIGHT = 400

interface Look {
  font: 'text' | 'bold'
  size: number
  width: number
}
const textHeight = (doc: Document, text: string, { font, size, width }: Look): number =>
  doc
    .font(font)
    .fontSize(size)
    .heightOfString(text || ' ', { width })

const valueLook = (width: number): Look => ({ font: 'text', size: TEXT, width: width - LABEL })
const factHeight = (doc: Document, [, value]: Fact, width: number): number =>
  textHeight(doc, inFonts(String(value)), valueLook(width)) + 2
const factsHeight = (doc: Document, facts: readonly Fact[], width: number): number =>
  facts.reduce((sum, fact) => sum + factHeight(doc, fact, width), 0)

function drawFacts(
  doc: Document,
  body: Structure,
  facts: readonly Fact[],
  { x, y, width }: { x: number; y: number; width: number },
): void {
  for (const fact of facts) {
    const [label, value] = fact
    const at = y
    body.add(
      doc.struct('P', {}, () => {
        write(doc, inFonts(label), { x, y: at + 0.8, width: LABEL, size: SMALL, colour: brandColours.muted })
        write(doc, inFonts(String(value)), { ...valueLook(width), x: x + LABEL, y: at, height: 200 })
      }),
    )
    y += factHeight(doc, fact, width)
  }
}

/** Draws the headings, in the structure of `table`, or for the eye alone. */
function drawHeadings(doc: Document, table: Structure | null, columns: readonly Column[], y: number): number {
  artifact(doc, () => {
    doc.roundedRect(MARGIN, y, INSIDE, HEADINGS_HEIGHT, 6).fill(paletteOf(doc).navy)
  })
  const row = table && doc.struct('TR')
  if (row) table.add(row)
  for (const { title, ...place } of columns) {
    const draw = () => {
      if (title) write(doc, title, { ...placeOf(place), y: y + 6, font: 'bold', size: 9, colour: '#ffffff' })
    }
    // The types of PDFKit lack the scope.
    if (row) row.add(doc.struct('TH', { scope: 'Column' } as object, draw))
    else artifact(doc, draw)
  }
  row?.end()
  return y + HEADINGS_HEIGHT
}

const placeOf = ({ x, width, align }: Pick<Column, 'x' | 'width' | 'align'>) => ({ x, width, align })

/** What stands below a line's description, a text each. */
const remarksOf = (line: PaperLine): string[] =>
  [saleUnitsInWords(line), line.soldOut ? NOT_SOLD : '', line.became ?? '', line.note].filter(Boolean).map(linesInFonts)

function rowHeight(doc: Document, columns: readonly Column[], line: PaperLine): number {
  const column = (wanted: ColumnName) => columns.find(({ name }) => name === wanted)
  const widthOf = (wanted: ColumnName) => column(wanted)?.width ?? 0
  const code = textHeight(doc, inFonts(line.code), { font: 'bold', size: TEXT, width: widthOf('code') })
  const description = descriptionHeight(doc, widthOf('description'), line)
  const figures = column('unit') || column('quantityAndPacks') ? 24 : 16
  return Math.max(column('picture') && line.picture ? PICTURE : 0, code + 4, description + 4, figures) + 2 * PAD
}

const descriptionHeight = (doc: Document, width: number, line: PaperLine): number =>
  remarksOf(line).reduce(
    (sum, remark) => sum + textHeight(doc, remark, { font: 'text', size: SMALL, width }) + 2,
    textHeight(doc, inFonts(line.description), { font: 'text', size: TEXT, width }),
  )

function drawRow(
  doc: Document,
  table: Structure,
  columns: readonly Column[],
  { line, height }: Row,
  pictures: ReadonlyMap<string, Uint8Array | null>,
  y: number,
): number {
  const row = doc.struct('TR')
  table.add(row)
  const picture = line.picture === null ? null : (pictures.get(line.picture) ?? null)
  for (const column of columns) {
    const place = { ...placeOf(column), y: y + PAD + 2, size: TEXT }
    row.add(doc.struct('TD', {}, () => CELLS[column.name](doc, place, line, picture)))
  }
  row.end()
  const bottom = y + height
  artifact(doc, () => {
    doc
      .moveTo(MARGIN, bottom)
      .lineTo(MARGIN + INSIDE, bottom)
      .lineWidth(0.7)
      .stroke(brandColours.line)
  })
  return bottom
}

interface TextBox {
  x: number
  y: number
  width: number
  align: 'left' | 'right'
  size: number
}

/** How each column draws a line; `y` is the top of the text. */
const CELLS: Record<ColumnName, (doc: Document, place: TextBox, line: PaperLine, picture: Uint8Array | null) => void> =
  {
    tick: (doc, { x, y }) => {
      doc
        .rect(x, y - 0.5, TICK, TICK)
        .lineWidth(0.9)
        .stroke(brandColours.ink)
    },
    picture: (doc, { x, y }, line, picture) => {
      if (line.picture) drawPhoto(doc, picture, { x, y: y - 2, width: PICTURE, height: PICTURE })
    },
    code: (doc, place, line) => {
      write(doc, inFonts(line.code), { ...place, font: 'bold', colour: paletteOf(doc).navy, height: 400 })
    },
    description: (doc, place, line) => {
      write(doc, inFonts(line.description), { ...place, height: 400 })
      for (const remark of remarksOf(line)) {
        const y = doc.y + 2
        write(doc, remark, { ...place, y, size: SMALL, colour: brandColours.muted, height: 700 })
      }
    },
    quantity: (doc, place, { quantity }) => {
      if (quantity !== null) writeFigure(doc, formatCount(quantity), { ...place, font: 'bold' })
    },
    quantityAndPacks: (doc, place, line) => {
      if (line.quantity === null) return
      writeFigure(doc, formatCount(line.quantity), { ...place, font: 'bold' })
      writeBelow(doc, packsOf(line), place)
    },
    packs: (doc, place, line) => {
      const { packs } = packsAndLoose(line)
      if (packs > 0) writeFigure(doc, formatCount(packs), { ...place, font: 'bold' })
    },
    loose: (doc, place, line) => {
      const { loose } = packsAndLoose(line)
      if (loose > 0) writeFigure(doc, formatCount(loose), { ...place, font: 'bold' })
    },
    unit: (doc, place, line) => {
      if (line.price === null) {
        if (!line.soldOut) writeFigure(doc, 'Consultar', place)
        return
      }
      writeFigure(doc, formatPesos(line.price.unit), place)
      writeBelow(doc, priceInWords(line), place)
    },
    subtotal: (doc, place, line) => {
      const amount = amountOf(line)
      if (amount !== null) writeFigure(doc, formatPesos(amount), { ...place, font: 'bold' })
    },
  }

/** Writes a figure on one line: one that is wider than its column gets smaller letters, for it must never be parted. */
function writeFigure(doc: Document, text: string, place: TextBox & { font?: 'bold'; colour?: string }): void {
  const taken = doc
    .font(place.font ?? 'text')
    .fontSize(place.size)
    .widthOfString(text)
  const size = taken < place.width ? place.size : (place.size * (place.width - 0.5)) / taken
  write(doc, text, { ...place, y: place.y + (place.size - size) / 2, size })
}

/** Writes a small text below a figure; nothing for ''. */
function writeBelow(doc: Document, text: string, place: TextBox): void {
  if (text) writeFigure(doc, inFonts(text), { ...place, y: place.y + 13, size: BELOW, colour: brandColours.muted })
}

/** The amounts that stand around the total, and the total, which is large; none without prices or quantities. */
function sumsOf(paper: TradePaper): { label: string; value: string; isTotal?: true; isFinal?: true | undefined }[] {
  if (paper.kind !== 'prices' || paper.lines.every(({ quantity }) => quantity === null)) return []
  const discount = discountOf(paper)
  const { otherTotals = [], vat } = paper
  const small = (label: string, cents: number) => ({ label, value: formatPesos(cents) })
  return [
    ...(discount > 0 ? [small('Importe de lista', paper.total + discount), small('Descuentos', -discount)] : []),
    { label: totalLabelOf(otherTotals, vat?.pricesWithVat), value: formatPesos(paper.total), isTotal: true },
    ...(vat ? vatRows(vat.sums, vat.pricesWithVat) : []).map(({ label, cents, isFinal }) => ({
      ...small(label, cents),
      isFinal,
    })),
    ...otherTotals.map(([label, cents]) => small(label, cents)),
  ]
}

const closingLook: Look = { font: 'text', size: TEXT, width: INSIDE - 2 * PAD }

function tailHeight(doc: Document, paper: TradePaper): number {
  const closing = paper.closing.reduce((sum, text) => sum + textHeight(doc, inFonts(text), closingLook) + 4, 0)
  const signed = paper.kind === 'packing' ? 58 : 0
  return 12 + Math.max(18, sumsOf(paper).length * 16 + 8) + closing + signed + 8
}

/** Draws what stands below the table: counts, amounts, closing sentences, and in a packing list where the depot signs. */
function drawTail(doc: Document, body: Structure, paper: TradePaper, top: number): void {
  const place = { x: MARGIN + PAD, width: INSIDE - 2 * PAD }
  const add = (draw: () => void) => body.add(doc.struct('P', {}, draw))
  if (paper.withCounts ?? true)
    add(() => write(doc, countsInWords(paper), { ...place, y: top + 2, size: TEXT, colour: brandColours.muted }))
  let y = top
  const sums = sumsOf(paper)
  for (const { label, value, isTotal, isFinal } of sums) {
    const look = { size: isTotal ? 15 : TEXT, ...((isTotal || isFinal) && { font: 'bold' as const }) }
    const lineTop = y
    add(() => write(doc, `${label} ${value}`, { ...place, ...look, y: lineTop, align: 'right' }))
    y += isTotal ? 24 : 16
  }
  y = Math.max(y, top + 18) + 2
  for (const text of paper.closing.map(inFonts)) {
    const lineTop = y
    add(() => write(doc, text, { ...closingLook, x: place.x, y: lineTop, height: 200 }))
    y += textHeight(doc, text, closingLook) + 4
  }
  if (paper.kind === 'packing') drawSigning(doc, body, y + 34)
}

function drawSigning(doc: Document, body: Structure, y: number): void {
  const width = (INSIDE - 2 * 18) / TO_SIGN.length
  for (const [at, label] of TO_SIGN.entries()) {
    const x = MARGIN + at * (width + 18)
    artifact(doc, () => {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.8)
        .stroke(brandColours.ink)
    })
    body.add(
      doc.struct('P', {}, () => write(doc, label, { x, y: y + 4, width, size: SMALL, colour: brandColours.muted })),
    )
  }
}
