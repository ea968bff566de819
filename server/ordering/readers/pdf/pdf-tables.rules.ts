/** Makes the tables of a PDF from its words: rows with cells, as a sheet has them (R324). Pure. */
import { rowOfPage } from '../../../../contract/row-place.ts'
import { readNumber } from '../../../spreadsheets/numbers.rules.ts'
import { roleOfHeading, saysTotal } from '../sheet/column-words.rules.ts'
import { type Line, NO_LETTER, type Page, type PdfRow, type PdfTable, type Piece } from './pdf.types.ts'
import { type Column, columnsUnder, cutAtColumns, findStrips, type Span, stripsOf, wordsOf } from './strips.rules.ts'

/** A line of a page. Its height counts through all pages, so that the last line of one is far from the first of the next. */
interface PageLine extends Line {
  readonly page: number
  /** The heading that it is, if it is one. */
  readonly headings?: readonly Piece[]
}

/** Lines under one row of headings, on one page or several. */
interface Region {
  readonly headings: readonly Piece[]
  readonly page: number
  readonly lines: PageLine[]
}

const PAGE_HEIGHT = 100_000
/** In sizes of the letter: lines that may be one cell, and lines of one heading. */
const WRAPPED = 1.8
const OF_HEADING = 1.35
/** Of the pieces that most rows have: a line with as many is a row. */
const MOST_OF_ROW = 0.6
/** Of the distance between two rows: a line that is nearer to one belongs to it. */
const WITHIN_ROW = 0.8
const SAME_ROW = 0.6
const NEXT_ROW = 1.3

const acrossColumns = 'El renglón del PDF no entra en las columnas: confirme lo que dice'
const inTwoLines = 'El renglón sigue en otra línea del PDF: confirme el código y la cantidad'
const withoutLetters = 'El renglón tiene letras que no se pueden leer: confirme lo que dice'

const textOf = ({ pieces }: Line): string => pieces.map(({ text }) => text).join(' ')

/** The tables of a PDF. A page without text is a sheet of one cell, which is told as one that was not read. */
export function tablesOf(pages: readonly Page[], mostColumns: number): PdfTable[] {
  const lines = withoutRunningHeads(pages.map(({ page, lines: found }) => findHeadings(found, page)))
  const regions = regionsOf(lines)
  const tables: { table: PdfTable; key: string; pages: number[] }[] = []
  const counts = new Map<number, number>()
  for (const region of regions)
    for (const part of besideEachOther(region)) {
      const key = part.headings.map(({ text }) => text).join('|')
      const { rows, headings } = tableOf(part, mostColumns)
      if (rows.length === 0) continue
      const last = tables.at(-1)
      const isSame =
        last !== undefined && last.key === key && last.table.rows[0]?.cells.join('|') === headings.join('|')
      const next = (page: number) => {
        const count = (counts.get(page) ?? 0) + 1
        counts.set(page, count)
        return rowOfPage(page, count)
      }
      const target = isSame ? last : { table: { name: '', rows: [] }, key, pages: [] }
      if (!isSame) {
        tables.push(target)
        if (headings.length > 0)
          target.table.rows.push({ row: rowOfPage(part.page, counts.get(part.page) ?? 0), cells: headings })
      }
      for (const { page, ...row } of rows) {
        target.table.rows.push({ ...row, row: next(page) })
        target.pages.push(page)
      }
    }
  const isOne = tables.length === 1
  return [
    ...tables.map(({ table, pages: of }) => ({ ...table, name: isOne ? '' : pagesName(of) })),
    ...pages
      .filter((page) => page.lines.length === 0)
      .map(({ page }) => ({
        name: `página ${page} sin texto`,
        rows: [{ row: rowOfPage(page, 0), cells: ['(imagen)'] }],
      })),
  ]
}

const pagesName = (pages: readonly number[]): string => {
  const [first, last] = [pages[0], pages.at(-1)]
  return first === last ? `página ${first}` : `tabla de las páginas ${first} a ${last}`
}

/** The role that a heading names; '' for columns that nobody reads, too: their words stand in many texts. */
const roleOf = (text: string): string => {
  const role = roleOfHeading(text, 'orders')
  return role === 'other' ? '' : role
}

const knownRoles = (pieces: readonly Piece[]): number =>
  new Set(pieces.map(({ text }) => roleOf(text)).filter((role) => role !== '')).size

const isKnown = (text: string): boolean => roleOf(text) !== ''

