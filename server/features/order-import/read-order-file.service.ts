/** Reading an uploaded order file. */
import { IMPORT_MAX_ROWS } from '../../../contract/order-import.ts'
import type { SheetBounds } from '../../spreadsheets/sheet.ts'
import { readUploadedSheet } from '../../spreadsheets/uploaded-sheet.ts'
import type { FileRow } from './order-file.types.ts'

const ORDER_FILE: SheetBounds = {
  // The heading, too.
  maxRows: IMPORT_MAX_ROWS + 1,
  // Rows of an order file are short; what is further right is never looked at.
  columns: 6,
  // As many rows as may be imported unpack to some 3 MB of sheet and 3 MB of texts at most; formatted empty
  // cells and a logo may add to it.
  unpackedBytes: 16 * 2 ** 20,
  partBytes: 4 * 2 ** 20,
  // With long observations they are some 4 MB of text.
  csvBytes: 8 * 2 ** 20,
  // They take a tenth of a second; only what was made to be slow takes longer than this.
  milliseconds: 1_500,
}

/**
 * The rows of an .xlsx or .csv file of orders.
 * @throws Refusal as `readUploadedSheet`
 */
export const readOrderFile = (bytes: Buffer): Promise<FileRow[]> => readUploadedSheet(bytes, ORDER_FILE)
