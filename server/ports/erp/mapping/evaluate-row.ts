/** What a mapping makes of one row of an export: the cells of the feed. */
import { fold } from '../../../../contract/codes.ts'
import type { FeedMapping, MappedColumn, MappedJoin, MappedList } from '../../../../contract/erp-mapping.ts'
import type { Cell, SheetRow } from '../../../spreadsheets/sheet.ts'
import type { Column } from '../columns.ts'
import { CellRefused, type DecimalSign } from '../decimal.ts'
import { type ExportTable, headingKey, placeOf } from './mapped-file.ts'
import { codeText, plainNumber } from './plain-cells.ts'
import { provinceNamed } from './province-names.ts'

/** Parts of a key, joined by a sign that no text has. */
export const PART = '\u001f'

/** The files that a list is made of. */
export interface ListFiles {
  readonly mapping: FeedMapping
  readonly main: ExportTable
  readonly joined: readonly (readonly [MappedJoin, ExportTable])[]
}

/** A number that the shop keeps for a key; it is known once all rows were read. */
export class KeyedNumber {
  constructor(readonly key: string) {}
}
export type Evaluated = Cell | KeyedNumber

const isNumeric = ({ json }: Column<unknown>): boolean => {
  const type = json.type
  return [type].flat().some((one) => one === 'number' || one === 'integer')
}
/** A code, which stands as text whatever its digits are. */
const isCode = ({ says }: Column<unknown>): boolean => says.startsWith('text 40, unique')

type Evaluate = (row: SheetRow, heading: string, column: Column<unknown>, given: MappedColumn) => Evaluated

/** What a mapped column makes of a row. It throws CellRefused where the file says what the mapping does not know. */
export function evaluator(list: MappedList, { mapping, main, joined }: ListFiles): Evaluate {
  const indexes = new Map(joined.map(([join, file]) => [join.file, indexOf(join, file, main)] as const))
  const tables = new Map<MappedColumn, ReadonlyMap<string, string>>()
  const valuesOf = (given: MappedColumn) => {
    const found = tables.get(given)
    if (found || !given.values) return found
    const table = new Map(Object.entries(given.values).map(([from, to]) => [headingKey(from), to]))
    tables.set(given, table)
    return table
  }
  const places = new Map<string, number>()
  const placeIn = (file: ExportTable, heading: string) => {
    const id = `${file.name}${PART}${heading}`
    const place = places.get(id) ?? placeOf(file, heading)
    places.set(id, place)
    return place
  }
  const signOf = (alias: string): DecimalSign | undefined => mapping.files[alias]?.decimal

  const rawOf = (row: SheetRow, heading: string, given: MappedColumn, numeric: boolean): Cell => {
    if (given.file === undefined || given.file === list.file) return row.cells[placeIn(main, heading)] ?? null
    const index = indexes.get(given.file)
    const rows = index?.rowsFor(row) ?? []
    const file = index?.file
    if (!file || rows.length === 0) return null
    const cells = rows.map((one) => one.cells[placeIn(file, heading)] ?? null)
    if (rows.length === 1 || index.join.several === 'primera') return cells[0] ?? null
    if (index.join.several === 'suma' && numeric) {
      const sign = signOf(given.file) ?? ','
      const sum = cells.reduce<number>((all, cell) => all + Number(plainNumber(cell, sign) ?? 0), 0)
      return Math.round(sum * 100) / 100
    }
    throw new CellRefused(`${file.name} tiene ${rows.length} filas para el mismo «${index.join.column}»`)
  }

  return (row, heading, column, given) => {
    if (given.constant !== undefined) return given.constant
    if (given.moment) return main.writtenAt
    const numeric = isNumeric(column)
    if (given.key) {
      const parts = given.key.map((heading) => {
        const cell = codeText(rawOf(row, heading, given, false), given.zeros)
        const text = String(cell ?? '').trim()
        return text === '' ? (given.blank ?? '') : translated(text, heading, given, valuesOf(given))
      })
      // A record without a key is none; the column says whether it may be.
      return parts.every((part) => part === '') ? null : new KeyedNumber(parts.join(PART))
    }
    let cell = rawOf(row, given.column ?? '', given, numeric)
    if (typeof cell === 'string') cell = cell.trim()
    if (cell === null || cell === '') return given.blank ?? null
    if (given.values || given.otherwise !== undefined || heading === PROVINCE)
      cell = translated(String(cell), heading, given, valuesOf(given))
    else if (isCode(column) || given.zeros !== undefined) cell = codeText(cell, given.zeros)
    else if (numeric) {
      const sign = signOf(given.file ?? list.file)
      if (sign !== undefined || typeof cell === 'number') cell = plainNumber(cell, sign ?? ',', given.rounds)
    }
    if (given.leavesOut) column.read(cell, '.')
    return cell
  }
}

/** The heading of the feed whose texts mean a province without a table of values. */
const PROVINCE = 'IDPRV_DIR'

/**
 * The meaning of a text by the table of values, or as the name of a province.
 * @throws CellRefused for one that has none
 */
function translated(
  text: string,
  heading: string,
  given: MappedColumn,
  values: ReadonlyMap<string, string> | undefined,
): string {
  const found = values
    ? values.get(headingKey(text))
    : heading === PROVINCE
      ? (provinceNamed(text)?.toString() ?? /^\d+$/.exec(text)?.[0])
      : text
  const meant = found ?? given.otherwise
  if (meant !== undefined) return meant
  throw new CellRefused(
    values ? `«${text}» no está entre los valores que dice el mapeo` : `«${text}» no es una provincia`,
  )
}

interface Index {
  join: MappedJoin
  file: ExportTable
  rowsFor(row: SheetRow): readonly SheetRow[]
}

function indexOf(join: MappedJoin, file: ExportTable, main: ExportTable): Index {
  const own = placeOf(file, join.column)
  const theirs = placeOf(main, join.with)
  const keyOf = (cell: Cell | undefined) => fold(String(codeText(cell ?? null, join.zeros) ?? '')).trim()
  const byKey = new Map<string, SheetRow[]>()
  for (const row of file.rows) {
    const key = keyOf(row.cells[own])
    if (key === '') continue
    const rows = byKey.get(key)
    if (rows) rows.push(row)
    else byKey.set(key, [row])
  }
  return { join, file, rowsFor: (row) => byKey.get(keyOf(row.cells[theirs])) ?? [] }
}
