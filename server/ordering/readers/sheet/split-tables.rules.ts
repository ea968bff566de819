/** Cuts a sheet with several tables, below or beside one another, into a sheet for each (R240). Pure. */
import { isBlank, readNumber } from '../../../spreadsheets/numbers.rules.ts'
import { textOf } from './cells.rules.ts'
import { type HeadingRole, headingWords, roleOfHeading, type SheetKind } from './column-words.rules.ts'
import type { SheetCell, SheetOfFile, TableRow } from './sheet.types.ts'

const ARTICLE_ROLES: readonly HeadingRole[] = ['code', 'ean', 'name', 'article']
const COUNT_ROLES: readonly HeadingRole[] = ['quantity', 'packs']

const rolesOf = ({ cells }: TableRow, kind: SheetKind): HeadingRole[] =>
  cells.map((cell) => (typeof cell === 'string' ? roleOfHeading(cell, kind) : ''))

/** Whether a row can only be headings: words alone, of which one names an article and one something else that is known. */
function isHeadings(row: TableRow, kind: SheetKind): boolean {
  if (row.damage || row.cells.some((cell) => !isBlank(cell) && readNumber(cell) !== null)) return false
  const known = new Set<HeadingRole>(rolesOf(row, kind).filter((role) => role !== ''))
  return known.size > 1 && ARTICLE_ROLES.some((role) => known.has(role))
}

/** The headings of a row as one text; empty cells at its end do not count. */
function wordsOf({ cells }: TableRow): string {
  const words = cells.map((cell) => headingWords(textOf(cell)))
  return words.slice(0, words.findLastIndex((word) => word !== '') + 1).join('|')
}

/** The tables of a sheet, each as a sheet of the same name; row numbers and columns stay. */
export const tablesOf = (sheet: SheetOfFile, kind: SheetKind): SheetOfFile[] =>
  sheet.hidden ? [sheet] : below(sheet, kind).flatMap((table) => besideOneAnother(table, kind))

/** A table begins at other headings than those above, where rows stand between the two. */
function below(sheet: SheetOfFile, kind: SheetKind): SheetOfFile[] {
  const tables: TableRow[][] = [[]]
  let headings = ''
  let isFilled = false
  for (const row of sheet.rows) {
    if (!isHeadings(row, kind)) isFilled ||= headings !== ''
    else if (wordsOf(row) !== headings) {
      if (isFilled) tables.push([])
      headings = wordsOf(row)
      isFilled = false
    }
    tables.at(-1)?.push(row)
  }
  return tables.length === 1 ? [sheet] : tables.map((rows) => ({ ...sheet, rows }))
}

/** Headings that say all of an order twice or more, in the same sequence, stand above as many tables. */
function besideOneAnother(sheet: SheetOfFile, kind: SheetKind): SheetOfFile[] {
  const headings = sheet.rows.find((row) => isHeadings(row, kind))
  if (!headings) return [sheet]
  const columns = rolesOf(headings, kind).flatMap((role, at) => (role === '' || role === 'other' ? [] : [{ role, at }]))
  const width = columns.findIndex(({ role }, at) => at > 0 && role === columns[0]?.role)
  if (width < 1 || columns.length % width !== 0) return [sheet]
  const first = columns.slice(0, width)
  const isWhole = [ARTICLE_ROLES, COUNT_ROLES].every((some) => first.some(({ role }) => some.includes(role)))
  const repeats = columns.every(({ role }, at) => role === first[at % width]?.role)
  if (!isWhole || !repeats) return [sheet]
  const starts = columns.filter((_, at) => at % width === 0).map(({ at }) => at)
  return starts.map((from, table) => {
    const isOf = (at: number) => (table === 0 || at >= from) && at < (starts[table + 1] ?? Number.POSITIVE_INFINITY)
    return { ...sheet, rows: sheet.rows.map((row) => onlyColumns(row, isOf)) }
  })
}

/** A row in which the cells of other columns are empty. */
function onlyColumns({ merged, ...row }: TableRow, isOf: (column: number) => boolean): TableRow {
  const cells: SheetCell[] = row.cells.map((cell, at) => (isOf(at) ? cell : null))
  const formulas = row.formulas?.filter(isOf)
  return {
    ...row,
    cells,
    ...(formulas && { formulas }),
    ...(merged && { merged: new Map([...merged].filter(([at]) => isOf(at))) }),
  }
}
