/** The thread that reads one spreadsheet and then ends: a failure in it does not end the server. */
import { workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { isOds, readOdsSheets } from './ods.ts'
import { sendWorkbook } from './send-workbook.ts'
import { separatorOf } from './separators.ts'
import type { SheetBounds, Workbook } from './sheet.ts'
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

const ENTRIES = 200
/** Bytes of a text file by which its separator is chosen. */
const HEAD = 128 * 1024
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

await sendWorkbook(() => read(workerData as UploadedSheetTask))
