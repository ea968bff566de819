/** Finds the row of headings of a sheet, and the role of each of its columns. Pure. */
import type { ColumnRole, NamedRole } from '../../../../contract/sheet-columns.ts'
import { roleNames } from '../../../../contract/sheet-columns.ts'
import { isBlank, readNumber } from '../../../spreadsheets/numbers.rules.ts'
import { SAMPLE, sampleOf, textOf } from './cells.rules.ts'
import { type HeadingRole, headingWords, roleOfHeading, type SheetKind } from './column-words.rules.ts'
import { type CodeOfArticle, namesSay } from './names-fit.rules.ts'
import { isCount } from './read-values.rules.ts'
import type { FoundTable, SheetCell, SheetOfFile, TableRow } from './sheet.types.ts'
import { holdsUnits } from './unit-column.rules.ts'

/** Above the headings somebody may have written a few lines. */
const HEADINGS_WITHIN = 20
/** Shares of a column's cells that make it one of codes by itself, under 'Artículo', or a possible one among several. */
const ALL_CODES = 0.9
const CODES = 0.5
const SOME_CODES = 0.2
/** The same for a column of quantities, or of names. */
const NUMBERS = 0.8
const LARGEST_QUANTITY = 100_000
/** Of so many cells below a heading of quantities this share must be some: '36 BOX' may be what a box holds. */
const FEWEST_COUNTED = 3
const COUNTS = 0.2

/** Where an order file has its columns when it has no headings: those of the example. */
const ORDER_OF_EXAMPLE: readonly ColumnRole[] = ['cuit', 'number', 'code', 'quantity', 'price', 'note']

/** The eleven digits of a CUIT written with or without dashes; null when they are not eleven. */
export function cuitDigits(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{11}$/.test(digits) ? digits : null
}

/** The rows that may be headings, from the top. */
export const headingRows = (rows: readonly TableRow[]): TableRow[] => rows.slice(0, HEADINGS_WITHIN)

/** The key under which the columns of a row of headings are remembered; signs and capitals do not count. */
export const headingsKey = (cells: readonly SheetCell[]): string =>
  cells.map((cell) => headingWords(textOf(cell))).join('|')
/** The same for a sheet without headings: its number of columns. */
export const columnsKey = (rows: readonly TableRow[]): string => `#${widthOf(rows)}`

/** Columns of the widest of the first rows. */
export const widthOf = (rows: readonly TableRow[]): number =>
  Math.max(0, ...rows.slice(0, SAMPLE).map(({ cells }) => cells.length))

/** All texts in the first rows of a sheet; the caller looks up which of them are codes. */
export const possibleCodes = (rows: readonly TableRow[]): string[] =>
  Array.from({ length: widthOf(rows) }, (_, column) => sampleOf(rows, column).map(textOf)).flat()

/** Whether enough of a column's filled cells are codes for it to be a possible column of codes. */
export function holdsCodes(rows: readonly TableRow[], column: number, isCode: (text: string) => boolean): boolean {
  const cells = sampleOf(rows, column)
  return cells.filter((cell) => isCode(textOf(cell))).length >= cells.length * SOME_CODES
}

/** Among the first rows, the one with the most known roles, two at least; null without one. */
function findHeadings(rows: readonly TableRow[], kind: SheetKind): { row: TableRow; roles: HeadingRole[] } | null {
  let best: { row: TableRow; roles: HeadingRole[]; known: number } | null = null
  for (const row of headingRows(rows)) {
    const roles = row.cells.map((cell) => (typeof cell === 'string' ? roleOfHeading(cell, kind) : ''))
    const known = new Set(roles.filter((role) => role !== '' && role !== 'other')).size
    if (known >= 2 && known > (best?.known ?? 0)) best = { row, roles, known }
  }
  return best
}

/** A first row of words alone above rows with numbers: headings whose words this shop does not know. */
function looksLikeHeadings({ cells }: TableRow, below: readonly TableRow[]): boolean {
  const given = cells.filter((cell) => !isBlank(cell))
  const isWords = given.length > 1 && given.every((cell) => typeof cell === 'string' && readNumber(cell) === null)
  return (
    isWords &&
    cells.some((cell, at) => !isBlank(cell) && sampleOf(below, at).some((value) => readNumber(value) !== null))
  )
}

/** The cells of a column below the headings, in figures. */
interface Column {
  at: number
  filled: number
  /** Share of its cells that are codes of articles. */
  codes: number
  /** Share of its cells that may be quantities. */
  numbers: number
  /** Share of its cells that say how many. */
  said: number
  /** Share of its cells that are several words. */
  words: number
  /** Whether its numbers go up by one from row to row, as those of rows do. */
  counts: boolean
}

