/** The throw-away thread that reads one order file: what goes wrong in it can't take the server along. */
import { parentPort, workerData } from 'node:worker_threads'
import { IMPORT_MAX_ROWS } from '../../../contract/order-import.ts'
import { readCsv } from '../../spreadsheets/csv.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import { readXlsx } from '../../spreadsheets/xlsx.ts'

/** What the thread is given; it answers 'reading' when it begins, then the sheet. */
export interface OrderFileTask {
  readonly bytes: Uint8Array
  readonly kind: 'xlsx' | 'csv'
}
export type OrderFileAnswer = 'reading' | Sheet

/**
 * As many rows as may be imported unpack to some 3 MB of sheet and 3 MB of texts at most; formatted empty
 * cells and a logo may add to it.
 */
const LIMITS = { entries: 200, bytes: 16 * 2 ** 20, partBytes: 4 * 2 ** 20, noFormulas: true }
/** Rows of an order file are short; what is further right is never looked at. */
const COLUMNS = 6
const MAX_ROWS = IMPORT_MAX_ROWS + 1

/** The separator that the first line has more of. */
function separatorOf(bytes: Uint8Array): ';' | ',' {
  const line =
    Buffer.from(bytes.subarray(0, 4096))
      .toString('latin1')
      .split(/[\r\n]/, 1)[0] ?? ''
  const count = (sign: string) => line.split(sign).length
  return count(',') > count(';') ? ',' : ';'
}

async function read({ bytes, kind }: OrderFileTask): Promise<Sheet> {
  const sheet =
    kind === 'xlsx'
      ? await readXlsx(bytes, { limits: LIMITS, maxRows: MAX_ROWS })
      : readCsv(bytes, { separator: separatorOf(bytes), openEnd: true, maxRows: MAX_ROWS })
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.slice(0, COLUMNS) })) }
}

const answer = (message: OrderFileAnswer) => parentPort?.postMessage(message)
answer('reading')
answer(await read(workerData as OrderFileTask))
