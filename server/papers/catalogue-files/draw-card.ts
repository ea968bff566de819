/** One article of a printed catalogue: photo, marks, code, name, packs, indication, price, bars. */

import { formatCount, formatPesos } from '../../../contract/amounts.ts'
import type { Density } from '../../../contract/documents.ts'
import { hasPrice, priceOf } from '../../../contract/price.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { addLink, artifact, type Document, drawPhoto, paletteOf, type Structure, write } from '../drawing/draw-page.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import type { PlacedCard, Shape } from './catalogue-pages.rules.ts'
import { barsOf } from './ean.rules.ts'

/** Sizes in points. All names of a catalogue have one size; what is read on paper has 7 points at least. */
interface Look {
  readonly pad: number
  readonly code: number
  readonly name: number
  /** Lines of a name for which every card has room, and how many letters surely fit in one. */
  readonly lines: number
  readonly letters: number
  readonly small: number
  readonly price: number
  /** Whether the price stands above the bars instead of beside them. */
  readonly stacked: boolean
}
const LOOKS: Readonly<Record<Density, Look>> = {
  6: { pad: 9, code: 10.5, name: 9.5, lines: 2, letters: 44, small: 8.5, price: 15, stacked: false },
  12: { pad: 7, code: 8.8, name: 8, lines: 2, letters: 33, small: 7.4, price: 11.5, stacked: false },
  20: { pad: 5, code: 8.2, name: 7, lines: 2, letters: 27, small: 7, price: 10, stacked: true },
}
/** The height of a line of these letters, in their size. */
const LEADING = 1.2
/** Lines that a name takes at most; the rest of it is cut. */
const MOST_LINES = 5

/** What a card needs: its photo, and lines beyond those that every card has room for. */
export function shapeOf(task: Pick<CatalogueFileTask, 'perPage' | 'withPrices'>): Shape<FileItem> {
  const { lines, letters } = LOOKS[task.perPage]
  return {
    hasPhoto: ({ picture }) => picture !== null,
    extraLines: (item) =>
      Math.max(0, Math.min(MOST_LINES, Math.ceil(item.description.length / letters)) - lines) +
      notesOf(item, task).length,
  }
}

/** The lines below the packs: what a unit costs from a quantity on (R351), and the indication. */
function notesOf({ steps, hint }: FileItem, { withPrices }: Pick<CatalogueFileTask, 'withPrices'>): string[] {
  const prices = (withPrices && steps) || []
  return [
    ...prices.map(({ units, unitPrice }) => `${formatCount(units)} o más: ${formatPesos(unitPrice)}`),
    inFonts(hint),
  ].filter(Boolean)
}

