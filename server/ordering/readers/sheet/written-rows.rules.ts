/** Takes from a table the rows that ask for something, as they are written, and counts the others. Pure. */
import { rowName } from '../../../../contract/row-place.ts'
import type { ColumnRole } from '../../../../contract/sheet-columns.ts'
import { isBlank, readNumber } from '../../../spreadsheets/numbers.rules.ts'
import { textOf } from './cells.rules.ts'
import { headingWords, type SheetKind, saysTotal } from './column-words.rules.ts'
import type { FoundTable, SheetCell, SheetOfFile, TableRow, WrittenRow } from './sheet.types.ts'
import { holdsUnits } from './unit-column.rules.ts'

const MAX_TEXT = 200

/** A row of words that nobody read. */
export interface UnreadRow {
  readonly row: number
  readonly text: string
  /** It stands above the headings. */
  readonly isAbove: boolean
}

interface WrittenRows {
  rows: WrittenRow[]
  /** Rows of a list that ask for nothing. */
  untouched: number
  /** Rows that have neither a code nor a quantity. */
  texts: UnreadRow[]
  /** Rows below the headings, blank ones aside. */
  count: number
  /** Numbers of the rows that add up others. */
  totals: number[]
}

/** A cell's name as spreadsheets have it: 'C5' of column 2 (from 0) and row 5 (from 1). */
function cellName(column: number, row: number): string {
  let name = ''
  for (let remaining = column + 1; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    name = String.fromCharCode(65 + ((remaining - 1) % 26)) + name
  return `${name}${row}`
}

/** Reads the rows of a table. A row of a list without quantity asks for nothing; in an order every row asks. */
export function readRows(file: SheetOfFile, table: FoundTable, kind: SheetKind): WrittenRows {
  const { roles, headings, sheet } = table
  const at = (role: ColumnRole) => roles.indexOf(role)
  const headingCells = file.rows.find(({ row }) => row === headings)?.cells
  const below = file.rows.filter(({ row }) => row > headings)
  const unitAt = roles.findIndex((role, column) => role === '' && holdsUnits(below, column, headingCells?.[column]))
  const headingTexts = headingCells?.map((cell) => headingWords(textOf(cell)))
  const read: WrittenRows = { rows: [], untouched: 0, texts: [], count: 0, totals: [] }
  let group: { row: number; last: number; cuit: string; number: string } | undefined
  let sum = 0
  for (const row of file.rows) {
    const unread = { row: row.row, text: textOfCells(row.cells), isAbove: row.row < headings }
    if (unread.isAbove && unread.text !== '') read.texts.push(unread)
    if (row.row <= headings || isHeadingsAgain(row, headingTexts)) continue
    const cell = (role: ColumnRole): SheetCell => row.cells[at(role)] ?? null
    const [code = '', ean = '', name = '', note = ''] = (['code', 'ean', 'name', 'note'] as const).map((role) =>
      textOf(cell(role)),
    )
    const [quantity, packs, price] = [cell('quantity'), cell('packs'), cell('price')]
    const units = isBlank(quantity) ? null : readNumber(quantity)
    const asksNothing = [quantity, packs].every((count) => isBlank(count) || readNumber(count) === 0)
    const isRead = roles.some((role, column) => role !== '' && !isBlank(row.cells[column] ?? null))
    if (!row.damage && !isRead) {
      if (unread.text !== '') read.texts.push(unread)
      continue
    }
    read.count++
    if (!row.damage && isTotal(row, { code, ean, name }, units, sum)) {
      read.totals.push(row.row)
      sum = 0
      continue
    }
    // A formula that no program has calculated is no empty cell.
    const isOpen = row.formulas?.some((column) => roles[column] === 'quantity' || roles[column] === 'packs')
    if (kind === 'list' && !row.damage && asksNothing && !isOpen && note === '') {
      // Words beside no code are somebody's message, or the title of a section.
      if (isCodeLike(code) || isCodeLike(ean)) read.untouched++
      else read.texts.push(unread)
      continue
    }
    sum += units ?? 0
    const merged = (role: ColumnRole) => row.merged?.get(at(role)) ?? null
    let [cuit, number] = [
      textOf(cell('cuit')) || textOf(merged('cuit')),
      textOf(cell('number')) || textOf(merged('number')),
    ]
    let above = ''
    // A client and number written once hold for the rows right below, too.
    const isNext = group !== undefined && row.row === group.last + 1
    const isOfGroup = group && (cuit === '' || (cuit === group.cuit && group.number !== ''))
    if (group && isNext && number === '' && isOfGroup) {
      above = `${cuit === '' ? 'CUIT y número' : 'Número'} de la ${rowName(group.row)}`
      ;({ cuit, number } = group)
      group.last = row.row
    } else if (cuit !== '') group = { row: row.row, last: row.row, cuit, number }
    // What a formula shows is what its writer saw; one that no program has calculated shows nothing.
    const formula = row.formulas?.find((column) => (roles[column] ?? '') !== '' && isBlank(row.cells[column] ?? null))
    read.rows.push({
      sheet,
      row: row.row,
      code,
      ean,
      name,
      quantity,
      packs,
      price,
      note,
      cuit,
      number,
      above,
      unit: row.cells[unitAt] ?? null,
      text: textOfRow(row, roles),
      problem:
        row.damage ??
        (formula === undefined
          ? ''
          : `La celda ${cellName(formula, row.row)} tiene una fórmula sin resultado: complétela`),
    })
  }
  return read
}

/** Whether a text may be a code, though nobody has to know it: one word, or two with a digit. */
const isCodeLike = (text: string): boolean =>
  text !== '' && (!/\s/.test(text) || (/\d/.test(text) && !/\s\S+\s/.test(text)))

const isHeadingsAgain = ({ cells }: TableRow, headings: readonly string[] | undefined): boolean =>
  headings !== undefined &&
  headings.length > 1 &&
  headings.every((text, at) => headingWords(textOf(cells[at])) === text)

/** Whether a row is a total: a cell says so, or it has no article and its quantity is the sum of the rows above. */
function isTotal(
  { cells }: TableRow,
  { code, ean, name }: { code: string; ean: string; name: string },
  units: number | null,
  sum: number,
): boolean {
  const named = [code, ean, name].filter((text) => text !== '')
  if (cells.some((cell) => typeof cell === 'string' && saysTotal(cell))) return named.every(saysTotal)
  return named.length === 0 && units !== null && units > 0 && units === sum
}

const textOfCells = (cells: readonly SheetCell[]): string =>
  cells
    .filter((cell) => !isBlank(cell))
    .map(textOf)
    .join(' · ')
    .slice(0, MAX_TEXT)

/** The text of a row, without the columns that are not read and without CUIT and number. */
const textOfRow = ({ cells }: TableRow, roles: readonly ColumnRole[]): string =>
  textOfCells(cells.filter((_, at) => (roles[at] ?? '') !== '' && roles[at] !== 'cuit' && roles[at] !== 'number'))
