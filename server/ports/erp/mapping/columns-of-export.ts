/** What stands in the sheets of an export: their headings, and figures about each column. */
import { parseCuit } from '../../../../contract/cuit.ts'
import { breather } from '../../../lib/turns.ts'
import type { Cell, SheetRow } from '../../../spreadsheets/sheet.ts'
import { headingKey, namedHeadings } from './mapped-file.ts'
import { isKnownHeading } from './propose/field-words.ts'

/** One sheet of a file that lies in the folder. */
export interface ExportSheet {
  readonly file: string
  /** '' where the file has one sheet alone. */
  readonly sheet: string
  readonly rows: readonly SheetRow[]
  /** What was recognised of a text file; undefined: a workbook. */
  readonly text?: {
    readonly encoding: 'utf-8' | 'windows-1252' | 'cp850' | 'utf-16le'
    readonly separator: string
    readonly openEnd: boolean
  }
}

export interface ExportColumn {
  readonly heading: string
  readonly place: number
  readonly filled: number
  /** Distinct texts, folded. */
  readonly values: ReadonlySet<string>
  /** The first written texts, each once. */
  readonly shown: readonly string[]
  /** Shares of its filled cells. */
  readonly numbers: number
  readonly wholes: number
  readonly cuits: number
  readonly barCodes: number
  readonly mails: number
  /** Whether some of its cells are numbers of a workbook, and the most digits of those. */
  readonly digits: number
  /** Numbers with more than two decimals that are not zeros. */
  readonly longDecimals: number
  readonly otherCurrency: number
  readonly blanks: number
}

export interface ExportTable {
  readonly sheet: ExportSheet
  /** The row of headings. */
  readonly headingRow: number
  readonly columns: readonly ExportColumn[]
  readonly rows: readonly SheetRow[]
}

const HEADINGS_WITHIN = 30
const NUMBER = /^-?\s*(?:\$\s*)?-?\d[\d.,]*\s*%?$/

/** The table of a sheet under its headings: the row that has the most known ones, two at least; undefined: none is found. */
export async function tableOfSheet(sheet: ExportSheet): Promise<ExportTable | undefined> {
  let best: { row: SheetRow; known: number } | undefined
  for (const row of sheet.rows.slice(0, HEADINGS_WITHIN)) {
    const known = row.cells.filter(
      (cell) => typeof cell === 'string' && cell.length < 80 && isKnownHeading(cell),
    ).length
    if (known >= 2 && known > (best?.known ?? 0)) best = { row, known }
  }
  const heading = best?.row ?? plainHeadings(sheet.rows)
  if (!heading) return undefined
  const rows = sheet.rows.filter(({ row }) => row > heading.row)
  const columns: ExportColumn[] = []
  for (const [place, name] of namedHeadings(heading.cells).entries()) columns.push(await describe(name, place, rows))
  return { sheet, headingRow: heading.row, columns, rows }
}

/** Most columns of a table whose headings nobody knows: a list of brands or groups with their codes. */
const SMALL = 8
/** A first row of words, none of them a number, above a small table. */
function plainHeadings([first, second]: readonly SheetRow[]): SheetRow | undefined {
  if (!first || !second || first.cells.length < 2 || first.cells.length > SMALL) return undefined
  const isWords = first.cells.every(
    (cell) => typeof cell === 'string' && /\p{L}/u.test(cell) && !NUMBER.test(cell.trim()),
  )
  return isWords ? first : undefined
}

export const cellText = (cell: Cell | undefined): string => String(cell ?? '').trim()

/** Rows that are looked at in one go: an export may have a hundred thousand, and the shop serves others meanwhile. */
const IN_ONE_GO = 200

async function describe(heading: string, place: number, rows: readonly SheetRow[]): Promise<ExportColumn> {
  const breathe = breather()
  const values = new Set<string>()
  const shown = new Set<string>()
  const found = {
    filled: 0,
    numbers: 0,
    wholes: 0,
    cuits: 0,
    barCodes: 0,
    mails: 0,
    digits: 0,
    longDecimals: 0,
    otherCurrency: 0,
  }
  for (const [at, { cells }] of rows.entries()) {
    if (at % IN_ONE_GO === 0) await breathe()
    const cell = cells[place] ?? null
    const text = cellText(cell)
    if (text === '') continue
    found.filled++
    values.add(headingKey(text))
    if (shown.size < 60) shown.add(text)
    if (typeof cell === 'number') found.digits = Math.max(found.digits, String(Math.trunc(cell)).length)
    if (text.length > 40) continue
    const isNumber = typeof cell === 'number' || NUMBER.test(text)
    if (isNumber) found.numbers++
    if (isNumber && /^-?\d+([.,]0+)?$/.test(text)) found.wholes++
    if (hasLongDecimals(text)) found.longDecimals++
    if (/^(u\$s|us\$|usd|u\$d|eur|€)/i.test(text)) found.otherCurrency++
    const digits = text.replace(/[\s.-]/g, '')
    if (/^\d{11}$/.test(digits) && parseCuit(digits) !== null) found.cuits++
    if (/^\d{8,14}$/.test(text)) found.barCodes++
    if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) found.mails++
  }
  const share = (count: number) => (found.filled === 0 ? 0 : count / found.filled)
  return {
    heading,
    place,
    values,
    shown: [...shown],
    filled: found.filled,
    numbers: share(found.numbers),
    wholes: share(found.wholes),
    cuits: share(found.cuits),
    barCodes: share(found.barCodes),
    mails: share(found.mails),
    digits: found.digits,
    longDecimals: found.longDecimals,
    otherCurrency: found.otherCurrency,
    blanks: rows.length - found.filled,
  }
}

/** Whether a number has decimals that cents do not hold; three digits alone may be thousands. */
function hasLongDecimals(text: string): boolean {
  const decimals = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')) + 1)
  if (decimals.length <= 3 || decimals.length === text.length) return false
  return /^\d+$/.test(decimals) && /[1-9]/.test(decimals.slice(2))
}

/** The share of one column's values that another one has. */
export function overlap(of: ExportColumn, among: ExportColumn): number {
  if (of.values.size === 0) return 0
  let shared = 0
  for (const value of of.values) if (among.values.has(value)) shared++
  return shared / of.values.size
}

/** Whether each of its rows has another value. */
export const isUnique = ({ values, filled }: ExportColumn): boolean => filled > 0 && values.size === filled

/** How the texts of some columns write decimals; '?': they do not tell, or not all the same. */
export function decimalOf(table: ExportTable, columns: readonly ExportColumn[]): ',' | '.' | '?' | undefined {
  const votes = { ',': 0, '.': 0 }
  let either = 0
  for (const { place } of columns) {
    for (const { cells } of table.rows) {
      const cell = cells[place]
      if (typeof cell !== 'string' || cell.length > 40) continue
      const signs = cell.match(/[.,]/g)
      const last = signs?.at(-1) as ',' | '.' | undefined
      if (!last || !signs || !/\d/.test(cell)) continue
      const decimals = cell.trim().length - cell.trim().lastIndexOf(last) - 1
      if (signs.some((sign) => sign !== last)) votes[last]++
      else if (signs.length > 1) votes[last === ',' ? '.' : ',']++
      else if (decimals === 3) either++
      else votes[last]++
    }
  }
  if (votes[','] > 0 && votes['.'] > 0) return '?'
  if (votes[','] > 0) return ','
  if (votes['.'] > 0) return '.'
  return either > 0 ? '?' : undefined
}
