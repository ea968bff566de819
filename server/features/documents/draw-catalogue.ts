/** Draws a laid-out catalogue: cover, index, pages of cards. Each page leaves as soon as the next one begins. */
import PDFDocument from 'pdfkit'
import { hasPrice, unitPrice } from '../../../contract/rules.ts'
import { fonts, inFonts } from '../../fonts/fonts.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Heading,
  INDEX,
  type IndexLine,
  type Level,
  PAPER,
  type PlacedCard,
  type PrintedCatalogue,
  type PrintedPage,
} from './catalogue-pages.rules.ts'
import { barsOf } from './ean.rules.ts'
import { count, pesos } from './pdf-text.rules.ts'

type Document = InstanceType<typeof PDFDocument>
type Structure = ReturnType<Document['struct']>

export const COLOURS = {
  ink: '#161a2b',
  muted: '#596074',
  line: '#e1e5ee',
  navy: '#142873',
  sun: '#ffc425',
  sunInk: '#2b2100',
  violet: '#4b2a99',
  tint: '#eef3ff',
  shade: '#f5f6fa',
  balls: ['#ffc425', '#f25f4c', '#36b25a'],
} as const
const { margin: MARGIN, width: WIDTH, height: HEIGHT } = PAPER
const INSIDE = WIDTH - 2 * MARGIN
const PAD = 8
const PHOTO = 74

/** Gives the photo of an article as JPEG, null for none. */
export type Photos = (item: FileItem) => Uint8Array | null

/** A document that is drawn page by page; `drawPage` is called in order. */
export interface CatalogueDrawing {
  readonly document: Document
  /** Draws one page of cards with its photos. */
  drawPage(page: PrintedPage<FileItem>, photos: Photos): void
  end(): void
}

/** Begins a catalogue: its cover and its index are drawn, the pages come one by one. */
export function beginCatalogue(
  task: CatalogueFileTask,
  printed: PrintedCatalogue<FileItem>,
): CatalogueDrawing {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    lang: 'es-AR',
    info: { Title: inFonts(task.title), Author: inFonts(task.shopName), Subject: SUBJECT[task.kind] },
  })
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold).registerFont('title', fonts.title)
  const body = doc.struct('Document')
  doc.addStructure(body)
  const outline = new Outline(doc)
  const levelOf = new Map(printed.index.map((line) => [line.anchor, line]))
  const last = 1 + printed.indexPages + printed.pages.length
  let number = 1
  let section: Structure | undefined

  drawCover(doc, body, task, printed)
  for (let page = 0; page < printed.indexPages; page++) {
    number++
    drawIndexPage(doc, body, printed, page)
    drawFoot(doc, task, number, last)
  }
  return {
    document: doc,
    drawPage(page, photos) {
      number++
      doc.addPage()
      drawRunningHead(doc, task, page.running)
      const headings = [...page.headings]
      for (const card of page.cards) {
        while (headings[0] && headings[0].y < card.y) {
          const heading = headings.shift() as Heading
          section?.end()
          section = doc.struct('Sect')
          body.add(section)
          drawHeading(doc, section, heading)
          outline.add(levelOf.get(heading.anchor)?.level ?? 'category', heading)
        }
        // The first card of a catalogue stands below a heading.
        drawCard(doc, section ?? body, task, card, photos(card.item))
      }
      drawFoot(doc, task, number, last)
    },
    end() {
      section?.end()
      body.end()
      doc.end()
    },
  }
}

export const SUBJECT = {
  catalogue: 'Catálogo',
  sheet: 'Catálogo',
  priceList: 'Lista de precios',
  quotation: 'Cotización',
} as const

