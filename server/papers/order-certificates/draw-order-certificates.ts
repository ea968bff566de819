/** Draws the first pages of an order's certificates: which are included and on which page, and which are missing. */

import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { PAPER } from '../catalogue-files/catalogue-pages.rules.ts'
import { type Document, drawFoot, drawSign, dress, INSIDE, openPdf, paletteOf, write } from '../drawing/draw-page.ts'
import {
  CERTIFICATES_TITLE,
  type CertificateOfLine,
  type OrderCertificatesTask,
  type Outcome,
} from './order-certificates.types.ts'

const { margin: MARGIN, width: WIDTH, height: HEIGHT } = PAPER
const ROW = 20
const BOTTOM = HEIGHT - MARGIN - 28
const CODE = 96

/** A line of the list: the text at its right edge, and whether that text is a warning. */
interface Row {
  line: CertificateOfLine
  right: string
  warns: boolean
}
interface Part {
  title: string
  rows: readonly Row[]
  /** Null: the shop's own. */
  colour: string | null
}

/** The pages that come before the certificates; `certificatePages` is how many follow, `logos` are the face's pictures. */
export async function drawFirstPages(
  task: OrderCertificatesTask,
  outcomes: ReadonlyMap<string, Outcome>,
  certificatePages: number,
  logos: ReadonlyMap<string, Uint8Array | null>,
): Promise<Uint8Array> {
  // Page numbers of certificates depend on how many pages come before them.
  const pages = countPages(task, outcomes)
  return toBytes(task.face.name, (doc) => {
    dress(doc, task.face, logos)
    const lastPage = pages + certificatePages
    let number = 0
    const label = `${task.face.name} · ${CERTIFICATES_TITLE} ${task.orderId}`
    const foot = () => drawFoot(doc, label, ++number, lastPage)
    let y = drawTop(doc, task, outcomes)
    for (const part of partsOf(task, outcomes, pages)) {
      if (y + 30 + ROW > BOTTOM) y = nextPage(doc, foot)
      y = drawHeading(doc, part, y)
      for (const row of part.rows) {
        if (y + ROW > BOTTOM) y = nextPage(doc, foot)
        drawRow(doc, row, y)
        y += ROW
      }
      y += 18
    }
    foot()
  })
}

/** Draws a picture as a page of its own, as large as it fits. @throws for bytes that are no picture */
export const drawPicturePage = (bytes: Uint8Array): Promise<Uint8Array> =>
  toBytes('', (doc) => {
    doc.addPage()
    doc.image(Buffer.from(bytes), MARGIN, MARGIN, {
      fit: [INSIDE, HEIGHT - 2 * MARGIN],
      align: 'center',
      valign: 'center',
    })
  })

