/** Cells of a sheet, whatever they mean: pure. */
import { isBlank } from '../../../spreadsheets/numbers.rules.ts'
import type { SheetCell, TableRow } from './sheet.types.ts'

/** Cells of a column that are looked at. */
export const SAMPLE = 40

/** A cell as it is written. */
export const textOf = (cell: SheetCell | undefined): string => String(cell ?? '').trim()

/** A column's cells that are not blank, some of them. */
export function sampleOf(rows: readonly TableRow[], column: number): SheetCell[] {
  const cells: SheetCell[] = []
  for (const row of rows) {
    const cell = row.cells[column] ?? null
    if (!isBlank(cell)) cells.push(cell)
    if (cells.length === SAMPLE) break
  }
  return cells
}