/** Draws a card where it was laid out, its parts below `section` in the structure that screen readers read. */
export function drawCard(
  doc: Document,
  section: Structure,
  task: CatalogueFileTask,
  { item, x, y, width, height }: PlacedCard<FileItem>,
  photo: Uint8Array | null,
): void {
  const look = LOOKS[task.perPage]
  const inner = width - 2 * look.pad
  const left = x + look.pad
  const right = x + width - look.pad
  artifact(doc, () => doc.roundedRect(x, y, width, height, 6).lineWidth(0.7).stroke(brandColours.line))
  const card = doc.struct('Art')
  section.add(card)
  const add = (tag: string, draw: () => void) => card.add(doc.struct(tag, {}, draw))

  const bars = barsOf(item.alias)
  const footHeight = footHeightOf(item, task, bars !== null)
  const notes = notesOf(item, task)
  const smallHeight = (1 + notes.length) * look.small * LEADING
  const name = nameOf(doc, item, look, inner, height - 2 * look.pad - footHeight - smallHeight)
  const textHeight = name.above + name.height + smallHeight + 2
  const address = `${task.shopAddress}/catalogo?articulo=${encodeURIComponent(item.code)}`
  let top = y + look.pad
  const photoHeight = height - look.pad - 3 - textHeight - footHeight - look.pad
  if (photo && photoHeight >= 16) {
    const place = { x: left, y: y + 5, width: inner, height: photoHeight }
    const alt = `Foto de ${inFonts(item.description)}`
    const figure = doc.struct('Figure', { alt }, () => drawPhoto(doc, photo, place))
    addLink(doc, card, { ...place, to: { url: address }, contents: `Ver ${inFonts(item.code)} en la tienda` }, figure)
    top = y + 5 + photoHeight + 3
  }
  const tags = tagsOf(doc, item)
  const codeWidth = photo ? inner : Math.max(20, inner - tags.reduce((sum, { width }) => sum + width + 4, 0))
  const code = inFonts(item.code)
  const writeCode = () =>
    write(doc, code, {
      x: left,
      y: top,
      width: codeWidth,
      height: look.code + 2,
      font: 'bold',
      size: look.code,
      colour: paletteOf(doc).navy,
    })
  if (photo) add('P', writeCode)
  else {
    const place = { x: left, y: top, width: codeWidth, height: name.above }
    const line = doc.struct('P')
    card.add(line)
    addLink(doc, line, { ...place, to: { url: address }, contents: `Ver ${code} en la tienda` }, writeCode)
    line.end()
  }
  // After the code, so that a text that is copied has a blank between them.
  drawTags(doc, card, tags, right, photo ? y + 6 : top - 2)
  top += name.above
  add('P', () => write(doc, name.text, { x: left, y: top, width: inner, height: name.height + 1, size: look.name }))
  top += name.height + 1
  const small = { x: left, width: inner, height: look.small + 1.5, size: look.small } as const
  add('P', () => write(doc, packsOf(item), { ...small, y: top, colour: brandColours.muted }))
  for (const note of notes) {
    top += look.small * LEADING
    add('P', () => write(doc, note, { ...small, y: top, font: 'bold', colour: brandColours.violet }))
  }
  const bottom = y + height - look.pad + 1
  const barsEnd = x + width - Math.max(look.pad, QUIET_RIGHT)
  const barsWidth = bars ? drawBars(doc, card, bars, item.alias, barsEnd, bottom) : 0
  if (!task.withPrices) return
  const besideBars = look.stacked ? 0 : barsWidth
  const priceBottom = look.stacked && bars ? bottom - BARS_HEIGHT - 1 : bottom
  add('P', () => drawPrice(doc, item, look, { x: left, bottom: priceBottom, width: inner - besideBars }))
}

/** Points below the text: bars, price, or both. */
function footHeightOf(item: FileItem, { withPrices, perPage }: CatalogueFileTask, hasBars: boolean): number {
  const { price, small, stacked } = LOOKS[perPage]
  const list = item.discount > 0 && !stacked ? small * LEADING : 0
  const priceHeight = withPrices ? price * LEADING + list : 0
  const barsHeight = hasBars ? BARS_HEIGHT : 0
  return stacked ? priceHeight + barsHeight : Math.max(priceHeight, barsHeight)
}

/** The name with the points it takes; as many lines as there is room for. */
function nameOf(doc: Document, item: FileItem, look: Look, width: number, room: number) {
  const text = inFonts(item.description)
  const above = look.code * LEADING
  const line = look.name * LEADING
  const most = Math.max(1, Math.min(MOST_LINES, Math.floor((room - above + 1) / line)))
  const needed =
    text.length <= look.letters / 2 ? line : doc.font('text').fontSize(look.name).heightOfString(text, { width })
  const kept = item.picture === null ? 1 : look.lines
  return { text, above, height: Math.min(most, Math.max(kept, Math.round(needed / line))) * line }
}

