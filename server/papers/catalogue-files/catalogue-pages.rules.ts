/** Where each article of a printed catalogue stands: pages, headings and cards, before anything is drawn. */

/** Points; 72 are an inch. A4 upright. */
export const PAPER = { width: 595.28, height: 841.89, margin: 30, header: 28, footer: 16 } as const
export const COLUMNS = 3
export const GAP = 10
/** Points, with a photo and without. */
export const CARD_HEIGHT = { withPhoto: 148, plain: 78 } as const
export const CARD_WIDTH = (PAPER.width - 2 * PAPER.margin - (COLUMNS - 1) * GAP) / COLUMNS
const HEADING_HEIGHT = { brand: 34, category: 28, subcategory: 20 } as const
/** Lines of the index in one column of a page, and its columns. */
export const INDEX = { lines: 52, columns: 2, lineHeight: 13.4 } as const

export type Level = keyof typeof HEADING_HEIGHT

/** Articles that stand together, in the order of the catalogue. */
export interface Branch<Item> {
  brand: string
  category: string
  /** '' where the category has none. */
  subcategory: string
  items: readonly Item[]
}

export interface Heading {
  level: Level
  text: string
  y: number
  /** The name of the place that links and the outline lead to. */
  anchor: string
}
export interface PlacedCard<Item> {
  item: Item
  x: number
  y: number
}
export interface PrintedPage<Item> {
  /** The text of the page's running head. */
  running: string
  headings: Heading[]
  cards: PlacedCard<Item>[]
}
/** A line of the index; `page` as printed, the cover being 1. */
export interface IndexLine {
  level: Level
  text: string
  anchor: string
  page: number
}
export interface PrintedCatalogue<Item> {
  pages: PrintedPage<Item>[]
  index: IndexLine[]
  /** Pages that the index takes, right behind the cover. */
  indexPages: number
}

const TOP = PAPER.margin + PAPER.header
const BOTTOM = PAPER.height - PAPER.margin - PAPER.footer

/**
 * Lays out a catalogue: every article once, in order, three to a row. A heading never stands at the foot of a page
 * without a row of its articles below it.
 */
export function layOut<Item>(branches: readonly Branch<Item>[], cardHeight: number): PrintedCatalogue<Item> {
  const pages: PrintedPage<Item>[] = []
  const found: (Omit<IndexLine, 'page'> & { sheet: number })[] = []
  let y = BOTTOM
  let page: PrintedPage<Item> | undefined
  const turnPage = (running: string): PrintedPage<Item> => {
    page = { running, headings: [], cards: [] }
    pages.push(page)
    y = TOP
    return page
  }
  let last: Pick<Branch<Item>, Level> | undefined
  for (const branch of branches) {
    if (branch.items.length === 0) continue
    const running = [branch.brand, branch.category].filter(Boolean).join(' · ')
    const headings = headingsBefore(branch, last)
    const above = headings.reduce((sum, level) => sum + HEADING_HEIGHT[level], 0)
    let sheet = page && y + above + cardHeight <= BOTTOM ? page : turnPage(running)
    for (const level of headings) {
      const anchor = `lugar-${found.length + 1}`
      sheet.headings.push({ level, text: branch[level], y, anchor })
      found.push({ level, text: branch[level], anchor, sheet: pages.length })
      y += HEADING_HEIGHT[level]
    }
    for (let first = 0; first < branch.items.length; first += COLUMNS) {
      if (y + cardHeight > BOTTOM) sheet = turnPage(running)
      branch.items.slice(first, first + COLUMNS).forEach((item, column) => {
        sheet.cards.push({ item, x: PAPER.margin + column * (CARD_WIDTH + GAP), y })
      })
      y += cardHeight + GAP
    }
    last = branch
  }
  // A catalogue of one page needs no index.
  const indexPages = pages.length > 1 ? Math.ceil(found.length / (INDEX.lines * INDEX.columns)) : 0
  const index = found.map(({ sheet, ...line }) => ({ ...line, page: 1 + indexPages + sheet }))
  return { pages, index, indexPages }
}

/** The headings that change with a branch, the outermost first. */
function headingsBefore(
  branch: Pick<Branch<unknown>, Level>,
  last: Pick<Branch<unknown>, Level> | undefined,
): Level[] {
  const levels: Level[] = ['brand', 'category', 'subcategory']
  const from = levels.findIndex((level) => branch[level] !== last?.[level])
  return (from < 0 ? [] : levels.slice(from)).filter((level) => branch[level] !== '')
}
