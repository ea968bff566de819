/** Finds the columns of a sheet with articles down and a client's branches across (R379). Pure. */
import { fold } from '../../../../contract/codes.ts'
import { branchOf, branchRole, type ColumnRole } from '../../../../contract/sheet-columns.ts'
import { isBlank, readNumber } from '../../../spreadsheets/numbers.rules.ts'
import { sampleOf, textOf } from './cells.rules.ts'
import { roleOfHeading } from './column-words.rules.ts'
import { findTable, headingRows, widthOf } from './columns.rules.ts'
import type { CodeOfArticle } from './names-fit.rules.ts'
import type { FoundTable, SheetCell, SheetOfFile, TableRow } from './sheet.types.ts'

/** A branch with the texts that a heading may call it by. */
export interface BranchOfSheet {
  readonly addressId: number
  readonly texts: readonly string[]
}

/** Share of a column's filled cells that make it one of numbers. */
const NUMBERS = 0.5

/** A heading without case, accents, signs and blanks: 'Suc. Centro' is 'succentro'. */
const keyOf = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')

/** Looks up the branches that a heading may mean, by their texts or their ids. */
function branchFinder(branches: readonly BranchOfSheet[]): (text: string) => readonly number[] {
  const byKey = new Map<string, Set<number>>()
  for (const { addressId, texts } of branches)
    for (const key of [String(addressId), ...texts.map(keyOf)])
      if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(addressId))
  return (text) => [...(byKey.get(keyOf(text)) ?? [])]
}

/** The headings of a row; a merged cell that begins above is the heading of the columns that it reaches down to. */
const headingsOf = ({ cells, merged }: TableRow): string[] =>
  Array.from({ length: Math.max(cells.length, ...[...(merged?.keys() ?? [])].map((at) => at + 1)) }, (_, at) => {
    const cell = cells[at] ?? null
    return textOf(isBlank(cell) ? (merged?.get(at) ?? null) : cell)
  })

const ofArticles = (heading: string): boolean =>
  ['code', 'ean', 'name', 'article'].includes(roleOfHeading(heading, 'list'))

/** The row of headings: the one with the most branches and columns of articles. Numbers alone are no headings. */
function findHeadings(rows: readonly TableRow[], find: (text: string) => readonly number[]): TableRow | undefined {
  let best: { row: TableRow; score: number } | undefined
  for (const row of headingRows(rows)) {
    const headings = headingsOf(row)
    const articles = headings.filter(ofArticles).length
    // Ids are numbers as quantities are: they name branches only beside the heading of a column of articles.
    const named = headings.filter((text) => (articles > 0 || readNumber(text) === null) && find(text).length > 0).length
    const score = 2 * named + articles
    if (score > (best?.score ?? 0)) best = { row, score }
  }
  return best?.row
}

const holdsNumbers = (rows: readonly TableRow[], column: number): boolean => {
  const cells = sampleOf(rows, column)
  return cells.length > 0 && cells.filter((cell) => readNumber(cell) !== null).length >= cells.length * NUMBERS
}

/** The columns of articles, found as those of a list that has one column of quantities, behind all others. */
function articleColumns(
  file: SheetOfFile,
  headings: readonly string[],
  below: readonly TableRow[],
  isCounted: (column: number) => boolean,
  articleOf: (text: string) => CodeOfArticle | undefined,
): FoundTable {
  const width = Math.max(widthOf(file.rows), headings.length)
  const only = (cellOf: (column: number) => SheetCell, count: SheetCell): SheetCell[] => [
    ...Array.from({ length: width }, (_, column) => (isCounted(column) ? null : cellOf(column))),
    count,
  ]
  const rows = below.map((row) => ({ ...row, cells: only((column) => row.cells[column] ?? null, 1) }))
  const head: TableRow = { row: 0, cells: only((column) => headings[column] || null, 'Cantidad') }
  return findTable({ name: file.name, rows: [head, ...rows] }, 0, 'list', articleOf)
}

/**
 * Finds the columns of a sheet of branches. A column of numbers under a heading that is no branch, or may be several, is a doubt:
 * it is asked about, and never guessed.
 */
