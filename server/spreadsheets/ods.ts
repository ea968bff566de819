/** OpenDocument spreadsheets (.ods, of LibreOffice and others) as rows: every sheet, with formulas and merged cells. */
import { DAMAGED, Unreadable, WITH_PASSWORD, type ZipParts } from './archive-parts.ts'
import { mergedCells } from './merged-cells.ts'
import { type Cell, isEmptyCell, type NamedSheet, type SheetRow, tooManyRows } from './sheet.ts'
import { attribute, type XmlHandler } from './xml-events.ts'

const MOST_ROWS = 1_048_576
/** More repeated blanks than these were made to fill the memory. */
const MOST_BLANKS = 1_000

/** Whether the parts are those of an OpenDocument file; some programs leave the mimetype out. */
export const isOds = (parts: ZipParts): boolean =>
  parts.has('content.xml') && (parts.has('mimetype') || parts.has('META-INF/manifest.xml'))

/** All sheets of a document. @throws Unreadable */
export async function readOdsSheets(
  parts: ZipParts,
  { maxRows, columns }: { maxRows: number; columns: number },
): Promise<NamedSheet[]> {
  if ((await parts.text('META-INF/manifest.xml'))?.includes('encryption-data')) throw new Unreadable(WITH_PASSWORD)
  const sheets: NamedSheet[] = []
  const take = (sheet: NamedSheet, row: SheetRow, rowsLeft: number) => {
    if (rowsLeft <= 0) throw new Unreadable(tooManyRows(maxRows), { tooLarge: true })
    sheet.rows.push(row)
  }
  if (!(await parts.xml('content.xml', contentHandler(sheets, { maxRows, columns, take }), { streamed: true })))
    throw new Unreadable(DAMAGED)
  return sheets
}

interface Reading {
  maxRows: number
  columns: number
  take: (sheet: NamedSheet, row: SheetRow, rowsLeft: number) => void
}

function contentHandler(sheets: NamedSheet[], { maxRows, columns, take }: Reading): XmlHandler {
  const hiddenStyles = new Set<string>()
  let style = ''
  let sheet: NamedSheet | undefined
  let rowsLeft = maxRows
  let row = 0
  let rowRepeat = 1
  let cells: Cell[] = []
  let formulas: number[] = []
  let merges = mergedCells()
  let cell: OdsCell | undefined
  let paragraphs = 0
  let text = ''
  let inParagraph = false
  let inNote = 0

  const endCell = () => {
    if (!cell) return
    const value = cellOf(cell, text)
    const at = cells.length
    for (let n = 0; n < cell.repeat && cells.length < columns; n++) cells.push(value)
    if (cell.formula && at < columns) formulas.push(at)
    if (cell.rows > 1 && at < columns) merges.begin(at, { last: row + cell.rows, said: value })
    cell = undefined
  }
  const endRow = () => {
    while (isEmptyCell(cells.at(-1)) && cells.length > 0) cells.pop()
    // A blank row at a sheet's end may stand for a million.
    if (cells.length === 0) {
      row += rowRepeat
      return
    }
    for (let n = 0; n < rowRepeat && sheet; n++) {
      row++
      if (row > MOST_ROWS) throw new Unreadable(DAMAGED)
      const merged = merges.over(row, cells)
      take(
        sheet,
        {
          row,
          cells: [...cells],
          ...(formulas.length > 0 ? { formulas } : {}),
          ...(merged ? { merged } : {}),
        },
        rowsLeft--,
      )
    }
  }
  return {
    start(name, attributes) {
      if (name === 'style') style = attribute(attributes, 'name') ?? ''
      else if (name === 'table-properties' && attribute(attributes, 'display') === 'false') hiddenStyles.add(style)
      else if (name === 'table') {
        const hidden = hiddenStyles.has(attribute(attributes, 'style-name') ?? '')
        sheet = { name: attribute(attributes, 'name') ?? '', rows: [], ...(hidden ? { hidden } : {}) }
        sheets.push(sheet)
        row = 0
        merges = mergedCells()
      } else if (!sheet) return
      else if (name === 'table-row') {
        rowRepeat = countOf(attributes, 'number-rows-repeated')
        cells = []
        formulas = []
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = {
          repeat: countOf(attributes, 'number-columns-repeated'),
          rows: countOf(attributes, 'number-rows-spanned'),
          formula: attribute(attributes, 'formula') !== undefined,
          kind: name === 'table-cell' ? (attribute(attributes, 'value-type') ?? '') : 'covered',
          attributes,
        }
        text = ''
        paragraphs = 0
      } else if (name === 'annotation') inNote++
      else if (inNote > 0 || !cell) return
      else if (name === 'p') {
        inParagraph = true
        if (paragraphs++ > 0) text += '\n'
      } else if (name === 's') text += ' '.repeat(Math.min(countOf(attributes, 'c'), MOST_BLANKS))
      else if (name === 'tab') text += '\t'
      else if (name === 'line-break') text += '\n'
    },
    text(piece) {
      if (cell && inParagraph && inNote === 0) text += piece
    },
    end(name) {
      if (name === 'table') sheet = undefined
      else if (name === 'annotation') inNote--
      else if (name === 'p') inParagraph = false
      else if (name === 'table-cell' || name === 'covered-table-cell') endCell()
      else if (name === 'table-row' && sheet) endRow()
    },
  }
}

interface OdsCell {
  repeat: number
  /** How many rows the cell covers; more than 1 when it is merged. */
  rows: number
  formula: boolean
  kind: string
  attributes: string
}

const countOf = (attributes: string, name: string): number => {
  const count = Number(attribute(attributes, name) ?? 1)
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, MOST_ROWS) : 1
}

/** A cell's value; for a number that is shown with zeros in front, or as a percentage, the text that is shown. */
function cellOf({ kind, attributes }: OdsCell, shown: string): Cell {
  const value = Number(attribute(attributes, 'value') ?? Number.NaN)
  switch (kind) {
    case 'covered':
      return null
    case 'percentage':
      return shown
    case 'float':
    case 'currency':
      return Number.isNaN(value) || (/^0\d+$/.test(shown) && Number(shown) === value) ? shown : value
    case 'date':
      return (attribute(attributes, 'date-value') ?? shown).slice(0, 10)
    case 'boolean':
      return attribute(attributes, 'boolean-value') === 'true'
  }
  return shown === '' ? (attribute(attributes, 'string-value') ?? null) : shown
}
