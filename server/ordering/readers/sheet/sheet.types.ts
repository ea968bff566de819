/** Sheets before their texts are looked up in the catalogue: cells, found columns, and rows as they are written. */
import type { ColumnRole } from '../../../../contract/sheet-columns.ts'

export type SheetCell = string | number | boolean | null

/** A row of a sheet. */
export interface TableRow {
  /** Its number, from 1. */
  readonly row: number
  readonly cells: readonly SheetCell[]
  readonly damage?: string
  readonly formulas?: readonly number[]
  /** The value of a merged cell that reaches down from above, by column. */
  readonly merged?: ReadonlyMap<number, SheetCell>
}

export interface SheetOfFile {
  readonly name: string
  readonly hidden?: boolean
  readonly rows: readonly TableRow[]
}

/** A sheet with the roles of its columns, or with the doubt about them. */
export interface FoundTable {
  /** Index of the sheet, from 0. */
  sheet: number
  name: string
  /** The row of its headings; 0 for none. */
  headings: number
  roles: ColumnRole[]
  /** Why somebody has to choose its columns; '' where they are certain. */
  doubt: string
  /** Whether it looks like a table to read: then its doubt is asked about even when another sheet is certain. */
  isLikely: boolean
}

/** A row that asks for something, as it is written. */
export interface WrittenRow {
  /** Index of the sheet, from 0, and number of the row, from 1. */
  readonly sheet: number
  readonly row: number
  /** For the user: the row's text as it is written. */
  readonly text: string
  readonly code: string
  readonly ean: string
  readonly name: string
  readonly quantity: SheetCell
  readonly packs: SheetCell
  /** The unit of the quantity, where a column has it. */
  readonly unit: SheetCell
  readonly price: SheetCell
  readonly note: string
  readonly cuit: string
  readonly number: string
  /** For the user: that CUIT and number were taken from a row above; '' where they were not. */
  readonly above: string
  /** The branch that asks, in a sheet of branches (R379). */
  readonly addressId?: number
  /** For the user: why the row has to be confirmed or mended; '' for nothing. */
  readonly problem: string
}