/** The bookmarks, nested as brand, category and subcategory are. */
class Outline {
  readonly #open: { level: number; item: Document['outline'] }[]
  constructor(doc: Document) {
    this.#open = [{ level: -1, item: doc.outline }]
  }
  add(level: Level, { text, y }: Heading): void {
    const depth = ['brand', 'category', 'subcategory'].indexOf(level)
    while ((this.#open.at(-1)?.level ?? -1) >= depth) this.#open.pop()
    const item = this.#open.at(-1)?.item.addItem(inFonts(text), { top: y } as object)
    if (item) this.#open.push({ level: depth, item })
  }
}

/** What only decorates is no content for who is read the page to. */
function artifact(doc: Document, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

interface Line {
  x: number
  y: number
  width: number
  font?: 'text' | 'bold' | 'title'
  size: number
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** Points; text that needs more ends with an ellipsis. */
  height?: number
  strike?: boolean
}

function write(doc: Document, text: string, line: Line): void {
  const { x, y, width, font = 'text', size, colour = COLOURS.ink, align = 'left', height, strike } = line
  doc.font(font).fontSize(size).fillColor(colour)
  doc.text(text, x, y, {
    width,
    align,
    lineGap: 0,
    ...(height === undefined ? { lineBreak: false } : { height, ellipsis: true }),
    ...(strike ? { strike: true } : {}),
  })
}

function drawSign(doc: Document, shopName: string, x: number, y: number, size: number): void {
  COLOURS.balls.forEach((colour, place) => {
    doc.circle(x + size * (0.4 + place * 0.9), y + size * 0.55, size * 0.36).fill(colour)
  })
  write(doc, inFonts(shopName), { x: x + size * 3, y, width: 340, font: 'title', size, colour: COLOURS.navy })
}

function drawCover(
  doc: Document,
  body: Structure,
  { shopName, title, date, kind, withLogo, withPrices }: CatalogueFileTask,
  { pages }: PrintedCatalogue<FileItem>,
): void {
  doc.addPage()
  artifact(doc, () => {
    doc.rect(0, 0, WIDTH, HEIGHT).fill(COLOURS.navy)
    doc.circle(WIDTH - 40, 90, 150).fill(COLOURS.balls[0])
    doc.circle(WIDTH - 190, 250, 46).fill(COLOURS.balls[1])
    doc.circle(70, HEIGHT - 120, 90).fill(COLOURS.balls[2])
    doc.circle(190, HEIGHT - 40, 60).fill(COLOURS.balls[1])
    doc.roundedRect(MARGIN + 18, 300, INSIDE - 36, 226, 18).fill('#fff')
  })
  const x = MARGIN + 48
  const width = INSIDE - 96
  const articles = pages.reduce((sum, { cards }) => sum + cards.length, 0)
  const sign = doc.struct('P', {}, () => {
    if (withLogo) drawSign(doc, shopName, x, 326, 20)
    else write(doc, SUBJECT[kind], { x, y: 330, width, font: 'bold', size: 14, colour: COLOURS.muted })
  })
  const size = sizeFor(doc, inFonts(title), width, 96)
  const below = 372 + doc.heightOfString(inFonts(title), { width })
  const name = doc.struct('H1', {}, () =>
    write(doc, inFonts(title), { x, y: 372, width, height: 98, font: 'title', size }),
  )
  const facts = doc.struct('P', {}, () => {
    const amount = articles === 1 ? '1 artículo' : `${count(articles)} artículos`
    const text = withPrices ? `${amount} · Precios al ${date}` : `${amount} · ${date}`
    write(doc, text, { x, y: below + 14, width, size: 13, colour: COLOURS.muted })
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

function drawIndexPage(
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
        colour: COLOURS.navy,
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
  const colour = level === 'brand' ? COLOURS.navy : COLOURS.ink
  const indent = INDENT[level]
  const text = { x: x + indent, y, width: width - indent - 30, height: 11, font, size: 9, colour } as const
  write(doc, inFonts(line.text), text)
  write(doc, String(page), {
    x: x + width - 28,
    y,
    width: 28,
    size: 9,
    align: 'right',
    colour: COLOURS.muted,
  })
  doc.goTo(x, y - 1, width, INDEX.lineHeight, anchor)
}

function drawRunningHead(doc: Document, { shopName, withLogo }: CatalogueFileTask, running: string): void {
  artifact(doc, () => {
    if (withLogo) drawSign(doc, shopName, MARGIN, MARGIN - 6, 11)
    write(doc, inFonts(running), {
      x: MARGIN + 170,
      y: MARGIN - 4,
      width: INSIDE - 170,
      height: 12,
      size: 9,
      align: 'right',
      colour: COLOURS.muted,
    })
    doc
      .moveTo(MARGIN, MARGIN + 14)
      .lineTo(WIDTH - MARGIN, MARGIN + 14)
      .lineWidth(0.8)
      .stroke(COLOURS.line)
  })
}

function drawFoot(
  doc: Document,
  { withPrices, date, title }: CatalogueFileTask,
  page: number,
  last: number,
): void {
  artifact(doc, () => {
    const y = HEIGHT - MARGIN - 6
    const left = withPrices ? `${inFonts(title)} · Precios al ${date}` : `${inFonts(title)} · ${date}`
    const small = { y, size: 8, colour: COLOURS.muted }
    write(doc, left, { ...small, x: MARGIN, width: INSIDE - 90, height: 10 })
    write(doc, `Página ${page} de ${last}`, { ...small, x: WIDTH - MARGIN - 90, width: 90, align: 'right' })
  })
}

const HEADING_LOOK = {
  brand: { tag: 'H1', size: 18, font: 'title', colour: COLOURS.navy, down: 6 },
  category: { tag: 'H2', size: 13, font: 'bold', colour: COLOURS.navy, down: 3.5 },
  subcategory: { tag: 'H3', size: 10, font: 'bold', colour: COLOURS.muted, down: 3 },
} as const

function drawHeading(doc: Document, section: Structure, { level, text, y, anchor }: Heading): void {
  const { tag, size, font, colour, down } = HEADING_LOOK[level]
  doc.addNamedDestination(anchor, 'XYZ', MARGIN, y - 4, null as never)
  if (level === 'category') {
    artifact(doc, () => doc.roundedRect(MARGIN, y, INSIDE, 22, 6).fill(COLOURS.tint))
  }
  const x = level === 'category' ? MARGIN + PAD : MARGIN
  section.add(
    doc.struct(tag, {}, () =>
      write(doc, inFonts(text), {
        x,
        y: y + down,
        width: INSIDE - PAD,
        height: size + 3,
        font,
        size,
        colour,
      }),
    ),
  )
}

function drawCard(
  doc: Document,
  section: Structure,
  task: CatalogueFileTask,
  { item, x, y }: PlacedCard<FileItem>,
  photo: Uint8Array | null,
): void {
  const { withImages } = task
  const height = withImages ? CARD_HEIGHT.withPhoto : CARD_HEIGHT.plain
  const inner = CARD_WIDTH - 2 * PAD
  const left = x + PAD
  artifact(doc, () => doc.roundedRect(x, y, CARD_WIDTH, height, 7).lineWidth(0.8).stroke(COLOURS.line))
  const card = doc.struct('Art')
  section.add(card)
  let top = y + PAD
  if (withImages) {
    const alt = `Foto de ${inFonts(item.description)}`
    card.add(doc.struct('Figure', { alt }, () => drawPhoto(doc, photo, left, y + 5, inner)))
    doc.link(
      left,
      y + 5,
      inner,
      PHOTO,
      `${task.shopAddress}/catalogo?articulo=${encodeURIComponent(item.code)}`,
    )
    top = y + PHOTO + 9
  }
  drawTags(doc, card, item, x + CARD_WIDTH - PAD, withImages ? y + 8 : y + PAD - 2)
  card.add(
    doc.struct('P', {}, () =>
      write(doc, inFonts(item.code), {
        x: left,
        y: top,
        width: inner,
        font: 'bold',
        size: 9,
        colour: COLOURS.navy,
      }),
    ),
  )
  card.add(
    doc.struct('P', {}, () =>
      write(doc, inFonts(item.description), { x: left, y: top + 11, width: inner, height: 21, size: 8.5 }),
    ),
  )
  const packs = packsOf(item)
  if (packs) {
    card.add(
      doc.struct('P', {}, () =>
        write(doc, packs, {
          x: left,
          y: top + 32,
          width: inner,
          height: 9,
          size: 7.5,
          colour: COLOURS.muted,
        }),
      ),
    )
  }
  const bottom = y + height - 5
  const bars = barsOf(item.alias)
  const barsWidth = bars ? drawBars(doc, card, bars, item.alias, x + CARD_WIDTH - PAD, bottom) : 0
  if (task.withPrices) {
    card.add(doc.struct('P', {}, () => drawPrice(doc, item, left, bottom - 13.5, inner - barsWidth)))
  }
}

/** As on the card of the shop: what there is none of is left out. */
function packsOf({ unitsPerPack, innerPack, assortment }: FileItem): string {
  return [
    unitsPerPack > 0 && `Bulto ${count(unitsPerPack)}`,
    innerPack > 0 && `Int ${count(innerPack)}`,
    assortment > 0 && `Surtido ${count(assortment)}`,
  ]
    .filter(Boolean)
    .join('  ·  ')
}

function drawPrice(doc: Document, item: FileItem, x: number, y: number, width: number): void {
  if (!hasPrice(item.listPrice)) {
    write(doc, 'Consultar', { x, y, width, font: 'bold', size: 11, colour: COLOURS.muted })
    return
  }
  const price = pesos(unitPrice(item.listPrice, item.discount))
  if (item.discount > 0) {
    const list = { x, y: y - 8, width, size: 7.5, colour: COLOURS.muted }
    write(doc, pesos(item.listPrice), { ...list, strike: true })
  }
  write(doc, price, { x, y, width, font: 'bold', size: 12 })
}

function drawTags(
  doc: Document,
  card: Structure,
  { promo, future }: FileItem,
  right: number,
  y: number,
): void {
  const tags = [
    promo && ({ text: 'PROMO', fill: COLOURS.sun, colour: COLOURS.sunInk } as const),
    future && ({ text: 'FUTURO', fill: COLOURS.violet, colour: '#ffffff' } as const),
  ].filter((tag) => tag !== false)
  let end = right
  for (const { text, fill, colour } of tags) {
    doc.font('bold').fontSize(7)
    const width = doc.widthOfString(text) + 10
    const x = end - width
    artifact(doc, () => doc.roundedRect(x, y, width, 12, 6).fill(fill))
    card.add(
      doc.struct('Span', {}, () =>
        write(doc, text, { x: x + 5, y: y + 2.2, width, font: 'bold', size: 7, colour }),
      ),
    )
    end = x - 4
  }
}

function drawPhoto(doc: Document, photo: Uint8Array | null, x: number, y: number, width: number): void {
  try {
    if (photo) {
      // The same photo of several articles is kept once by the library only when it comes by name.
      doc.image(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength), x, y, {
        fit: [width, PHOTO],
        align: 'center',
        valign: 'center',
      })
      return
    }
  } catch {
    // A photo that can't be read is one less, not no catalogue.
  }
  doc.roundedRect(x, y, width, PHOTO, 5).fill(COLOURS.shade)
}

const MODULE = 0.62
const BAR_HEIGHT = 16

/** The bars with their digits below; answers the width they take. */
function drawBars(
  doc: Document,
  card: Structure,
  bars: string,
  alias: string,
  right: number,
  bottom: number,
): number {
  const width = bars.length * MODULE
  const left = right - width
  const alt = `Código de barras ${inFonts(alias)}`
  card.add(
    doc.struct('Figure', { alt }, () => {
      for (const { index, 0: run } of bars.matchAll(/1+/g)) {
        doc.rect(left + index * MODULE, bottom - BAR_HEIGHT - 6, run.length * MODULE, BAR_HEIGHT)
      }
      doc.fill('#000')
      const digits = { x: left, y: bottom - 5.5, width, size: 5.5, align: 'center' } as const
      write(doc, inFonts(alias), { ...digits, colour: '#000' })
    }),
  )
  return width + 4
}
