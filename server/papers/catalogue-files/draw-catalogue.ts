/** Draws a laid-out catalogue: cover, index, pages of cards, codes, back. Each page is written as soon as the next one begins. */

import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import {
  artifact,
  type Document,
  drawFoot,
  drawRunningHead,
  dress,
  openPdf,
  paletteOf,
  type Structure,
  write,
} from '../drawing/draw-page.ts'
import { brandColour } from './brand-colour.rules.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import {
  type Heading,
  type HeadingLine,
  PAPER,
  type PrintedCatalogue,
  type PrintedPage,
} from './catalogue-pages.rules.ts'
import { drawCard } from './draw-card.ts'
import {
  codePagesOf,
  codesOf,
  drawBack,
  drawCodePage,
  drawCover,
  drawIndexPage,
  hasBack,
  pageName,
  SUBJECT,
} from './draw-front.ts'

const { margin: MARGIN } = PAPER
/** Between the edge of a heading's band and its name. */
const PAD = 8

/** The photo of an article as JPEG; null for none. */
export type Photos = (item: FileItem) => Uint8Array | null

/** A document that is drawn page by page; `drawPage` is called in order. */
export interface CatalogueDrawing {
  readonly document: Document
  /** Draws one page of cards with its photos. */
  drawPage(page: PrintedPage<FileItem>, photos: Photos): void
  end(): void
}

/** Begins a catalogue: its cover and its index are drawn, the pages come one by one. `logos` are the face's pictures. */
export function beginCatalogue(
  task: CatalogueFileTask,
  printed: PrintedCatalogue<FileItem>,
  logos: ReadonlyMap<string, Uint8Array | null>,
): CatalogueDrawing {
  const { face } = task
  const { doc, body } = openPdf({ title: task.title, author: face.name, subject: SUBJECT[task.kind] })
  dress(doc, face, logos)
  const foot = `${task.title} · ${task.withPrices ? 'Precios al ' : ''}${task.date}`
  const outline = new Outline(doc)
  const codes = codesOf(printed)
  const firstCodes = 1 + printed.indexPages + printed.pages.length
  const lastPage = firstCodes + codePagesOf(codes)
  let number = 1
  let section: Structure | undefined

  drawCover(doc, body, task, printed)
  for (let page = 0; page < printed.indexPages; page++) {
    number++
    drawIndexPage(doc, body, printed, page)
    drawFoot(doc, foot, number, lastPage)
  }
  return {
    document: doc,
    drawPage(page, photos) {
      number++
      doc.addPage()
      doc.addNamedDestination(pageName(number), 'Fit')
      drawRunningHead(doc, task.withLogo ? face.name : null, page.running)
      // What goes on from the page before belongs to its section.
      const headings = [...page.headings]
      for (const card of page.cards) {
        while (headings[0] && headings[0].y < card.y && headings[0].x <= card.x + 1) {
          const heading = headings.shift() as Heading
          if (heading.lines.length > 0) {
            section?.end()
            section = doc.struct('Sect')
            body.add(section)
          }
          drawHeading(doc, section ?? body, heading)
          for (const line of heading.lines) outline.add(line, heading.y)
        }
        // The first card of a catalogue stands below a heading.
        drawCard(doc, section ?? body, task, card, photos(card.item))
      }
      drawFoot(doc, foot, number, lastPage)
    },
    end() {
      section?.end()
      for (let page = 0; page < codePagesOf(codes); page++) {
        number++
        drawCodePage(doc, body, codes, page)
        if (page === 0) outline.add({ level: 'brand', text: 'Índice por código' }, 0)
        drawFoot(doc, foot, number, lastPage)
      }
      if (hasBack(task)) drawBack(doc, body, task)
      body.end()
      doc.end()
    },
  }
}

/** The bookmarks, nested as brand, category and subcategory are. */
class Outline {
  readonly #open: { level: number; item: Document['outline'] }[]
  constructor(doc: Document) {
    this.#open = [{ level: -1, item: doc.outline }]
  }
  add({ level, text }: Pick<HeadingLine, 'level' | 'text'>, y: number): void {
    const depth = ['brand', 'category', 'subcategory'].indexOf(level)
    while ((this.#open.at(-1)?.level ?? -1) >= depth) this.#open.pop()
    // The library measures `left` from the right edge: the page's width is the left edge.
    const place = { top: Math.max(0, y - 6), left: PAPER.width } as object
    const item = this.#open.at(-1)?.item.addItem(inFonts(text), place)
    if (item) this.#open.push({ level: depth, item })
  }
}

const TAG = { brand: 'H1', category: 'H2', subcategory: 'H3' } as const

function drawHeading(doc: Document, section: Structure, heading: Heading): void {
  const { kind, title, after, brand, x, y, width, lines } = heading
  for (const { anchor } of lines) doc.addNamedDestination(anchor, 'XYZ', MARGIN, y - 4, null as never)
  const colour = brandColour(brand, paletteOf(doc))
  const tag = TAG[lines[0]?.level ?? 'subcategory']
  const add = (draw: () => void) => section.add(doc.struct(lines.length > 0 ? tag : 'P', {}, draw))
  if (kind === 'brand') {
    artifact(doc, () => {
      doc.roundedRect(x, y, width, 42, 8).fill(colour)
      doc.circle(x + width - 30, y + 21, 11).fill(paletteOf(doc).decoration[0])
      doc.circle(x + width - 54, y + 26, 6).fill(paletteOf(doc).decoration[1])
    })
    const place = { x: x + 14, y: y + 10, width: width - 100, height: 26 } as const
    add(() => write(doc, inFonts(title), { ...place, font: 'title', size: 18, colour: '#ffffff' }))
    return
  }
  const isBand = kind === 'band'
  const size = isBand ? 12 : 8.5
  const down = isBand ? 4 : 1.5
  artifact(doc, () => {
    if (isBand) doc.roundedRect(x, y, width, 21, 5).fill(paletteOf(doc).tint)
    else
      doc
        .moveTo(x, y + 12.6)
        .lineTo(x + width, y + 12.6)
        .lineWidth(1.2)
        .stroke(colour)
  })
  const left = isBand ? x + PAD : x + 1
  const room = width - (isBand ? 2 * PAD : 2)
  const name = inFonts(title)
  add(() => write(doc, name, { x: left, y: y + down, width: room, height: size + 2, font: 'bold', size, colour }))
  const taken = doc.font('bold').fontSize(size).widthOfString(name) + 6
  const rest = inFonts(after)
  if (rest === '' || room - taken < 24) return
  const smaller = isBand ? 9.5 : 8
  section.add(
    doc.struct(lines.length > 1 ? 'H3' : 'P', {}, () =>
      write(doc, rest, {
        x: left + taken,
        y: y + down + (size - smaller),
        width: room - taken,
        height: smaller + 2,
        size: smaller,
        colour: brandColours.muted,
      }),
    ),
  )
}
