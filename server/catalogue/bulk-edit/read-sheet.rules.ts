/** Articles that come back from a spreadsheet, by their headings: pure. */
import { bulkTexts } from '../../../contract/bulk-edit.ts'
import { isBlank } from '../../spreadsheets/numbers.rules.ts'
import type { BulkColumn, ProblemRow, Reading, Values, WantedRow } from './bulk-edit.types.ts'
import { dropTwice, type Read, readDiscount, readPosition } from './read-values.rules.ts'

type Cell = string | number | boolean | null
/** A row of the file, counted from 1. */
export interface SheetLine {
  row: number
  cells: readonly Cell[]
  /** Columns whose cells are formulas. */
  formulas?: readonly number[]
  /** Why the row can't be read. */
  damage?: string
}

/** The headings, folded, with the column each stands for; `fold` folds those of a file likewise. */
export interface Headings {
  readonly code: string
  readonly version: string
  readonly columns: Readonly<Record<string, BulkColumn>>
  readonly fold: (text: string) => string
}

type PlaceReader = (brand: string, category: string, subcategory: string) => Values | { problem: string }

const LONGEST_HINT = 500
const YES = ['si', 's', '1', 'x', 'verdadero', 'true']
const NO = ['no', 'n', '0', 'falso', 'false']
const PLACE = ['brand_id', 'category_id', 'subcategory_id'] as const

/** Reads all rows below the headings. @returns each of them as a row or as a problem, or one problem of the whole file */
export function readSheet(
  [head, ...lines]: readonly SheetLine[],
  headings: Headings,
  placeOf: PlaceReader,
): Reading | { problem: string } {
  const found = columnsOf(head?.cells ?? [], headings)
  if ('problem' in found) return found
  const rows: WantedRow[] = []
  const problems: ProblemRow[] = []
  for (const { row: line, cells, damage } of lines) {
    const code = textOf(cells[found.code])
    const refuse = (reason: string) => problems.push({ line, code, outcome: 'notUnderstood', reason })
    if (damage !== undefined) refuse(damage)
    else if (!code) refuse('Falta el código')
    else {
      const read = readValues(cells, found, headings, placeOf)
      if ('problem' in read) refuse(read.problem)
      else rows.push({ line, code, ...read.value })
    }
  }
  const distinct = dropTwice(rows)
  return {
    columns: found.columns.map(([column]) => column),
    rows: distinct.rows,
    problems: [...problems, ...distinct.problems],
  }
}

interface FoundColumns {
  code: number
  version: number | undefined
  columns: (readonly [column: BulkColumn, place: number])[]
}

function columnsOf(
  cells: readonly Cell[],
  { code, version, columns, fold }: Headings,
): FoundColumns | { problem: string } {
  const places = new Map<string, number>()
  for (const [place, cell] of cells.entries()) {
    const heading = fold(textOf(cell))
    const meaning = columns[heading] ?? (heading === code || heading === version ? heading : undefined)
    if (meaning === undefined) continue
    if (places.has(meaning)) return { problem: `La planilla tiene dos columnas «${textOf(cell)}»` }
    places.set(meaning, place)
  }
  const codeAt = places.get(code)
  if (codeAt === undefined)
    return { problem: 'La primera fila debe tener los títulos de la planilla exportada: falta «Código»' }
  const versionAt = places.get(version)
  places.delete(code)
  places.delete(version)
  const given = [...places] as [BulkColumn, number][]
  if (given.length === 0) return { problem: 'La planilla no tiene ninguna columna que se pueda cambiar' }
  const placeColumns = PLACE.filter((column) => places.has(column))
  if (placeColumns.length > 0 && placeColumns.length < PLACE.length)
    return { problem: 'Marca, Categoría y Subcategoría van juntas: faltan columnas en la planilla' }
  return { code: codeAt, version: versionAt, columns: given }
}

function readValues(
  cells: readonly Cell[],
  { version, columns }: FoundColumns,
  { fold }: Headings,
  placeOf: PlaceReader,
): Read<Pick<WantedRow, 'values' | 'read_version'>> {
  const at = new Map(columns)
  const cellOf = (column: BulkColumn): Cell => cells[at.get(column) ?? -1] ?? null
  const values: Values = {}
  if (at.has('brand_id')) {
    const [brand = '', category = '', subcategory = ''] = PLACE.map((column) => textOf(cellOf(column)))
    const place = placeOf(brand, category, subcategory)
    if ('problem' in place && place.problem !== undefined) return { problem: place.problem }
    Object.assign(values, place)
  }
  for (const [column] of columns) {
    if ((PLACE as readonly string[]).includes(column)) continue
    const read = readCell(column, cellOf(column), fold)
    if ('problem' in read) return read
    values[column] = read.value
  }
  const read_version = version === undefined ? null : versionOf(cells[version])
  if (read_version === undefined) return { problem: 'La versión no es un número: no cambie esa columna' }
  return { value: { values, read_version } }
}

function readCell(column: BulkColumn, cell: Cell, fold: (text: string) => string): Read<Values[BulkColumn]> {
  // An article that is not listed yet has no position, so an empty cell is no error.
  if (column === 'position') return isBlank(cell) ? { value: null } : readPosition(cell)
  if (column === 'discount') return readDiscount(cell)
  if (column === 'hint') {
    const hint = textOf(cell)
    return hint.length > LONGEST_HINT ? { problem: bulkTexts.hint } : { value: hint }
  }
  const word = typeof cell === 'boolean' ? String(cell) : fold(textOf(cell))
  if (YES.includes(word)) return { value: true }
  if (NO.includes(word)) return { value: false }
  return { problem: `${FLAGS[column] ?? column} debe decir Sí o No` }
}
const FLAGS: Partial<Record<BulkColumn, string>> = { promo: 'Oferta', future: 'Futuro', active: 'Activo' }

/** The version in a cell: null when the cell is empty, undefined when it holds no version. */
function versionOf(cell: Cell | undefined): number | null | undefined {
  const text = textOf(cell)
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim())