function describeColumns(
  rows: readonly TableRow[],
  width: number,
  articleOf: (text: string) => CodeOfArticle | undefined,
): Column[] {
  return Array.from({ length: width }, (_, at) => {
    const cells = sampleOf(rows, at)
    const share = (fits: (cell: SheetCell) => boolean) =>
      cells.length === 0 ? 0 : cells.filter(fits).length / cells.length
    const values = cells.map((cell) => readNumber(cell) ?? Number.NaN)
    return {
      at,
      filled: cells.length,
      codes: share((cell) => articleOf(textOf(cell)) !== undefined),
      numbers: share((cell) => {
        const value = readNumber(cell)
        return value !== null && value >= 0 && value < LARGEST_QUANTITY
      }),
      said: share(isCount),
      words: share((cell) => /\p{L}{2}\s+\S/u.test(textOf(cell))),
      counts: values.length > 1 && values.every((value, nth) => nth === 0 || value === (values[nth - 1] ?? 0) + 1),
    }
  })
}

/** Finds the table of a sheet. `articleOf` also knows codes whose leading zeros are lost. */
export function findTable(
  file: SheetOfFile,
  sheet: number,
  kind: SheetKind,
  articleOf: (text: string) => CodeOfArticle | undefined,
): FoundTable {
  const found = findHeadings(file.rows, kind)
  if (found) {
    const below = file.rows.filter(({ row }) => row > found.row.row)
    const columns = describeColumns(below, widthOf(file.rows), articleOf)
    // 'Unidad' above 'BULTO' names the unit of the quantities, and holds no quantity.
    const named = found.roles.map((role, at) => (holdsUnits(below, at, found.row.cells[at]) ? '' : role))
    const settled = settle(named, columns, kind, (roles) => namesSay(below, roles, articleOf))
    return { sheet, name: file.name, headings: found.row.row, ...settled }
  }
  const [first] = file.rows
  const headings = first && looksLikeHeadings(first, file.rows.slice(1)) ? first.row : 0
  const below = file.rows.filter(({ row }) => row > headings)
  const columns = describeColumns(below, widthOf(file.rows), articleOf)
  if (kind === 'orders' && headings === 0 && isInOrderOfExample(below))
    return { sheet, name: file.name, headings, roles: [...ORDER_OF_EXAMPLE], doubt: '', isLikely: true }
  const named = first && headings > 0 ? first.cells.map((cell) => roleOfHeading(textOf(cell), kind)) : []
  const { roles } = settle(named, columns, kind, (settled) => namesSay(below, settled, articleOf))
  const doubt =
    headings > 0
      ? 'Los títulos de las columnas no se conocen: elija qué es cada una'
      : roles.includes('quantity') && namesSay(below, roles, articleOf) === 'fit'
        ? ''
        : 'La planilla no tiene títulos: elija qué es cada columna'
  return {
    sheet,
    name: file.name,
    headings,
    roles,
    doubt,
    isLikely: roles.includes('code') && roles.includes('quantity'),
  }
}

/** Whether at least half of the first rows begin with a CUIT and fill the example's column of codes. */
const isInOrderOfExample = (rows: readonly TableRow[]): boolean => {
  const sample = rows.slice(0, SAMPLE)
  const fitting = sample.filter(
    ({ cells, damage }) => !damage && cuitDigits(textOf(cells[0])) !== null && !isBlank(cells[2]),
  )
  return fitting.length > 0 && fitting.length >= sample.length / 2
}

/** Characters of an order number. */
const LONGEST_NUMBER = 20
/**
 * The heading of a column that nobody knows and that parts the rows of one client, as order numbers do: without it two orders
 * would become one. '' where there is none.
 */
export function partingHeading({ rows }: SheetOfFile, { roles, headings }: FoundTable): string {
  const cuitAt = roles.indexOf('cuit')
  if (cuitAt < 0 || roles.includes('number')) return ''
  const named = rows.find(({ row }) => row === headings)?.cells ?? []
  const isLikeNumber = (text: string) => text.length <= LONGEST_NUMBER && /\d/.test(text) && !/\s/.test(text)
  const heading = named.find((title, at) => {
    if (roles[at] !== '' || textOf(title) === '' || roleOfHeading(textOf(title), 'orders') !== '') return false
    const ofClient = new Map<string, string[]>()
    for (const { row, cells } of rows) {
      const value = textOf(cells[at])
      if (row <= headings || value === '') continue
      if (!isLikeNumber(value)) return false
      const runs = ofClient.get(textOf(cells[cuitAt])) ?? []
      if (runs.at(-1) !== value) ofClient.set(textOf(cells[cuitAt]), [...runs, value])
    }
    // Each value stands in rows one below the other: a quantity or a price comes back further down.
    const all = [...ofClient.values()]
    return all.some(({ length }) => length > 1) && all.every((runs) => new Set(runs).size === runs.length)
  })
  return textOf(heading)
}

