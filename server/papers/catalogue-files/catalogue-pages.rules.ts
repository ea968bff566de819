/** Where each article of a printed catalogue stands: pages, headings and cards, before anything is drawn. */
import type { Density } from '../../../contract/documents.ts'

/** Points; 72 are an inch. A4 upright. */
export const PAPER = { width: 595.28, height: 841.89, margin: 30, header: 28, footer: 16 } as const
const INSIDE = PAPER.width - 2 * PAPER.margin

/**
 * Points. `high` is the least a row with a photo takes, `low` one without; `line` what one more line of a name, or an
 * indication, adds to a low one. `paired`: two low cards stand above each other beside a high one.
 */
interface Grid {
  readonly columns: number
  readonly gap: number
  readonly high: number
  readonly low: number
  readonly line: number
  readonly paired: boolean
}
/** By how many articles with a photo a page takes (R314); without photos there are more. */
export const GRIDS: Readonly<Record<Density, Grid>> = {
  6: { columns: 2, gap: 10, high: 218, low: 104, line: 11.4, paired: true },
  12: { columns: 3, gap: 8, high: 166, low: 79, line: 9.6, paired: true },
  20: { columns: 4, gap: 7, high: 134, low: 86, line: 8.4, paired: false },
}
export const cardWidth = ({ columns, gap }: Grid) => (INSIDE - (columns - 1) * gap) / columns

/** Points that headings take: a brand's band, a category's that begins a row, and the strip above the cards of a row. */
const HEADING_HEIGHT = { brand: 52, band: 25, strip: 15 } as const
/** Points by which a row grows at most to fill its page: its photos become larger, a card without one only airier. */
const MOST_GROWTH = { high: 70, low: 12 } as const
/** The index: columns of a page, lines in one of them, and more, closer together, where that saves a page. */
const INDEX = { columns: 2, lines: 52, most: 60, height: 52 * 13.4 } as const
/** How an index of so many lines stands on its pages. */
export function indexGrid(count: number): { pages: number; columns: number; lines: number; lineHeight: number } {
  const { columns, most, height } = INDEX
  const pages = Math.ceil(count / (columns * most))
  const lines = Math.max(INDEX.lines, Math.ceil(count / (columns * pages || 1)))
  return { pages, columns, lines, lineHeight: height / lines }
}

export type Level = 'brand' | 'category' | 'subcategory'

/** Articles that stand together, in the order of the catalogue. */
export interface Branch<Item> {
  brand: string
  /** '' where the brand has no categories. */
  category: string
  /** '' where the category has none. */
  subcategory: string
  items: readonly Item[]
}

/** What one item needs. */
export interface Shape<Item> {
  hasPhoto: (item: Item) => boolean
  /** Lines beyond those for which every card has room. */
  extraLines: (item: Item) => number
}

export interface HeadingLine {
  level: Level
  text: string
  /** The name of the place that links and the outline lead to. */
  anchor: string
}
/** A heading stands above the cards that it spans. */
export interface Heading {
  kind: 'brand' | 'band' | 'strip'
  /** The name of the outermost level that begins there, and what is read after it. */
  title: string
  after: string
  /** The places that begin there, the outermost first; none for what goes on from above or from the page before. */
  lines: HeadingLine[]
  brand: string
  x: number
  y: number
  width: number
}
export interface PlacedCard<Item> {
  item: Item
  x: number
  y: number
  width: number
  height: number
}
export interface PrintedPage<Item> {
  /** The text of the page's running head. */
  running: string
  headings: Heading[]
  cards: PlacedCard<Item>[]
}
/** A line of the index; `page` as printed, the cover being 1. */
export interface IndexLine extends HeadingLine {
  page: number
}
export interface PrintedCatalogue<Item> {
  perPage: Density
  pages: PrintedPage<Item>[]
  index: IndexLine[]
  /** Pages that the index takes, right behind the cover. */
  indexPages: number
}

const TOP = PAPER.margin + PAPER.header
const BOTTOM = PAPER.height - PAPER.margin - PAPER.footer

interface Entry<Item> {
  item: Item
  branch: Branch<Item>
  /** The outermost level that begins with this item. */
  begins: Level | null
  /** Begins a category of more than two rows, which has a band of its own and a row that begins with it. */
  isLarge: boolean
}
/** The cards of a row from left to right; a cell holds one, or two above each other. */
interface Row<Item> {
  cells: Entry<Item>[][]
  isHigh: boolean
  height: number
}
interface OpenPage<Item> {
  page: PrintedPage<Item>
  rows: { row: Row<Item>; y: number; firstHeading: number }[]
}

/**
 * Lays out a catalogue: every article once and in order, row by row; of two above each other the upper one comes first.
 * Small categories follow each other in a row, each under its own heading, so that a row ends in holes only before a large
 * one, at the end of a brand, and where a low card stands alone beside photos. What goes on is named again on the next page.
 */
