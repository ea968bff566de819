/** The part of a thread that reads an uploaded file: it tells its starter what it read, some rows at a time. */
import { parentPort } from 'node:worker_threads'
import type { NamedSheet, SheetRow, Workbook } from './sheet.ts'

/**
 * The thread's messages: 'reading' when it begins; for each sheet its name and then its rows, some at a time, so that the
 * receiver can do other work in between; at last the end, with the problem if there is one.
 */
export type UploadedSheetAnswer =
  | 'reading'
  | { sheet: Omit<NamedSheet, 'rows'> }
  | { rows: SheetRow[] }
  | { end: Omit<Workbook, 'sheets'> }

const ROWS_AT_ONCE = 500
/** As many as a cell of Excel or LibreOffice takes. */
const LONGEST_CELL = 32_767
const CELL_TOO_LONG = 'La planilla tiene una celda con más de 32.767 caracteres'

/** Cells are folded and compared outside the thread: one of a whole file's length would hold the shop (R274). */
const isBearable = ({ sheets }: Workbook): boolean =>
  sheets.every(({ rows }) =>
    rows.every(({ cells }) => cells.every((cell) => typeof cell !== 'string' || cell.length <= LONGEST_CELL)),
  )

const answer = (message: UploadedSheetAnswer) => parentPort?.postMessage(message)

/** Reads a file and sends what is in it. */
export async function sendWorkbook(read: () => Promise<Workbook>): Promise<void> {
  answer('reading')
  const found = await read()
  const { sheets, ...end }: Workbook = isBearable(found)
    ? found
    : { sheets: [], problem: CELL_TOO_LONG, tooLarge: true }
  for (const { rows, ...sheet } of sheets) {
    answer({ sheet })
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
      answer({ rows: rows.slice(first, first + ROWS_AT_ONCE) })
  }
  answer({ end })
}