/** Settles the role of each column: by its heading where its cells confirm it, by its cells where no heading names it. */
function settle(
  named: readonly HeadingRole[],
  columns: readonly Column[],
  kind: SheetKind,
  namesOf: (roles: readonly ColumnRole[]) => string,
): Pick<FoundTable, 'roles' | 'doubt' | 'isLikely'> {
  const roles: ColumnRole[] = columns.map(() => '')
  const doubts: string[] = []
  const withRole = (...wanted: HeadingRole[]) => columns.filter(({ at }) => wanted.includes(named[at] ?? ''))
  const take = (role: ColumnRole, column: Column | undefined) => {
    if (column) roles[column.at] = role
  }
  /** Gives a role to its only filled column; several filled ones are a doubt. */
  const only = (role: NamedRole) => {
    const candidates = withRole(role)
    const filled = candidates.filter((column) => column.filled > 0)
    if (filled.length > 1)
      doubts.push(`Hay ${filled.length} columnas que dicen «${roleNames[role]}»: elija cuál se lee`)
    take(role, filled[0] ?? candidates[0])
  }
  only('quantity')
  only('packs')
  const unclear = columns.find(
    ({ at, filled, said }) =>
      (roles[at] === 'quantity' || roles[at] === 'packs') && filled >= FEWEST_COUNTED && said < COUNTS,
  )
  if (unclear) {
    doubts.push(
      `Lo que dice la columna «${roleNames[roles[unclear.at] as 'quantity' | 'packs']}» no son cantidades: elija cuál las tiene`,
    )
    roles[unclear.at] = ''
  }
  only('note')
  if (kind === 'orders') for (const role of ['cuit', 'number', 'price'] as const) only(role)
  take('ean', withRole('ean')[0])

  const codes = withRole('code')
  const articles = withRole('article')
  const isCodes = (column: Column) => column.codes >= CODES && !column.counts
  if (codes.length > 1) {
    const fitting = codes.filter(({ codes: share }) => share >= SOME_CODES)
    if (fitting.length !== 1) doubts.push('Hay varias columnas de códigos: elija cuál es la de esta tienda')
    take('code', fitting[0] ?? codes[0])
  } else take('code', codes[0] ?? articles.find(isCodes))
  take('name', withRole('name')[0] ?? articles.find(({ at }) => roles[at] === ''))

  const has = (role: ColumnRole) => roles.includes(role)
  const needsArticle = !(has('code') || has('ean') || has('name'))
  const needsQuantity = !(has('quantity') || has('packs') || unclear)
  if (needsArticle || needsQuantity || (kind === 'orders' && !has('cuit'))) {
    const missing = [
      ...(kind === 'orders' && !has('cuit') ? ['el CUIT'] : []),
      ...(needsArticle ? ['el código'] : []),
      ...(needsQuantity ? ['la cantidad'] : []),
    ]
    doubts.push(`No se encontró la columna con ${missing.join(' ni ')}: elíjala`)
  }
  // 'Pedido' where nothing else is a quantity may be the order's number or what is ordered.
  if (needsQuantity && has('number')) roles[roles.indexOf('number')] = ''
  findByCells(
    roles,
    columns.filter(({ at }) => (named[at] ?? '') === ''),
    namesOf,
  )
  return {
    roles,
    doubt: doubts[0] ?? '',
    isLikely: !needsArticle && !needsQuantity,
  }
}

/**
 * Finds by their cells the columns of names, codes and quantities that no heading names; `columns` are those without a known
 * heading. Codes are nine in ten of a column that does not count its rows, where the names beside them agree; quantities are in
 * the one column of plain numbers that is left.
 */
function findByCells(
  roles: ColumnRole[],
  columns: readonly Column[],
  namesOf: (roles: readonly ColumnRole[]) => string,
): void {
  const free = () => columns.filter(({ at, filled }) => roles[at] === '' && filled > 0)
  if (!roles.includes('name')) {
    const names = free().find(({ words }) => words >= NUMBERS)
    if (names) roles[names.at] = 'name'
  }
  if (!roles.includes('code') && !roles.includes('ean')) {
    const asCode = (at: number) => roles.map((role, column) => (column === at ? 'code' : role))
    const [codes, ...others] = free().filter(
      (column) => column.codes >= ALL_CODES && !column.counts && namesOf(asCode(column.at)) !== 'differ',
    )
    if (codes && others.length === 0) roles[codes.at] = 'code'
  }
  if (!roles.includes('quantity') && !roles.includes('packs')) {
    const [quantities, ...others] = free().filter(({ numbers }) => numbers >= NUMBERS)
    if (quantities && others.length === 0) roles[quantities.at] = 'quantity'
  }
}
