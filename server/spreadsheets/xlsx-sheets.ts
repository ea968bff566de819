/** Excel workbooks (.xlsx) as rows: every sheet, with the meaning of its formats, formulas and merged cells. */
import { DAMAGED, Unreadable, type ZipLimits, type ZipParts } from './archive-parts.ts'
import { mergedCells } from './merged-cells.ts'
import { type Cell, isEmptyCell, type NamedSheet, type SheetRow, tooManyRows } from './sheet.ts'
import { type NumberLook, numberCell, readLooks } from './xlsx-styles.ts'
import { attribute, type XmlHandler } from './xml-events.ts'

/** As many as a sheet of Excel has: a row or column beyond has an invented number. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384
const MOST_MERGES = 10_000

export interface XlsxOptions {
  limits?: ZipLimits
  /** A file whose sheets have more rows together, blank ones not counted, is refused. */
  maxRows?: number
  /** Columns further right are not kept. */
  columns?: number
}

/** All sheets of a workbook, or the first alone. @throws Unreadable */
export async function readXlsxSheets(
  parts: ZipParts,
  {
    maxRows = Number.POSITIVE_INFINITY,
    columns = MOST_COLUMNS,
    onlyFirst = false,
  }: XlsxOptions & { onlyFirst?: boolean },
): Promise<NamedSheet[]> {
  const book = await readBook(parts)
  const { handler, looks } = readLooks()
  if (book.styles) await parts.xml(book.styles, handler)
  const texts: string[] = []
  if (book.texts) await parts.xml(book.texts, textsHandler(texts))
  const sheets: NamedSheet[] = []
  let rowsLeft = maxRows
  for (const { name, part, hidden } of onlyFirst ? book.sheets.slice(0, 1) : book.sheets) {
    const rows: SheetRow[] = []
    const merges: string[] = []
    const reader = sheetHandler({ texts, looks, epoch: book.epoch, columns, merges }, (row) => {
      if (rowsLeft-- <= 0) throw new Unreadable(tooManyRows(maxRows), { tooLarge: true })
      rows.push(row)
    })
    const found = await parts.xml(part, reader, { streamed: true })
    if (!found) throw new Unreadable(DAMAGED)
    spreadMerges(rows, merges, columns)
    sheets.push({ name, rows, ...(hidden ? { hidden } : {}) })
  }
  return sheets
}

interface Book {
  epoch: 1900 | 1904
  sheets: { name: string; part: string; hidden: boolean }[]
  styles?: string
  texts?: string
}

/** The facts in the workbook's own part and in its list of parts. */
async function readBook(parts: ZipParts): Promise<Book> {
  const targets = new Map<string, string>()
  const book: Book = { epoch: 1900, sheets: [] }
  await parts.xml('xl/_rels/workbook.xml.rels', {
    start(name, attributes) {
      if (name !== 'Relationship') return
      const target = attribute(attributes, 'Target') ?? ''
      const part = target.startsWith('/') ? target.slice(1) : resolve(target)
      targets.set(attribute(attributes, 'Id') ?? '', part)
      const kind = attribute(attributes, 'Type') ?? ''
      if (kind.endsWith('/styles')) book.styles = part
      if (kind.endsWith('/sharedStrings')) book.texts = part
    },
  })
  await parts.xml('xl/workbook.xml', {
    start(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) book.epoch = 1904
      if (name !== 'sheet') return
      const id = /\s[^\s=]+:id=["']([^"']*)["']/.exec(attributes)?.[1] ?? ''
      const part = targets.get(id)
      const hidden = ['hidden', 'veryHidden'].includes(attribute(attributes, 'state') ?? '')
      if (part !== undefined) book.sheets.push({ name: attribute(attributes, 'name') ?? '', part, hidden })
    },
  })
  if (book.sheets.length === 0) throw new Unreadable(DAMAGED)
  return book
}

/** A path as the workbook's folder sees it: 'worksheets/sheet1.xml', '../xl/a.xml'. */
function resolve(target: string): string {
  const path = ['xl']
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return path.join('/')
}

