/** The front of a catalogue: its cover, and its index with links. */

import { formatCount } from '../../../contract/amounts.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import {
  addLink,
  addSign,
  artifact,
  type Document,
  drawDarkLogo,
  INSIDE,
  paletteOf,
  type Structure,
  write,
} from '../drawing/draw-page.ts'
import { brandColour } from './brand-colour.rules.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { type IndexLine, indexGrid, PAPER, type PrintedCatalogue } from './catalogue-pages.rules.ts'

const { margin: MARGIN, width: WIDTH, height: HEIGHT } = PAPER

export const SUBJECT = {
  catalogue: 'Catálogo',
  sheet: 'Catálogo',
  priceList: 'Lista de precios',
} as const

/** Draws the first page: what it is, the shop, the brands, how many articles, the day, and how to reach the shop. */
export function drawCover(
  doc: Document,
  body: Structure,
  task: CatalogueFileTask,
  { pages }: PrintedCatalogue<FileItem>,
): void {
  const { face, title, date, kind, withLogo, withPrices } = task
  const cards = pages.flatMap(({ cards }) => cards)
  const brands = [...new Set(cards.map(({ item }) => item.brand))].filter(Boolean)
  doc.addPage()
  artifact(doc, () => {
    doc
      .rect(0, 0, WIDTH, HEIGHT)
      .fill(brands.length === 1 ? brandColour(brands[0] ?? '', paletteOf(doc)) : paletteOf(doc).navy)
    doc.circle(WIDTH - 40, 90, 150).fill(paletteOf(doc).decoration[0])
    doc.circle(WIDTH - 190, 250, 46).fill(paletteOf(doc).decoration[1])
    doc.circle(70, HEIGHT - 120, 90).fill(paletteOf(doc).decoration[2])
    doc.circle(190, HEIGHT - 40, 60).fill(paletteOf(doc).decoration[1])
    doc.roundedRect(MARGIN + 18, 290, INSIDE - 36, 290, 18).fill('#fff')
  })
  const x = MARGIN + 48
  const width = INSIDE - 96
  const add = (tag: string, draw: () => void) => body.add(doc.struct(tag, {}, draw))
  const quiet = { x, width, colour: brandColours.muted } as const
  if (withLogo) addSign(doc, body, face.name, { x, y: 312, size: 18, width })
  const what = SUBJECT[kind]
  if (title !== what) add('P', () => write(doc, what, { ...quiet, y: 350, font: 'bold', size: 15 }))
  const name = inFonts(title)
  const size = sizeFor(doc, name, width, 96)
  const below = 372 + Math.min(98, doc.font('title').fontSize(size).heightOfString(name, { width }))
  add('H1', () => write(doc, name, { x, y: 372, width, height: 98, font: 'title', size }))
  add('P', () => {
    const amount = cards.length === 1 ? '1 artículo' : `${formatCount(cards.length)} artículos`
    const text = withPrices ? `${amount} · Precios al ${date}` : `${amount} · ${date}`
    write(doc, text, { ...quiet, y: below + 8, height: 18, size: 13 })
  })
  if (brands.length > 1)
    add('P', () => write(doc, inFonts(brands.join(' · ')), { ...quiet, y: below + 30, height: 34, size: 10.5 }))
  const contact = contactOf(task)
  if (contact !== '')
    add('P', () =>
      write(doc, inFonts(contact), {
        x,
        y: 548,
        width,
        height: 16,
        font: 'bold',
        size: 10.5,
        colour: paletteOf(doc).navy,
      }),
    )
}

/** How to reach the shop, in one line. */
const contactOf = ({ contact, shopAddress }: CatalogueFileTask): string =>
  [contact.mail, contact.phone, addressInWords(shopAddress)].filter(Boolean).join(' · ')

/** An address as people read it; '' for one that only this machine knows. */
function addressInWords(address: string): string {
  const { hostname, host } = new URL(address)
  return hostname === 'localhost' || hostname === '127.0.0.1' ? '' : host
}

/** A catalogue ends with how to order from it. */
export const hasBack = ({ kind }: CatalogueFileTask): boolean => kind === 'catalogue'

