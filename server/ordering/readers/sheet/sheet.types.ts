/** Sheets on their way to lines: what stands in them, before anybody looked up what it means. */
import type { ColumnRole } from '../../../../contract/sheet-columns.ts'

export type SheetCell = string | number | boolean | null

export interface TableRow {
  /** As a spreadsheet counts: the first row is 1. */
  readonly row: number
  readonly cells: readonly SheetCell[]
  readonly damage?: string
  readonly formulas?: readonly number[]
  /** What a merged cell from above says, by column. */
  readonly merged?: ReadonlyMap<number, SheetCell>
}

export interface SheetOfFile {
  readonly name: string
  readonly hidden?: boolean
  readonly rows: readonly TableRow[]
}

/** A sheet whose columns are found, or what is in doubt about them. */
export interface FoundTable {
  /** Which sheet, from 0. */
  sheet: number
  name: string
  /** The row of its headings; 0 for none. */
  headings: number
  roles: ColumnRole[]
  /** Why somebody has to choose its columns; '' where they are certain. */
  doubt: string
  /** Something in it looks like what is read: another sheet's being certain does not leave it out. */
  isLikely: boolean
}

/** A row that asks for something, as it is written. */
export interface WrittenRow {
  /** Which sheet, from 0, and its row. */
  readonly sheet: number
  readonly row: number
  /** As it stands there, for the user. */
  readonly text: string
  readonly code: string
  readonly ean: string
  readonly name: string
  readonly quantity: SheetCell
  readonly packs: SheetCell
  /** What the quantity counts, where a column says it. */
  readonly unit: SheetCell
  readonly price: SheetCell
  readonly note: string
  readonly cuit: string
  readonly number: string
  /** What was taken from a cell above, for the user; '' for nothing. */
  readonly above: string
  /** Why the row can't be read, in Spanish. */
  readonly problem: string
}
