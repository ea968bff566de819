/** Reads an uploaded order file, within bounds. */

import { IMPORT_MAX_ROWS } from '../../../contract/order-import.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import type { NamedSheet, SheetBounds } from '../../spreadsheets/sheet.ts'
import { readUpload } from '../readers/pdf/read-upload.service.ts'

const ORDER_FILE: SheetBounds = {
  // The 100 more are for headings and titles.
  maxRows: IMPORT_MAX_ROWS + 100,
  columns: 40,
  // As many rows as may be imported unpack to some 3 MB of sheet and 3 MB of texts at most; formatted empty
  // cells and a logo may add to it.
  unpackedBytes: 16 * 2 ** 20,
  partBytes: 4 * 2 ** 20,
  // As many rows with long observations are some 4 MB of text.
  csvBytes: 8 * 2 ** 20,
  // The sizes above take 0.7 s of a processor at most; on a busy machine that may last longer.
  milliseconds: 5_000,
}

/**
 * The sheets of an .xlsx, .ods, PDF or text file of orders.
 * @throws Refusal as `readUpload`
 */
export const readOrderFile = (bytes: Buffer, asker: Asker): Promise<NamedSheet[]> =>
  readUpload(bytes, ORDER_FILE, asker)