/** Draws the last page: how to order, what the shop's own terms say, and how to reach it. */
export function drawBack(doc: Document, body: Structure, task: CatalogueFileTask): void {
  const { face, withLogo, withPrices, date, terms, contact, shopAddress } = task
  doc.addPage()
  artifact(doc, () => {
    doc.rect(0, HEIGHT - 150, WIDTH, 150).fill(paletteOf(doc).navy)
    doc.circle(WIDTH - 60, HEIGHT - 130, 54).fill(paletteOf(doc).decoration[0])
    doc.circle(WIDTH - 140, HEIGHT - 100, 22).fill(paletteOf(doc).decoration[1])
  })
  const x = MARGIN + 18
  const width = INSIDE - 36
  const add = (tag: string, draw: () => void) => body.add(doc.struct(tag, {}, draw))
  const bottom = HEIGHT - 176
  let y = MARGIN + 24
  const paragraph = (text: string, size: number, gap = 7) => {
    const height = Math.min(doc.font('text').fontSize(size).heightOfString(text, { width }), bottom - y)
    if (height < size) return
    add('P', () => write(doc, text, { x, y, width, height: height + 1, size }))
    y += height + gap
  }
  const heading = (text: string) => {
    add('H1', () => write(doc, text, { x, y, width, font: 'title', size: 19, colour: paletteOf(doc).navy }))
    y += 32
  }
  heading('Cómo pedir')
  const web = addressInWords(shopAddress)
  const steps = [
    'Cada artículo se pide por su código. «De a 12» es el múltiplo en que se vende; «Bulto» son las unidades de la caja cerrada.',
    withPrices && `Los precios son los del ${date}. Los artículos con «Consultar» se cotizan al pedirlos.`,
    web
      ? `Los pedidos se hacen en ${web}, donde se ve la disponibilidad del día.`
      : (contact.phone || contact.mail) && 'Los pedidos se hacen en la tienda, o por los medios que están abajo.',
  ].filter((text) => typeof text === 'string' && text !== '')
  if (terms !== '') for (const step of steps) paragraph(inFonts(step as string), 11)
  else
    for (const [at, step] of steps.entries()) y = drawStep(doc, body, at + 1, inFonts(step as string), { x, y, width })
  if (terms !== '') {
    y += 14
    heading('Condiciones')
    for (const part of terms.split(/\n+/)) paragraph(inFonts(part), 9, 5)
  }
  const foot = { x, width: width - 120 } as const
  const drawName = () => {
    const text = withLogo ? face.name : SUBJECT.catalogue
    const place = { ...foot, y: HEIGHT - 122, height: 26, font: 'title', size: 20, colour: '#ffffff' } as const
    write(doc, inFonts(text), place)
  }
  if (withLogo && face.darkLogo)
    body.add(
      doc.struct('Figure', { alt: inFonts(face.name) }, () => {
        if (!drawDarkLogo(doc, x, HEIGHT - 118, { width: foot.width, height: 34 })) drawName()
      }),
    )
  else add('P', drawName)
  const lines = [contact.phone && `Teléfono ${contact.phone}`, contact.mail, web].filter(Boolean)
  for (const [at, text] of lines.entries())
    add('P', () =>
      write(doc, inFonts(text), {
        ...foot,
        y: HEIGHT - 90 + at * 17,
        height: 15,
        size: 11.5,
        colour: '#ffffff',
      }),
    )
}