export function findBranchTable(
  file: SheetOfFile,
  sheet: number,
  branches: readonly BranchOfSheet[],
  articleOf: (text: string) => CodeOfArticle | undefined,
): FoundTable {
  const find = branchFinder(branches)
  const row = findHeadings(file.rows, find)
  const headings = row ? headingsOf(row) : []
  const below = file.rows.filter((other) => other.row > (row?.row ?? 0))
  const width = Math.max(widthOf(file.rows), headings.length)
  const headingOf = (column: number) => headings[column] ?? ''
  const meant = Array.from({ length: width }, (_, column) => find(headingOf(column)))
  const isCount = (column: number) => ['quantity', 'packs'].includes(roleOfHeading(headingOf(column), 'list'))
  const isCounted = (column: number) => (meant[column]?.length ?? 0) > 0 || isCount(column)
  const found = articleColumns(file, headings, below, isCounted, articleOf)
  const roles: ColumnRole[] = Array.from({ length: width }, (_, column) => {
    const role = found.roles[column] ?? ''
    return role === 'quantity' || role === 'packs' ? '' : role
  })
  const doubts: string[] = []
  const taken = new Map<number, number>()
  for (const [column, ids] of meant.entries()) {
    const [addressId] = ids
    if (addressId === undefined) continue
    if (ids.length > 1) doubts.push(`«${headingOf(column)}» puede ser más de una sucursal: elija cuál`)
    else if (taken.has(addressId)) {
      roles[taken.get(addressId) ?? 0] = ''
      doubts.push(`Hay más de una columna «${headingOf(column)}»: elija cuál se lee`)
    } else {
      taken.set(addressId, column)
      roles[column] = branchRole(addressId)
    }
  }
  const unknown = unknownColumns(roles, headings, below).filter((column) => (meant[column]?.length ?? 0) === 0)
  const [first] = unknown
  if (first !== undefined)
    doubts.push(
      taken.size === 0
        ? 'Ningún título es una sucursal de este cliente: elija cuál es cada columna'
        : headingOf(first) === ''
          ? `La columna ${first + 1} tiene números y ningún título: elija de qué sucursal son`
          : `«${headingOf(first)}» no es una sucursal de este cliente: elija qué columna es`,
    )
  const hasBranches = roles.some((role) => branchOf(role) !== undefined)
  if (doubts.length === 0 && !hasBranches) doubts.push('No se encontró ninguna columna de una sucursal: elíjala')
  // Where no heading of an article is known, the words of the list's reader ask for it.
  if (found.doubt !== '') doubts.push(found.doubt)
  return {
    ...{ sheet, name: file.name, headings: row?.row ?? 0, roles },
    doubt: doubts[0] ?? '',
    isLikely:
      roles.some((role) => role === 'code' || role === 'ean' || role === 'name') && (hasBranches || unknown.length > 0),
  }
}

/** Columns of numbers that nobody reads, though their headings do not say that they hold something else. */
export function unknownColumns(
  roles: readonly ColumnRole[],
  headings: readonly string[],
  below: readonly TableRow[],
): number[] {
  return roles.flatMap((role, column) => {
    const heading = headings[column] ?? ''
    if (role !== '' || roleOfHeading(heading, 'list') === 'other' || !holdsNumbers(below, column)) return []
    return isRowNumber(heading, sampleOf(below, column)) ? [] : [column]
  })
}

/** Whether a column without a word above it numbers the rows. */
function isRowNumber(heading: string, cells: readonly SheetCell[]): boolean {
  const values = cells.map((cell) => readNumber(cell) ?? Number.NaN)
  return keyOf(heading) === '' && values.length > 1 && values.every((value, nth) => value === (values[0] ?? 0) + nth)
}

/** The table as a list of one branch's quantities: the notes of rows are not of one branch alone. */
export const tableOfBranch = (table: FoundTable, column: number): FoundTable => ({
  ...table,
  roles: table.roles.map((role, at) => {
    if (at === column) return 'quantity'
    return role === 'note' || branchOf(role) !== undefined ? '' : role
  }),
})
