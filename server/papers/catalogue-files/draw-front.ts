/** The front of a catalogue: its cover, and its index with links. */

import { formatCount } from '../../../contract/amounts.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { artifact, type Document, drawSign, INSIDE, type Structure, write } from '../drawing/draw-page.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { INDEX, type IndexLine, PAPER, type PrintedCatalogue } from './catalogue-pages.rules.ts'

const { margin: MARGIN, width: WIDTH, height: HEIGHT } = PAPER

export const SUBJECT = {
  catalogue: 'Catálogo',
  sheet: 'Catálogo',
  priceList: 'Lista de precios',
  quotation: 'Cotización',
} as const

/** Draws the first page: the shop, the title, how many articles, and the day. */
export function drawCover(
  doc: Document,
  body: Structure,
  { shopName, title, date, kind, withLogo, withPrices }: CatalogueFileTask,
  { pages }: PrintedCatalogue<FileItem>,
): void {
  doc.addPage()
  artifact(doc, () => {
    doc.rect(0, 0, WIDTH, HEIGHT).fill(brandColours.navy)
    doc.circle(WIDTH - 40, 90, 150).fill(brandColours.balls[0])
    doc.circle(WIDTH - 190, 250, 46).fill(brandColours.balls[1])
    doc.circle(70, HEIGHT - 120, 90).fill(brandColours.balls[2])
    doc.circle(190, HEIGHT - 40, 60).fill(brandColours.balls[1])
    doc.roundedRect(MARGIN + 18, 300, INSIDE - 36, 226, 18).fill('#fff')
  })
  const x = MARGIN + 48
  const width = INSIDE - 96
  const articles = pages.reduce((sum, { cards }) => sum + cards.length, 0)
  const sign = doc.struct('P', {}, () => {
    if (withLogo) drawSign(doc, shopName, x, 326, 20)
    else write(doc, SUBJECT[kind], { x, y: 330, width, font: 'bold', size: 14, colour: brandColours.muted })
  })
  const size = sizeFor(doc, inFonts(title), width, 96)
  const below = 372 + doc.heightOfString(inFonts(title), { width })
  const name = doc.struct('H1', {}, () =>
    write(doc, inFonts(title), { x, y: 372, width, height: 98, font: 'title', size }),
  )
  const facts = doc.struct('P', {}, () => {
    const amount = articles === 1 ? '1 artículo' : `${formatCount(articles)} artículos`
    const text = withPrices ? `${amount} · Precios al ${date}` : `${amount} · ${date}`
    write(doc, text, { x, y: below + 14, width, size: 13, colour: brandColours.muted })
  })
  for (const part of [sign, name, facts]) body.add(part)
}

/** The largest size in which a title takes at most `height`. */
function sizeFor(doc: Document, text: string, width: number, height: number): number {
  for (let size = 44; size > 18; size -= 2) {
    if (doc.font('title').fontSize(size).heightOfString(text, { width }) <= height) return size
  }
  return 18
}

const INDENT = { brand: 0, category: 0, subcategory: 12 } as const

/** Draws one page of the index; each line is a link to its place. */
export function drawIndexPage(
  doc: Document,
  body: Structure,
  { index }: PrintedCatalogue<FileItem>,
  page: number,
): void {
  doc.addPage()
  const part = doc.struct('TOC')
  body.add(part)
  const top = MARGIN + 44
  const columnWidth = (INSIDE - 24) / INDEX.columns
  part.add(
    doc.struct('Caption', {}, () =>
      write(doc, page === 0 ? 'Índice' : 'Índice (sigue)', {
        x: MARGIN,
        y: MARGIN,
        width: INSIDE,
        font: 'title',
        size: 22,
        colour: brandColours.navy,
      }),
    ),
  )
  const first = page * INDEX.lines * INDEX.columns
  index.slice(first, first + INDEX.lines * INDEX.columns).forEach((line, place) => {
    const x = MARGIN + Math.floor(place / INDEX.lines) * (columnWidth + 24)
    const y = top + (place % INDEX.lines) * INDEX.lineHeight
    part.add(doc.struct('TOCI', {}, () => drawIndexLine(doc, line, x, y, columnWidth)))
  })
  part.end()
}

function drawIndexLine(doc: Document, line: IndexLine, x: number, y: number, width: number): void {
  const { level, anchor, page } = line
  const font = level === 'subcategory' ? 'text' : 'bold'
  const colour = level === 'brand' ? brandColours.navy : brandColours.ink
  const indent = INDENT[level]
  const text = { x: x + indent, y, width: width - indent - 30, height: 11, font, size: 9, colour } as const
  write(doc, inFonts(line.text), text)
  write(doc, String(page), {
    x: x + width - 28,
    y,
    width: 28,
    size: 9,
    align: 'right',
    colour: brandColours.muted,
  })
  doc.goTo(x, y - 1, width, INDEX.lineHeight, anchor)
}
