/** The throw-away thread that reads one spreadsheet: what goes wrong in it can't take the server along. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { isOds, readOdsSheets } from './ods.ts'
import { separatorOf } from './separators.ts'
import type { NamedSheet, SheetBounds, SheetRow, Workbook } from './sheet.ts'
import { decodeText } from './text-encoding.ts'
import { readXlsxSheets } from './xlsx.ts'
import { openParts, Unreadable } from './zip-parts.ts'

/** What the thread is given. */
export interface UploadedSheetTask {
  readonly bytes: Uint8Array
  readonly kind: 'zip' | 'text'
  readonly bounds: SheetBounds
}
/**
 * It answers 'reading' when it begins; each sheet's name, then its rows, some at a time, so that whoever takes them does other things
 * in between; then the end, or the problem.
 */
export type UploadedSheetAnswer =
  | 'reading'
  | { sheet: Omit<NamedSheet, 'rows'> }
  | { rows: SheetRow[] }
  | { end: Omit<Workbook, 'sheets'> }

const ENTRIES = 200
const ROWS_AT_ONCE = 500
/** Bytes in which the separator shows. */
const HEAD = 128 * 1024
const notAWorkbook = 'No es una planilla de Excel (.xlsx) ni de LibreOffice (.ods)'

async function read({ bytes, kind, bounds }: UploadedSheetTask): Promise<Workbook> {
  const { maxRows, columns, unpackedBytes, partBytes } = bounds
  if (kind === 'text') return readText(bytes, bounds)
  try {
    const parts = await openParts(bytes, { entries: ENTRIES, bytes: unpackedBytes, partBytes })
    if (parts.has('xl/workbook.xml')) return { sheets: await readXlsxSheets(parts, { maxRows, columns }) }
    if (isOds(parts)) return { sheets: await readOdsSheets(parts, { maxRows, columns }) }
    return { sheets: [], problem: notAWorkbook }
  } catch (error) {
    if (error instanceof Unreadable) return { sheets: [], problem: error.message, tooLarge: error.tooLarge }
    throw error
  }
}

function readText(bytes: Uint8Array, { maxRows, columns }: SheetBounds): Workbook {
  const { separator, said } = separatorOf(decodeText(bytes.subarray(0, HEAD)).text)
  const { rows, ...problem } = readCsv(bytes, {
    separator,
    openEnd: true,
    maxRows: said ? maxRows + 1 : maxRows,
  })
  const kept = said ? rows.filter(({ row }) => row > 1) : rows
  for (const row of kept) row.cells.length = Math.min(row.cells.length, columns)
  return { sheets: problem.problem ? [] : [{ name: '', rows: kept }], ...problem }
}

const answer = (message: UploadedSheetAnswer) => parentPort?.postMessage(message)
answer('reading')
const { sheets, ...end } = await read(workerData as UploadedSheetTask)
for (const { rows, ...sheet } of sheets) {
  answer({ sheet })
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    answer({ rows: rows.slice(first, first + ROWS_AT_ONCE) })
}
answer({ end })