export function layOut<Item>(
  branches: readonly Branch<Item>[],
  perPage: Density,
  shape: Shape<Item>,
): PrintedCatalogue<Item> {
  const grid = GRIDS[perPage]
  const pages: PrintedPage<Item>[] = []
  const found: (HeadingLine & { sheet: number })[] = []
  let open: OpenPage<Item> | undefined
  let y = BOTTOM

  const close = (grow: boolean) => {
    if (open) place(open, grid, grow ? BOTTOM - y + grid.gap : 0)
    open = undefined
  }
  const turnPage = ({ brand, category, subcategory }: Branch<Item>, grow: boolean): OpenPage<Item> => {
    close(grow)
    const running = [brand, category, subcategory].filter(Boolean).join(' · ')
    open = { page: { running, headings: [], cards: [] }, rows: [] }
    pages.push(open.page)
    y = TOP
    return open
  }
  const lineOf = (level: Level, text: string): HeadingLine => {
    const line = { level, text, anchor: `lugar-${found.length + 1}` }
    found.push({ ...line, sheet: pages.length })
    return line
  }

  for (const entries of brandsOf(branches, grid.columns)) {
    let isFirst = true
    for (let at = 0; at < entries.length; ) {
      const row = rowFrom(entries, at, grid, shape)
      const first = entries[at] as Entry<Item>
      const brandHeight = isFirst && first.branch.brand ? HEADING_HEIGHT.brand : 0
      const heightWith = (isTop: boolean) => brandHeight + headingHeight(row, isTop && !isFirst) + row.height
      const ownPage = isFirst && entries.length > perPage && open !== undefined
      let sheet = open as OpenPage<Item> | undefined
      if (!sheet || ownPage || y + heightWith(false) > BOTTOM) sheet = turnPage(first.branch, !isFirst)
      const isTop = sheet.rows.length === 0 && !isFirst
      const firstHeading = sheet.page.headings.length
      if (brandHeight > 0) {
        const { brand } = first.branch
        const lines = [lineOf('brand', brand)]
        const across = { x: PAPER.margin, width: INSIDE }
        sheet.page.headings.push({ kind: 'brand', title: brand, after: '', lines, brand, y, ...across })
        y += brandHeight
      }
      const kind = first.isLarge ? 'band' : 'strip'
      for (const { cell, cells, entry, levels, title, after } of sectionsOf(row, isTop)) {
        const { brand } = entry.branch
        const lines = levels.map((level) => lineOf(level, entry.branch[level]))
        const x = PAPER.margin + cell * (cardWidth(grid) + grid.gap)
        const width = kind === 'band' ? INSIDE : cells * (cardWidth(grid) + grid.gap) - grid.gap
        sheet.page.headings.push({ kind, title, after, lines, brand, x, y, width })
      }
      y += headingHeight(row, isTop)
      sheet.rows.push({ row, y, firstHeading })
      y += row.height + grid.gap
      at += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      isFirst = false
    }
  }
  close(false)
  // A catalogue of one page needs no index.
  const indexPages = pages.length > 1 ? indexGrid(found.length).pages : 0
  const index = found.map(({ sheet, ...line }) => ({ ...line, page: 1 + indexPages + sheet }))
  return { perPage, pages, index, indexPages }
}

/** The articles of each brand, with what begins at each. */
function brandsOf<Item>(branches: readonly Branch<Item>[], columns: number): Entry<Item>[][] {
  const brands: Entry<Item>[][] = []
  let last: Branch<Item> | undefined
  for (const [place, branch] of branches.entries()) {
    if (branch.items.length === 0) continue
    const begins = levelFrom(branch, last)
    if (begins === 'brand') brands.push([])
    const ofCategory = begins === 'brand' || begins === 'category' ? categorySize(branches, place) : 0
    const isLarge = ofCategory > 2 * columns && branch.category !== ''
    for (const [nth, item] of branch.items.entries())
      brands.at(-1)?.push({ item, branch, begins: nth === 0 ? begins : null, isLarge: nth === 0 && isLarge })
    last = branch
  }
  return brands
}

function levelFrom(branch: Branch<unknown>, last: Branch<unknown> | undefined): Level | null {
  const levels: Level[] = ['brand', 'category', 'subcategory']
  return levels.find((level) => !last || branch[level] !== last[level]) ?? null
}

/** The articles of the category that begins at this branch. */
function categorySize(branches: readonly Branch<unknown>[], place: number): number {
  const { brand, category } = branches[place] as Branch<unknown>
  let size = 0
  for (let at = place; at < branches.length; at++) {
    const other = branches[at] as Branch<unknown>
    if (other.items.length === 0) continue
    if (other.brand !== brand || other.category !== category) break
    size += other.items.length
  }
  return size
}

