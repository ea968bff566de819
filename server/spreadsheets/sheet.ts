/** Rows and cells, whatever file they came from. */

/** Text, or what a file that tells them apart (XLSX) calls a number or a truth; null is an empty cell. */
export type Cell = string | number | boolean | null

export interface SheetRow {
  /** As a spreadsheet counts: the first row is 1. */
  row: number
  cells: Cell[]
  /** Why the row can't be trusted, when the file is damaged there; Spanish. */
  damage?: string
  /** Columns whose cell is a formula: the cell is what its author's program computed last. */
  formulas?: number[]
  /** What a merged cell that begins in a row above says in a column of this one. */
  merged?: ReadonlyMap<number, Cell>
}

/** A file as rows; blank rows are left out, but counted in the numbers of the others. */
export interface Sheet {
  rows: SheetRow[]
  /** What is wrong with the file as a whole, in Spanish; then there are no rows. */
  problem?: string
  /** The problem is its size. */
  tooLarge?: boolean
}

export interface NamedSheet {
  /** '' for a file that has one sheet without a name. */
  name: string
  /** Nobody who opens the file sees it. */
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

/** How much of a file is read, and how much trouble it may make. */
export interface SheetBounds {
  /** More rows that are not blank are refused, those of all sheets together. */
  readonly maxRows: number
  /** What stands further right is never looked at. */
  readonly columns: number
  /** Bytes of a workbook, unpacked, and of a part of it that is neither sheet nor picture. */
  readonly unpackedBytes: number
  readonly partBytes: number
  readonly csvBytes: number
  /** For the reading itself. */
  readonly milliseconds: number
}

/** What a file with more rows than may be read is told. */
export const tooManyRows = (most: number): string =>
  `La planilla tiene más de ${most.toLocaleString('es-AR')} filas: divídala en varias`

/** Whether a cell holds nothing. */
export const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || cell === ''
