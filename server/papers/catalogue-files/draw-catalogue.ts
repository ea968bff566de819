/** Draws a laid-out catalogue: cover, index, pages of cards. Each page is written as soon as the next one begins. */

import { inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import {
  artifact,
  type Document,
  drawFoot,
  drawRunningHead,
  INSIDE,
  openPdf,
  type Structure,
  write,
} from '../drawing/draw-page.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import {
  type Heading,
  type Level,
  PAPER,
  type PrintedCatalogue,
  type PrintedPage,
} from './catalogue-pages.rules.ts'
import { drawCard } from './draw-card.ts'
import { drawCover, drawIndexPage, SUBJECT } from './draw-front.ts'

const { margin: MARGIN } = PAPER
/** Between the edge of a category's band and its name. */
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

/** Begins a catalogue: its cover and its index are drawn, the pages come one by one. */
export function beginCatalogue(
  task: CatalogueFileTask,
  printed: PrintedCatalogue<FileItem>,
): CatalogueDrawing {
  const { doc, body } = openPdf({ title: task.title, author: task.shopName, subject: SUBJECT[task.kind] })
  const foot = `${task.title} · ${task.withPrices ? 'Precios al ' : ''}${task.date}`
  const outline = new Outline(doc)
  const levelOf = new Map(printed.index.map((line) => [line.anchor, line]))
  const lastPage = 1 + printed.indexPages + printed.pages.length
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
      drawRunningHead(doc, task.withLogo ? task.shopName : null, page.running)
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
      drawFoot(doc, foot, number, lastPage)
    },
    end() {
      section?.end()
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
  add(level: Level, { text, y }: Heading): void {
    const depth = ['brand', 'category', 'subcategory'].indexOf(level)
    while ((this.#open.at(-1)?.level ?? -1) >= depth) this.#open.pop()
    const item = this.#open.at(-1)?.item.addItem(inFonts(text), { top: y } as object)
    if (item) this.#open.push({ level: depth, item })
  }
}

const HEADING_LOOK = {
  brand: { tag: 'H1', size: 18, font: 'title', colour: brandColours.navy, down: 6 },
  category: { tag: 'H2', size: 13, font: 'bold', colour: brandColours.navy, down: 3.5 },
  subcategory: { tag: 'H3', size: 10, font: 'bold', colour: brandColours.muted, down: 3 },
} as const

function drawHeading(doc: Document, section: Structure, { level, text, y, anchor }: Heading): void {
  const { tag, size, font, colour, down } = HEADING_LOOK[level]
  doc.addNamedDestination(anchor, 'XYZ', MARGIN, y - 4, null as never)
  if (level === 'category') {
    artifact(doc, () => doc.roundedRect(MARGIN, y, INSIDE, 22, 6).fill(brandColours.tint))
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
