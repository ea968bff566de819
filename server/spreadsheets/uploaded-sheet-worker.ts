/** The throw-away thread that reads one spreadsheet: what goes wrong in it can't take the server along. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import type { Sheet, SheetBounds } from './sheet.ts'
import { readXlsx } from './xlsx.ts'

/** What the thread is given; it answers 'reading' when it begins, then the sheet. */
export interface UploadedSheetTask {
  readonly bytes: Uint8Array
  readonly kind: 'xlsx' | 'csv'
  readonly bounds: SheetBounds
}
export type UploadedSheetAnswer = 'reading' | Sheet

const ENTRIES = 200

/** The separator that the first line has more of. */
function separatorOf(bytes: Uint8Array): ';' | ',' {
  const line =
    Buffer.from(bytes.subarray(0, 4096))
      .toString('latin1')
      .split(/[\r\n]/, 1)[0] ?? ''
  const count = (sign: string) => line.split(sign).length
  return count(',') > count(';') ? ',' : ';'
}

async function read({ bytes, kind, bounds }: UploadedSheetTask): Promise<Sheet> {
  const { maxRows, columns, unpackedBytes, partBytes } = bounds
  const limits = { entries: ENTRIES, bytes: unpackedBytes, partBytes, noFormulas: true }
  const sheet =
    kind === 'xlsx'
      ? await readXlsx(bytes, { limits, maxRows })
      : readCsv(bytes, { separator: separatorOf(bytes), openEnd: true, maxRows })
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.slice(0, columns) })) }
}

const answer = (message: UploadedSheetAnswer) => parentPort?.postMessage(message)
answer('reading')
answer(await read(workerData as UploadedSheetTask))