/** A piece that is several known headings, so near to each other that they were taken for one text. */
function headingsIn(piece: Piece): Piece[] {
  const words = isKnown(piece.text) || piece.text.length > 60 ? [] : wordsOf(piece)
  const parts: Piece[] = []
  for (let from = 0; from < words.length; ) {
    let to = words.length
    const text = () =>
      words
        .slice(from, to)
        .map((word) => word.text)
        .join(' ')
    while (to > from && !isKnown(text())) to--
    const [first, last] = [words[from], words[to - 1]]
    if (to === from || !first || !last) return [piece]
    parts.push({ ...piece, x0: first.x0, x1: last.x1, text: text() })
    from = to
  }
  return parts.length > 1 ? parts : [piece]
}

/** The lines of a page, each row of headings as one of them: a heading may go on above or below its line. */
function findHeadings(found: readonly Line[], page: number): PageLine[] {
  const lines = found.map((line): PageLine => {
    const pieces = line.pieces.flatMap(headingsIn)
    return { ...line, pieces: knownRoles(pieces) >= 2 ? pieces : line.pieces, page, y: line.y + page * PAGE_HEIGHT }
  })
  const isHeading = (line: Line) =>
    knownRoles(line.pieces) >= 2 && line.pieces.every(({ text }) => readNumber(text) === null)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line || !isHeading(line)) continue
    let headings: readonly Piece[] = line.pieces
    for (const step of [-1, 1])
      for (let more = lines[at + step]; more; more = lines[at + step]) {
        const isNear = Math.abs(more.y - line.y) <= OF_HEADING * line.size * 1.5 && !/\d/.test(textOf(more))
        const joined = isNear && !isHeading(more) ? joinHeadings(headings, more.pieces, step) : undefined
        if (!joined || knownRoles(joined) < knownRoles(headings)) break
        headings = joined
        lines.splice(step < 0 ? --at : at + 1, 1)
      }
    lines[at] = { ...line, headings }
  }
  return lines
}

/** Headings with the pieces of a line above or below; undefined when one of them stands over no heading, or over two. */
function joinHeadings(headings: readonly Piece[], more: readonly Piece[], step: number): Piece[] | undefined {
  const joined = [...headings]
  for (const piece of more) {
    const [at, other] = stripsOf(piece, headings)
    const heading = at === undefined ? undefined : joined[at]
    if (at === undefined || other !== undefined || !heading) return undefined
    const text = step < 0 ? `${piece.text} ${heading.text}` : `${heading.text} ${piece.text}`
    joined[at] = { ...heading, text, x0: Math.min(heading.x0, piece.x0), x1: Math.max(heading.x1, piece.x1) }
  }
  return joined
}

/** A line as it is on other pages: the number of its page aside. */
const runningText = (line: Line): string => {
  const text = textOf(line)
  return /\b(p[áa]g(ina)?|hoja|folio)\b|^[\W\d]+$/i.test(text) ? text.replace(/\d+/g, '#') : text
}

/** Leaves out what stands at the head and at the foot of a page as it does on the page before or after. */
function withoutRunningHeads(pages: readonly (readonly PageLine[])[]): PageLine[] {
  const isSame = (one: PageLine | undefined, other: PageLine | undefined) =>
    one !== undefined &&
    other !== undefined &&
    !one.headings &&
    Math.abs((one.y - other.y) % PAGE_HEIGHT) < 3 &&
    runningText(one) === runningText(other)
  const same = (lines: readonly PageLine[], others: readonly PageLine[], end: boolean): number => {
    let count = 0
    const at = (of: readonly PageLine[]) => of[end ? of.length - 1 - count : count]
    while (isSame(at(lines), at(others))) count++
    return count
  }
  return pages.flatMap((lines, at) => {
    const others = [pages[at - 1] ?? [], pages[at + 1] ?? []]
    const head = Math.max(...others.map((other) => same(lines, other, false)))
    const foot = Math.max(...others.map((other) => same(lines, other, true)))
    return lines.slice(head, Math.max(head, lines.length - foot))
  })
}

/** What stands under each row of headings; under the same headings again the table goes on. Without any, all lines are one table. */
function regionsOf(lines: readonly PageLine[]): Region[] {
  const regions: Region[] = []
  for (const line of lines) {
    const last = regions.at(-1)
    if (!line.headings) last?.lines.push(line)
    else if (!last || !areSame(last.headings, line.headings))
      regions.push({ headings: line.headings, page: line.page, lines: [] })
  }
  const [first] = lines
  return regions.length > 0 || !first ? regions : [{ headings: [], page: first.page, lines: [...lines] }]
}

