/** Rows and cells, whatever file they came from. */

/** Text; a number or a boolean in files that tell them from text (XLSX); null for an empty cell. */
export type Cell = string | number | boolean | null

export interface SheetRow {
  /** As a spreadsheet counts: the first row is 1. */
  row: number
  cells: Cell[]
  /** Why the row can't be trusted, when the file is damaged there; Spanish. */
  damage?: string
  /** Columns whose cell is a formula: the cell is what its author's program computed last. */
  formulas?: number[]
  /** By column: the value of a merged cell that begins in a row above and covers this one. */
  merged?: ReadonlyMap<number, Cell>
}

/** A file as rows; blank rows are left out, but counted in the numbers of the others. */
export interface Sheet {
  rows: SheetRow[]
  /** What is wrong with the file as a whole, in Spanish; then there are no rows. */
  problem?: string
  /** Whether the problem is the file's size. */
  tooLarge?: boolean
}

export interface NamedSheet {
  /** '' for a file that has one sheet without a name. */
  name: string
  /** Whether the sheet is hidden from a person who opens the file. */
  hidden?: boolean
  rows: SheetRow[]
}

/** A file with all its sheets, in their order. */
export interface Workbook {
  sheets: NamedSheet[]
  /** As a sheet's. */
  problem?: string
  tooLarge?: boolean
}

/** The limits of reading one file. */
export interface SheetBounds {
  /** A file whose sheets have more rows together, blank ones not counted, is refused. */
  readonly maxRows: number
  /** Columns further right are ignored. */
  readonly columns: number
  /** Bytes of a workbook, unpacked, and of a part of it that is neither sheet nor picture. */
  readonly unpackedBytes: number
  readonly partBytes: number
  readonly csvBytes: number
  /** For the reading itself, without the wait for a thread. */
  readonly milliseconds: number
}

/** The problem of a file with more rows than may be read, in Spanish. */
export const tooManyRows = (most: number): string =>
  `La planilla tiene más de ${most.toLocaleString('es-AR')} filas: divídala en varias`

/** Whether a cell holds nothing. */
export const isEmptyCell = (cell: Cell | undefined): boolean => cell === undefined || cell === null || cell === ''
