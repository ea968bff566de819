/** Reads cells of a sheet, whatever they mean. Pure. */
import { isBlank } from '../../../spreadsheets/numbers.rules.ts'
import type { SheetCell, TableRow } from './sheet.types.ts'

/** The most cells of a column that are looked at. */
export const SAMPLE = 40

/** A cell's text, trimmed, without the signs that keep a text a text: `'100`, `="100"`; '' for an empty cell. */
export const textOf = (cell: SheetCell | undefined): string =>
  String(cell ?? '')
    .trim()
    .replace(/^="(.*)"$|^'/s, '$1')
    .trim()

/** The first cells of a column that are not blank, SAMPLE of them at most. */
export function sampleOf(rows: readonly TableRow[], column: number): SheetCell[] {
  const cells: SheetCell[] = []
  for (const row of rows) {
    const cell = row.cells[column] ?? null
    if (!isBlank(cell)) cells.push(cell)
    if (cells.length === SAMPLE) break
  }
  return cells
}
