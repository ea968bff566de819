/** How much of a file of articles is read. */
import { BULK_MAX_ROWS } from '../../../contract/bulk-edit.ts'
import type { SheetBounds } from '../../spreadsheets/sheet.ts'

export const SHEET_BOUNDS: SheetBounds = {
  // The row of headings counts, too.
  maxRows: BULK_MAX_ROWS + 1,
  // The export has twenty; the others leave room for columns that users add.
  columns: 60,
  // 20,000 rows of the export unpack to some 40 MB of sheet and 4 MB of texts.
  unpackedBytes: 96 * 2 ** 20,
  partBytes: 24 * 2 ** 20,
  csvBytes: 10 * 2 ** 20,
  // 20,000 rows are two seconds of work; a machine may have ten others to do.
  milliseconds: 30_000,
}