async function toBytes(author: string, draw: (doc: Document) => void): Promise<Uint8Array> {
  const { doc, body } = openPdf({ title: CERTIFICATES_TITLE, author, subject: CERTIFICATES_TITLE })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  draw(doc)
  body.end()
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** How many first pages there are: it follows the steps of the drawing, without drawing. */
function countPages(task: OrderCertificatesTask, outcomes: ReadonlyMap<string, Outcome>): number {
  let pages = 1
  let y = TOP
  for (const { rows } of partsOf(task, outcomes, 0)) {
    if (y + 30 + ROW > BOTTOM) {
      pages++
      y = MARGIN + 10
    }
    y += 30
    for (const _ of rows) {
      if (y + ROW > BOTTOM) {
        pages++
        y = MARGIN + 10
      }
      y += ROW
    }
    y += 18
  }
  return pages
}

function partsOf(
  { lines }: OrderCertificatesTask,
  outcomes: ReadonlyMap<string, Outcome>,
  pagesBefore: number,
): Part[] {
  const row = (line: CertificateOfLine, right: string, warns: boolean): Row => ({ line, right, warns })
  const missing = lines.filter(({ file }) => file === null).map((line) => row(line, '', false))
  const refused: Row[] = []
  const included: Row[] = []
  for (const line of lines) {
    const outcome = line.file === null ? undefined : outcomes.get(line.file)
    if (!outcome) continue
    if ('why' in outcome) {
      refused.push(row(line, outcome.why, true))
      continue
    }
    const until = line.expires && `${line.expired ? 'venció el' : 'vence el'} ${line.expires}`
    const page = `pág. ${pagesBefore + outcome.page + 1}`
    included.push(row(line, [line.kind, until, page].filter(Boolean).join(' · '), line.expired))
  }
  const parts = [
    { title: `Sin certificado (${missing.length})`, rows: missing, colour: WARNING },
    { title: `No se pudieron incluir (${refused.length})`, rows: refused, colour: WARNING },
    { title: `En este documento (${included.length})`, rows: included, colour: null },
  ]
  return parts.filter(({ rows }) => rows.length > 0)
}

const WARNING = '#b3261e'
/** Where the list begins on the first page. */
const TOP = MARGIN + 142

function drawTop(doc: Document, task: OrderCertificatesTask, outcomes: ReadonlyMap<string, Outcome>): number {
  const { face, orderId, erpNumber, client, orderedOn, date, lines } = task
  doc.addPage()
  doc.rect(0, 0, WIDTH, 8).fill(paletteOf(doc).navy)
  drawSign(doc, face.name, { x: MARGIN, y: MARGIN + 4, size: 16, width: 400 })
  write(doc, date, {
    x: MARGIN,
    y: MARGIN + 8,
    width: INSIDE,
    size: 10,
    colour: brandColours.muted,
    align: 'right',
  })
  write(doc, CERTIFICATES_TITLE, {
    x: MARGIN,
    y: MARGIN + 38,
    width: INSIDE,
    font: 'title',
    size: 26,
    colour: paletteOf(doc).navy,
  })
  const numbers = [`Nro WEB ${orderId}`, erpNumber !== null && `Nro Pedido ${erpNumber}`, orderedOn]
  const about = inFonts([...numbers, client].filter(Boolean).join(' · '))
  write(doc, about, {
    x: MARGIN,
    y: MARGIN + 76,
    width: INSIDE,
    size: 11,
    height: 14,
    colour: brandColours.ink,
  })
  const includedCount = lines.filter(({ file }) => file !== null && 'page' in (outcomes.get(file) ?? {})).length
  const text =
    lines.length === 1
      ? `${includedCount === 1 ? 'El artículo tiene' : 'El artículo no tiene'} su certificado en este documento.`
      : `${includedCount} de ${lines.length} artículos tienen su certificado en este documento.`
  write(doc, text, { x: MARGIN, y: MARGIN + 98, width: INSIDE, size: 11, colour: brandColours.muted })
  return TOP
}

function nextPage(doc: Document, foot: () => void): number {
  foot()
  doc.addPage()
  return MARGIN + 10
}

function drawHeading(doc: Document, { title, colour }: Part, y: number): number {
  doc.roundedRect(MARGIN, y, INSIDE, 24, 5).fill(colour ?? paletteOf(doc).navy)
  write(doc, title, { x: MARGIN + 10, y: y + 6, width: INSIDE - 20, font: 'bold', size: 11, colour: '#fff' })
  return y + 30
}

function drawRow(doc: Document, { line, right, warns }: Row, y: number): void {
  const size = 9.5
  const space = right === '' ? 0 : doc.font('text').fontSize(size).widthOfString(inFonts(right)) + 14
  write(doc, inFonts(line.code), {
    x: MARGIN + 10,
    y: y + 4,
    width: CODE - 6,
    height: 12,
    font: 'bold',
    size,
  })
  write(doc, inFonts(line.description), {
    x: MARGIN + 10 + CODE,
    y: y + 4,
    width: Math.max(60, INSIDE - 20 - CODE - space),
    height: 12,
    size,
  })
  if (right !== '')
    write(doc, inFonts(right), {
      x: MARGIN + 10,
      y: y + 4,
      width: INSIDE - 20,
      size,
      align: 'right',
      colour: warns ? WARNING : brandColours.muted,
    })
  doc
    .moveTo(MARGIN, y + ROW - 1)
    .lineTo(WIDTH - MARGIN, y + ROW - 1)
    .lineWidth(0.6)
    .stroke(brandColours.line)
}
