/** One article of a printed catalogue: photo, marks, code, description, packs, price, bars. */

import { formatCount, formatPesos } from '../../../contract/amounts.ts'
import { hasPrice, unitPrice } from '../../../contract/rules.ts'
import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { artifact, type Document, drawPhoto, type Structure, write } from '../drawing/draw-page.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { CARD_HEIGHT, CARD_WIDTH, type PlacedCard } from './catalogue-pages.rules.ts'
import { barsOf } from './ean.rules.ts'

const PAD = 8
const PHOTO = 70

/** Draws a card where it was laid out, its parts below `section` in the structure that screen readers read. */
export function drawCard(
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
  artifact(doc, () => doc.roundedRect(x, y, CARD_WIDTH, height, 7).lineWidth(0.8).stroke(brandColours.line))
  const card = doc.struct('Art')
  section.add(card)
  let top = y + PAD
  if (withImages) {
    const alt = `Foto de ${inFonts(item.description)}`
    card.add(
      doc.struct('Figure', { alt }, () =>
        drawPhoto(doc, photo, { x: left, y: y + 5, width: inner, height: PHOTO }),
      ),
    )
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
        colour: brandColours.navy,
      }),
    ),
  )
  card.add(
    doc.struct('P', {}, () =>
      drawDescription(doc, inFonts(item.description), { x: left, y: top + 11, width: inner }),
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
          colour: brandColours.muted,
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

/** Points of height for a description. */
const ROOM = 21.6
/** Sizes of a description in points; the largest in which all of it fits is taken, and the smallest is cut. */
const SIZES = [8.5, 7.6, 6.9, 6] as const
/** No description of so few letters needs more than two lines. */
const SHORT = 50

function drawDescription(doc: Document, text: string, place: { x: number; y: number; width: number }): void {
  const fits = (size: number) => {
    return doc.font('text').fontSize(size).heightOfString(text, { width: place.width }) <= ROOM
  }
  const size = text.length <= SHORT ? SIZES[0] : (SIZES.find(fits) ?? SIZES[3])
  write(doc, text, { ...place, height: ROOM, size })
}

/** The packs as the shop's card shows them: a number that is 0 is left out. */
function packsOf({ unitsPerPack, innerPack, assortment }: FileItem): string {
  return [
    unitsPerPack > 0 && `Bulto ${formatCount(unitsPerPack)}`,
    innerPack > 0 && `Int ${formatCount(innerPack)}`,
    assortment > 0 && `Surtido ${formatCount(assortment)}`,
  ]
    .filter(Boolean)
    .join('  ·  ')
}

function drawPrice(doc: Document, item: FileItem, x: number, y: number, width: number): void {
  if (!hasPrice(item.listPrice)) {
    write(doc, 'Consultar', { x, y, width, font: 'bold', size: 11, colour: brandColours.muted })
    return
  }
  const price = formatPesos(unitPrice(item.listPrice, item.discount))
  if (item.discount > 0) {
    const list = { x, y: y - 8, width, size: 7.5, colour: brandColours.muted }
    write(doc, formatPesos(item.listPrice), { ...list, strike: true })
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
    promo && ({ text: 'PROMO', fill: brandColours.sun, colour: brandColours.sunInk } as const),
    future && ({ text: 'FUTURO', fill: brandColours.violet, colour: '#ffffff' } as const),
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