/** Characters that XML may not hold are written `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The texts that cells name by their number. How a text is pronounced (`rPh`) is no part of it. */
function textsHandler(texts: string[]): XmlHandler {
  let text = ''
  let inText = false
  let inPhonetic = false
  return {
    start(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') inPhonetic = true
      else if (name === 't') inText = !inPhonetic
    },
    text(piece) {
      if (inText) text += piece
    },
    end(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'si') texts.push(unescaped(text))
    },
  }
}

interface SheetContext {
  texts: readonly string[]
  looks: readonly NumberLook[]
  epoch: 1900 | 1904
  columns: number
  /** Ranges of merged cells, as the sheet writes them. */
  merges: string[]
}

/** Calls `take` with each row that is not blank. */
function sheetHandler(context: SheetContext, take: (row: SheetRow) => void): XmlHandler {
  const { columns, merges } = context
  let inData = false
  let row = 0
  let cells: Cell[] = []
  let formulas: number[] = []
  let column = -1
  let kind = ''
  let style = -1
  let value = ''
  let reading = false
  let inInline = false
  return {
    start(name, attributes) {
      if (name === 'sheetData') inData = true
      else if (name === 'mergeCell' && merges.length < MOST_MERGES) merges.push(attribute(attributes, 'ref') ?? '')
      if (!inData) return
      if (name === 'row') {
        const given = attribute(attributes, 'r')
        row = given === undefined ? row + 1 : Number(given)
        if (!(row >= 1 && row <= MOST_ROWS)) throw new Unreadable(DAMAGED)
        cells = []
        formulas = []
        column = -1
      } else if (name === 'c') {
        const place = attribute(attributes, 'r')
        column = place === undefined ? column + 1 : columnOf(place)
        kind = attribute(attributes, 't') ?? ''
        style = Number(attribute(attributes, 's') ?? -1)
        value = ''
      } else if (name === 'is') inInline = true
      else if (name === 'v' || (name === 't' && inInline)) reading = true
      else if (name === 'f' && column < columns) formulas.push(column)
    },
    text(piece) {
      if (reading) value += piece
    },
    end(name) {
      if (name === 'sheetData') inData = false
      else if (name === 'v' || name === 't') reading = false
      else if (name === 'is') inInline = false
      else if (name === 'c' && inData && column >= 0 && column < columns) {
        const cell = cellOf(kind, value, style, context)
        if (cell === null) return
        while (cells.length < column) cells.push(null)
        cells[column] = cell
      } else if (name === 'row' && inData && !cells.every(isEmptyCell))
        take({ row, cells, ...(formulas.length > 0 ? { formulas } : {}) })
    },
  }
}

function cellOf(kind: string, value: string, style: number, { texts, looks, epoch }: SheetContext): Cell {
  switch (kind) {
    case 's':
      return texts[Number(value)] ?? null
    case 'str':
    case 'inlineStr':
      return unescaped(value)
    case 'b':
      return value === '1' || value === 'true'
    case 'd':
      return value.slice(0, 10)
    case 'e':
      return value
  }
  if (value === '') return null
  const number = Number(value)
  return Number.isNaN(number) ? value : numberCell(number, looks[style] ?? 'plain', epoch)
}

/** 'AB12' is 27. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  if (column < 1 || column > MOST_COLUMNS) throw new Unreadable(DAMAGED)
  return column - 1
}

/** Gives each row the values of the merged cells that cover it, in the first column of each. */
function spreadMerges(rows: SheetRow[], ranges: readonly string[], columns: number): void {
  const beginning = new Map<number, { column: number; last: number }[]>()
  for (const range of ranges) {
    const [, place = '', first = 0, , last = 0] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(range) ?? []
    if (place === '' || Number(last) <= Number(first)) continue
    const column = columnOf(place)
    if (column >= columns) continue
    const mergesOfRow = beginning.get(Number(first)) ?? []
    mergesOfRow.push({ column, last: Number(last) })
    beginning.set(Number(first), mergesOfRow)
  }
  if (beginning.size === 0) return
  const merges = mergedCells()
  for (const row of rows) {
    const merged = merges.over(row.row, row.cells)
    if (merged) row.merged = merged
    for (const { column, last } of beginning.get(row.row) ?? [])
      merges.begin(column, { last, said: row.cells[column] ?? null })
  }
}
