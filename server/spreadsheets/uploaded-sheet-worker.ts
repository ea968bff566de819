/** The thread that reads one spreadsheet and then ends: a failure in it does not end the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { isOds, readOdsSheets } from './ods.ts'
import { separatorOf } from './separators.ts'
import type { NamedSheet, SheetBounds, SheetRow, Workbook } from './sheet.ts'
import { decodeText } from './text-encoding.ts'
import { readXlsxSheets } from './xlsx.ts'
import { openParts, Unreadable, type ZipParts } from './zip-parts.ts'
import '../lib/compress-safely.ts'

/** The thread's input. */
export interface UploadedSheetTask {
  readonly bytes: Uint8Array
  readonly kind: 'zip' | 'text'
  readonly bounds: SheetBounds
}
/**
 * The thread's messages: 'reading' when it begins; for each sheet its name and then its rows, some at a time, so that the
 * receiver can do other work in between; at last the end, with the problem if there is one.
 */
export type UploadedSheetAnswer =
  | 'reading'
  | { sheet: Omit<NamedSheet, 'rows'> }
  | { rows: SheetRow[] }
  | { end: Omit<Workbook, 'sheets'> }

const ENTRIES = 200
const ROWS_AT_ONCE = 500
/** Bytes of a text file by which its separator is chosen. */
const HEAD = 128 * 1024
/** As many as a cell of Excel or LibreOffice takes. */
const LONGEST_CELL = 32_767
const CELL_TOO_LONG = 'La planilla tiene una celda con más de 32.767 caracteres'
const notAWorkbook = 'No es una planilla de Excel (.xlsx) ni de LibreOffice (.ods)'

const BINARY = 'Las planillas .xlsb no se admiten: ábrala en Excel y guárdela como .xlsx'
const NUMBERS = 'Las planillas de Numbers no se admiten: en Numbers elija Archivo, Exportar a, Excel (.xlsx)'

/** Why an archive is not read, with a way on where another program's workbook is known. */
function otherWorkbook(parts: ZipParts): string {
  if (parts.has('xl/workbook.bin')) return BINARY
  return parts.has('Index/Document.iwa') || parts.has('Index.zip') ? NUMBERS : notAWorkbook
}

async function read({ bytes, kind, bounds }: UploadedSheetTask): Promise<Workbook> {
  const { maxRows, columns, unpackedBytes, partBytes } = bounds
  if (kind === 'text') return readText(bytes, bounds)
  try {
    const parts = await openParts(bytes, { entries: ENTRIES, bytes: unpackedBytes, partBytes })
    if (parts.has('xl/workbook.xml')) return { sheets: await readXlsxSheets(parts, { maxRows, columns }) }
    if (isOds(parts)) return { sheets: await readOdsSheets(parts, { maxRows, columns }) }
    return { sheets: [], problem: otherWorkbook(parts) }
  } catch (error) {
    if (error instanceof Unreadable) return { sheets: [], problem: error.message, tooLarge: error.tooLarge }
    throw error
  }
}

function readText(bytes: Uint8Array, { maxRows, columns }: SheetBounds): Workbook {
  const { separator, said: isDeclared } = separatorOf(decodeText(bytes.subarray(0, HEAD)).text)
  const { rows, ...problem } = readCsv(bytes, {
    separator,
    openEnd: true,
    maxRows: isDeclared ? maxRows + 1 : maxRows,
  })
  const kept = isDeclared ? rows.filter(({ row }) => row > 1) : rows
  for (const row of kept) row.cells.length = Math.min(row.cells.length, columns)
  return { sheets: problem.problem ? [] : [{ name: '', rows: kept }], ...problem }
}

const answer = (message: UploadedSheetAnswer) => parentPort?.postMessage(message)
answer('reading')
/** Cells are folded and compared outside the thread: one of a whole file's length would hold the shop (R274). */
const isBearable = ({ sheets }: Workbook): boolean =>
  sheets.every(({ rows }) =>
    rows.every(({ cells }) => cells.every((cell) => typeof cell !== 'string' || cell.length <= LONGEST_CELL)),
  )
const found = await read(workerData as UploadedSheetTask)
const { sheets, ...end }: Workbook = isBearable(found) ? found : { sheets: [], problem: CELL_TOO_LONG, tooLarge: true }
for (const { rows, ...sheet } of sheets) {
  answer({ sheet })
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    answer({ rows: rows.slice(first, first + ROWS_AT_ONCE) })
}
answer({ end })