const areSame = (one: readonly Piece[], other: readonly Piece[]): boolean =>
  one.length === other.length &&
  one.every(({ text, x0 }, at) => text === other[at]?.text && Math.abs(x0 - (other[at]?.x0 ?? 0)) < 2)

/** Two lists beside each other, which have the same headings twice, are read one after the other. */
function besideEachOther(region: Region): Region[] {
  const texts = region.headings.map(({ text }) => text)
  const many = texts.length
  const width = Array.from({ length: many }, (_, at) => at + 1).find(
    (size) => size >= 2 && many % size === 0 && texts.every((text, at) => text === texts[at % size]),
  )
  if (!width || width === many) return [region]
  return Array.from({ length: many / width }, (_, part): Region => {
    const headings = region.headings.slice(part * width, (part + 1) * width)
    const [from, to] = [between(region, part * width), between(region, (part + 1) * width)]
    const lines = region.lines
      .map((line) => ({
        ...line,
        pieces: line.pieces.filter(({ x0, x1 }) => (x0 + x1) / 2 >= from && (x0 + x1) / 2 < to),
      }))
      .filter(({ pieces }) => pieces.length > 0)
    return { ...region, headings, lines }
  })
}

/** The middle of the white before a heading that begins another list. */
function between({ headings, lines }: Region, at: number): number {
  const [left, right] = [headings[at - 1], headings[at]]
  if (!left) return Number.NEGATIVE_INFINITY
  if (!right) return Number.POSITIVE_INFINITY
  const strips = findStrips([...lines.filter(({ pieces }) => pieces.length > 1), { y: 0, size: 1, pieces: headings }])
  const end = strips.filter(({ x0 }) => x0 < (left.x0 + left.x1) / 2).at(-1)?.x1 ?? left.x1
  const begin = strips.find(({ x1 }) => x1 > (right.x0 + right.x1) / 2)?.x0 ?? right.x0
  return end < begin ? (end + begin) / 2 : (left.x1 + right.x0) / 2
}

type TableRow = Omit<PdfRow, 'row'> & { page: number }

/** A line of a table with the columns that each of its pieces stands in. */
interface Placed {
  readonly line: PageLine
  readonly at: readonly number[][]
}

function tableOf({ headings, lines }: Region, mostColumns: number): { rows: TableRow[]; headings: string[] } {
  const counts = lines
    .map(({ pieces }) => pieces.length)
    .filter((count) => count > 1)
    .sort((a, b) => a - b)
  const usual = Math.min(counts[Math.floor(counts.length * 0.75)] ?? 2, headings.length || Number.POSITIVE_INFINITY)
  const fullFrom = Math.max(2, Math.ceil(usual * MOST_OF_ROW))
  const isFull = ({ pieces }: Line) => pieces.length >= fullFrom
  const full = lines.filter(isFull)
  if (full.length === 0) return { rows: [], headings: [] }
  const found =
    headings.length > 0 ? columnsUnder(headings, full) : { rows: full, columns: asColumns(findStrips(full)) }
  const columns = found.columns.slice(0, mostColumns)
  const cut = new Map(full.map((line, at) => [line, (found.rows[at] ?? line) as PageLine]))
  const placed = lines.map((line): Placed => {
    const whole = cut.get(line) ?? line
    const parts = whole.pieces.flatMap((piece) => cutAtColumns(piece, columns))
    const pieces = parts.length >= fullFrom ? parts : whole.pieces
    return { line: { ...whole, pieces }, at: pieces.map((piece) => stripsOf(piece, columns)) }
  })
  const isWordy = wordyColumns(
    placed.filter(({ line }) => isFull(line)),
    columns.length,
  )
  const isAcross = ({ at }: Placed) => at.some((of) => of.length > 1)
  /** Whether a line has more than words that may belong to the row above or below. */
  const isRow = (one: Placed) =>
    !isAcross(one) && (isFull(one.line) || one.at.flat().some((column) => !isWordy[column]))
  const rowLines = placed.filter(isRow)
  const pitch = pitchOf(rowLines.filter(({ line }) => isFull(line)))
  const fullRows = rowLines.filter(({ line }) => isFull(line))
  /** The row of whose code or number a line may be the rest. */
  const restOf = (one: Placed): Placed | undefined => {
    const numbers = one.at.flat().filter((column) => !isWordy[column])
    const near = isFull(one.line) || numbers.length !== 1 ? undefined : nearestTo(one, fullRows)
    return near && Math.abs(near.line.y - one.line.y) < WITHIN_ROW * pitch ? near : undefined
  }
  const rows = new Map<Placed, TableRow>()
  for (const one of placed) {
    if (isAcross(one)) {
      if (isAsking(one, rowLines, pitch))
        rows.set(one, { page: one.line.page, cells: [textOf(one.line)], damage: acrossColumns })
    } else if (isRow(one) && !restOf(one)) rows.set(one, rowFrom(one, columns.length))
  }
  for (const one of placed) {
    const near = isAcross(one) ? undefined : isRow(one) ? restOf(one) : nearestTo(one, rowLines)
    const row = near && rows.get(near)
    if (!row) continue
    const distance = Math.abs(near.line.y - one.line.y)
    const before = near.line.y > one.line.y
    const isEmpty = one.at.flat().every((column) => isWordy[column] || row.cells[column] === null)
    if (isRow(one)) addTo(row, one, { before, isSure: isEmpty && distance <= SAME_ROW * pitch })
    else if (distance <= WRAPPED * one.line.size) addTo(row, one, { before })
  }
  const all = [...rows.values()]
  for (const row of all)
    if (row.cells.some((cell) => typeof cell === 'string' && cell.search(NO_LETTER) >= 0)) row.damage = withoutLetters
  return {
    rows: all,
    headings: headings.length > 0 ? columns.map(({ heading, isDoubtful }) => (isDoubtful ? '' : heading)) : [],
  }
}