/** How it is sold: its multiple first, then the packs as the shop's card shows them; a number that is 0 is left out. */
export function packsOf({ multiple, unitsPerPack, innerPack, assortment }: FileItem): string {
  return [
    multiple > 1 ? `De a ${formatCount(multiple)}` : 'Por unidad',
    unitsPerPack > 0 && `Bulto ${formatCount(unitsPerPack)}`,
    innerPack > 0 && `Int ${formatCount(innerPack)}`,
    assortment > 0 && (assortment > 1 ? `Surtido ${formatCount(assortment)}` : 'Surtido'),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface PricePlace {
  x: number
  bottom: number
  width: number
}

function drawPrice(doc: Document, item: FileItem, look: Look, { x, bottom, width }: PricePlace): void {
  const y = bottom - look.price * LEADING
  if (!hasPrice(item)) {
    write(doc, 'Consultar', { x, y, width, font: 'bold', size: look.price, colour: brandColours.muted })
    return
  }
  const price = formatPesos(priceOf(item))
  const list = item.discount > 0 ? formatPesos(item.listPrice) : ''
  const small = { size: look.small, colour: brandColours.muted, strike: true } as const
  if (list && !look.stacked) write(doc, list, { x, y: y - look.small * LEADING, width, ...small })
  if (list && look.stacked) write(doc, list, { x, y: y + look.price - look.small, width, ...small, align: 'right' })
  // A price is never cut: a long one is set smaller.
  const isWide = doc.font('bold').fontSize(look.price).widthOfString(price)
  const size = look.price * Math.min(1, width / isWide)
  write(doc, price, { x, y: bottom - size * LEADING, width: width + 1, font: 'bold', size })
}

interface Tag {
  text: string
  fill: string
  colour: string
  /** Points. */
  width: number
}

/** 'PROMO' and 'FUTURO' where they are due. */
function tagsOf(doc: Document, { promo, future }: FileItem): Tag[] {
  doc.font('bold').fontSize(7)
  return [
    promo && { text: 'PROMO', fill: paletteOf(doc).sun, colour: paletteOf(doc).sunInk },
    future && { text: 'FUTURO', fill: brandColours.violet, colour: '#ffffff' },
  ]
    .filter((tag) => tag !== false)
    .map((tag) => ({ ...tag, width: doc.widthOfString(tag.text) + 10 }))
}

/** Draws the tags, right-aligned. */
function drawTags(doc: Document, card: Structure, tags: readonly Tag[], right: number, y: number): void {
  let end = right
  for (const { text, fill, colour, width } of tags) {
    const x = end - width
    artifact(doc, () => doc.roundedRect(x, y, width, 11, 5.5).fill(fill))
    const place = { x: x + 5, y: y + 1.7, width } as const
    card.add(doc.struct('Span', {}, () => write(doc, text, { ...place, font: 'bold', size: 7, colour })))
    end = x - 4
  }
}

/**
 * Points: 0.264 mm, which is 80 percent of the standard's module and the least that every scanner reads. The bars are cut in
 * height, which the standard allows.
 */
const MODULE = 0.75
const BAR_HEIGHT = 15
const DIGITS = 7
const BARS_HEIGHT = BAR_HEIGHT + DIGITS
/** What stays white: modules at the left of the bars, points at their right. */
const QUIET = 11
const QUIET_RIGHT = 6.5

/** The bars with their digits below; answers the width they take, with the white before them. */
function drawBars(doc: Document, card: Structure, bars: string, alias: string, right: number, bottom: number): number {
  const width = bars.length * MODULE
  const left = right - width
  const top = bottom - BARS_HEIGHT
  const alt = `Código de barras ${inFonts(alias)}`
  card.add(
    doc.struct('Figure', { alt }, () => {
      for (const { index, 0: run } of bars.matchAll(/1+/g))
        doc.rect(left + index * MODULE, top, run.length * MODULE, BAR_HEIGHT)
      doc.fill('#000')
      const digits = { x: left - 4, y: top + BAR_HEIGHT, width: width + 8, size: DIGITS - 0.5 } as const
      write(doc, inFonts(alias), { ...digits, align: 'center', colour: '#000' })
    }),
  )
  return width + QUIET * MODULE
}