/** The next row: low while none of its articles has a photo. */
function rowFrom<Item>(entries: readonly Entry<Item>[], first: number, grid: Grid, shape: Shape<Item>): Row<Item> {
  const isLow = ({ item }: Entry<Item>) => !shape.hasPhoto(item)
  const next = entries.slice(first, first + grid.columns)
  const end = next.findIndex(({ isLarge }, at) => at > 0 && isLarge)
  const single = end < 0 ? next : next.slice(0, end)
  if (single.every(isLow)) {
    const lines = Math.max(...single.map(({ item }) => shape.extraLines(item)))
    return { cells: single.map((entry) => [entry]), isHigh: false, height: grid.low + lines * grid.line }
  }
  const cells: Entry<Item>[][] = []
  const mayPair = (upper: Entry<Item>, lower: Entry<Item> | undefined) =>
    grid.paired &&
    lower !== undefined &&
    lower.branch === upper.branch &&
    [upper, lower].every((entry) => isLow(entry) && shape.extraLines(entry.item) <= 1)
  for (let at = first; at < entries.length && cells.length < grid.columns; ) {
    const upper = entries[at] as Entry<Item>
    if (upper.isLarge && at > first) break
    const lower = entries[at + 1]
    const cell = mayPair(upper, lower) ? [upper, lower as Entry<Item>] : [upper]
    cells.push(cell)
    at += cell.length
  }
  const pairs = cells.filter((cell) => cell.length === 2).flat()
  const lines = Math.max(0, ...pairs.map(({ item }) => shape.extraLines(item)))
  const ofPair = pairs.length === 0 ? 0 : 2 * (grid.low + lines * grid.line) + grid.gap
  return { cells, isHigh: true, height: Math.max(grid.high, ofPair) }
}

interface Section<Item> {
  /** The first cell that it spans, and how many. */
  cell: number
  cells: number
  entry: Entry<Item>
  /** What begins there, the outermost first; none where it goes on. */
  levels: Level[]
  title: string
  after: string
}

/** What begins in a row, and at the top of a page also what goes on. */
function sectionsOf<Item>({ cells }: Row<Item>, isTop: boolean): Section<Item>[] {
  const sections: Section<Item>[] = []
  for (const [cell, [entry]] of cells.entries()) {
    if (!entry) continue
    const { branch, begins } = entry
    const goesOn = begins === null
    const names = [branch.category, branch.subcategory].filter(Boolean)
    const last = sections.at(-1)
    if (goesOn && last) last.cells++
    else if (goesOn && isTop && names.length > 0)
      sections.push({ cell, cells: 1, entry, levels: [], title: names.join(' · '), after: '(continúa)' })
    else if (!goesOn) {
      const inner = begins === 'subcategory' && branch.subcategory !== ''
      const levels = (inner ? ['subcategory'] : ['category', 'subcategory']) as Level[]
      const named = begins === 'subcategory' && !inner ? [] : levels.filter((level) => branch[level] !== '')
      const [title = '', after = ''] = inner ? [branch.subcategory] : names
      if (title !== '') sections.push({ cell, cells: 1, entry, levels: named, title, after })
    }
  }
  return sections
}

function headingHeight<Item>(row: Row<Item>, isTop: boolean): number {
  if (sectionsOf(row, isTop).length === 0) return 0
  return row.cells[0]?.[0]?.isLarge ? HEADING_HEIGHT.band : HEADING_HEIGHT.strip
}

/** Puts the cards of a page where its rows are; `room` points that are left over make its rows higher. */
function place<Item>({ page, rows }: OpenPage<Item>, grid: Grid, room: number): void {
  const high = rows.filter(({ row }) => row.isHigh).length
  const growth =
    high > 0
      ? { high: Math.min(MOST_GROWTH.high, room / high), low: 0 }
      : { high: 0, low: Math.min(MOST_GROWTH.low, room / rows.length) }
  let down = 0
  for (const [at, { row, y, firstHeading }] of rows.entries()) {
    const lastHeading = rows[at + 1]?.firstHeading ?? page.headings.length
    for (const heading of page.headings.slice(firstHeading, lastHeading)) heading.y += down
    const height = row.height + (row.isHigh ? growth.high : growth.low)
    for (const [column, cell] of row.cells.entries()) {
      const x = PAPER.margin + column * (cardWidth(grid) + grid.gap)
      const own = (height - (cell.length - 1) * grid.gap) / cell.length
      for (const [nth, { item }] of cell.entries())
        page.cards.push({
          item,
          x,
          y: y + down + nth * (own + grid.gap),
          width: cardWidth(grid),
          height: own,
        })
    }
    down += height - row.height
  }
}