const asColumns = (strips: readonly Span[]): Column[] =>
  strips.map((strip) => ({ ...strip, heading: '', isDoubtful: false }))

/** Which columns have mostly words, not codes and numbers. */
function wordyColumns(rows: readonly Placed[], width: number): boolean[] {
  const words = Array.from({ length: width }, () => 0)
  const all = Array.from({ length: width }, () => 0)
  for (const { line, at } of rows)
    for (const [place, piece] of line.pieces.entries()) {
      const column = at[place]?.[0] ?? -1
      const letters = piece.text.match(/\p{L}/gu)?.length ?? 0
      all[column] = (all[column] ?? 0) + 1
      if (letters > (piece.text.match(/\d/g)?.length ?? 0) && /\p{L}{3}/u.test(piece.text))
        words[column] = (words[column] ?? 0) + 1
    }
  return words.map((count, column) => count > (all[column] ?? 0) / 2)
}

/** The usual distance between two rows. */
function pitchOf(rows: readonly Placed[]): number {
  const steps = rows
    .slice(1)
    .map(({ line }, at) => line.y - (rows[at]?.line.y ?? 0))
    .sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? (rows[0]?.line.size ?? 10) * 1.5
}

/** The row that is nearest to a line; in the middle between two the one above. */
function nearestTo({ line }: Placed, rows: readonly Placed[]): Placed | undefined {
  let found: Placed | undefined
  for (const row of rows)
    if (!found || Math.abs(row.line.y - line.y) < Math.abs(found.line.y - line.y) - 0.5) found = row
  return found
}

/** Whether a line across columns may be a row that somebody has to read: rows stand below it on its page, or one right above. */
function isAsking({ line }: Placed, rows: readonly Placed[], pitch: number): boolean {
  const text = textOf(line)
  const isInside = rows.some(
    (row) => (row.line.page === line.page && row.line.y > line.y) || Math.abs(row.line.y - line.y) <= NEXT_ROW * pitch,
  )
  return isInside && /\d/.test(text) && !saysTotal(text.replace(/[\d.,$:%]+/g, ''))
}

function rowFrom(one: Placed, width: number): TableRow {
  const row: TableRow = { page: one.line.page, cells: Array.from({ length: width }, (): string | null => null) }
  addTo(row, one)
  return row
}

/**
 * Adds the texts of a line to the cells of a row. Words go on with words; the rest of a code or of a number surely belongs to
 * it only after a dash, or where the cell is empty and the row near.
 */
function addTo(row: TableRow, { line, at }: Placed, { before = false, isSure = true } = {}): void {
  for (const [place, piece] of line.pieces.entries()) {
    const column = at[place]?.[0]
    if (column === undefined) {
      if (!saysTotal(piece.text)) row.damage ??= acrossColumns
      continue
    }
    const cell = row.cells[column]
    const [first, second] = before ? [piece.text, cell] : [cell, piece.text]
    const isCut = typeof first === 'string' && typeof second === 'string' && first.endsWith('-')
    if (!isSure && !isCut && !/\p{L}{3}/u.test(piece.text)) row.damage ??= inTwoLines
    row.cells[column] = [first, second].filter((text) => typeof text === 'string').join(isCut ? '' : ' ')
  }
}