/** Draws a step of an order large, with its number, where no terms fill the page; answers where the next one begins. */
function drawStep(
  doc: Document,
  body: Structure,
  number: number,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const look = { x: x + 66, width: width - 86, size: 15 } as const
  const taken = doc.font('text').fontSize(look.size).heightOfString(text, { width: look.width })
  const height = Math.max(56, taken + 28)
  artifact(doc, () => {
    doc.roundedRect(x, y, width, height, 12).fill(paletteOf(doc).tint)
    doc.circle(x + 33, y + height / 2, 17).fill(paletteOf(doc).navy)
  })
  const mark = { x: x + 16, y: y + height / 2 - 10, width: 34, align: 'center', font: 'title', size: 16 } as const
  body.add(
    doc.struct('P', {}, () => {
      write(doc, String(number), { ...mark, colour: '#ffffff' })
      write(doc, text, { ...look, y: y + (height - taken) / 2, height: taken + 2 })
    }),
  )
  return y + height + 14
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
  const { columns, lines, lineHeight } = indexGrid(index.length)
  const columnWidth = (INSIDE - 24) / columns
  part.add(
    doc.struct('Caption', {}, () =>
      write(doc, page === 0 ? 'Índice' : 'Índice (sigue)', {
        x: MARGIN,
        y: MARGIN,
        width: INSIDE,
        font: 'title',
        size: 22,
        colour: paletteOf(doc).navy,
      }),
    ),
  )
  const first = page * lines * columns
  index.slice(first, first + lines * columns).forEach((line, place) => {
    const x = MARGIN + Math.floor(place / lines) * (columnWidth + 24)
    const y = top + (place % lines) * lineHeight
    const entry = doc.struct('TOCI')
    part.add(entry)
    const box = { x, y: y - 1, width: columnWidth, height: lineHeight, to: { place: line.anchor } }
    const contents = `${inFonts(line.text)}, página ${line.page}`
    addLink(doc, entry, { ...box, contents }, () => drawIndexLine(doc, line, x, y, columnWidth))
    entry.end()
  })
  part.end()
}

function drawIndexLine(doc: Document, line: IndexLine, x: number, y: number, width: number): void {
  const { level, page } = line
  const font = level === 'subcategory' ? 'text' : 'bold'
  const colour = level === 'brand' ? brandColour(line.text, paletteOf(doc)) : brandColours.ink
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
}

/** A code with the page where its article stands. */
export interface CodeLine {
  code: string
  page: number
}
const CODES = { columns: 5, lines: 64, lineHeight: 11, size: 8 } as const

const byCode = new Intl.Collator('es', { numeric: true })

/** All codes in their order; none in a catalogue of one page. */
export function codesOf({ pages, indexPages }: PrintedCatalogue<FileItem>): CodeLine[] {
  if (pages.length < 2) return []
  const codes = pages.flatMap(({ cards }, at) =>
    cards.map(({ item }) => ({ code: inFonts(item.code), page: 2 + indexPages + at })),
  )
  return codes.sort((a, b) => byCode.compare(a.code, b.code))
}

export const codePagesOf = (codes: readonly CodeLine[]): number =>
  Math.ceil(codes.length / (CODES.columns * CODES.lines))

/** Draws one page of the index of codes; each column is one part for screen readers, each line a link to its page. */
export function drawCodePage(doc: Document, body: Structure, codes: readonly CodeLine[], page: number): void {
  doc.addPage()
  const gap = 14
  const width = (INSIDE - (CODES.columns - 1) * gap) / CODES.columns
  const title = page === 0 ? 'Índice por código' : 'Índice por código (continúa)'
  const heading = { x: MARGIN, y: MARGIN, width: INSIDE, font: 'title', size: 18 } as const
  body.add(doc.struct('H1', {}, () => write(doc, title, { ...heading, colour: paletteOf(doc).navy })))
  const perPage = CODES.columns * CODES.lines
  const shown = codes.slice(page * perPage, (page + 1) * perPage)
  for (let column = 0; column * CODES.lines < shown.length; column++) {
    const x = MARGIN + column * (width + gap)
    const lines = shown.slice(column * CODES.lines, (column + 1) * CODES.lines)
    const part = doc.struct('P')
    body.add(part)
    for (const [at, line] of lines.entries()) {
      const y = MARGIN + 36 + at * CODES.lineHeight
      const place = { x, y: y - 1, width, height: CODES.lineHeight, to: { place: pageName(line.page) } }
      addLink(doc, part, { ...place, contents: `${line.code}, página ${line.page}` }, () => {
        const look = { y, size: CODES.size, height: CODES.size + 2 }
        write(doc, line.code, { ...look, x, width: width - 24 })
        write(doc, String(line.page), {
          ...look,
          x: x + width - 24,
          width: 24,
          align: 'right',
          colour: brandColours.muted,
        })
      })
    }
    part.end()
  }
}

/** The name of a page, to which the index of codes leads. */
export const pageName = (page: number) => `pagina-${page}`
