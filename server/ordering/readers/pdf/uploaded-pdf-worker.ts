/** The thread that reads one PDF and then ends: a failure in it does not end the server. */
import { workerData } from 'node:worker_threads'
import { Unreadable } from '../../../spreadsheets/archive-parts.ts'
import { sendWorkbook } from '../../../spreadsheets/send-workbook.ts'
import type { SheetBounds, Workbook } from '../../../spreadsheets/sheet.ts'
import { tooManyRows } from '../../../spreadsheets/sheet.ts'
import { tablesOf } from './pdf-tables.rules.ts'
import { readPages } from './pdf-words.ts'
import '../../../lib/compress-safely.ts'

const withoutTable =
  'No se encontró en el PDF ninguna tabla con artículos y cantidades. Pida la planilla, o copie el texto en Pedido rápido'

async function read({ bytes, bounds }: { bytes: Uint8Array; bounds: SheetBounds }): Promise<Workbook> {
  try {
    const sheets = tablesOf(await readPages(bytes), bounds.columns)
    const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
    if (rows > bounds.maxRows) return { sheets: [], problem: tooManyRows(bounds.maxRows), tooLarge: true }
    return sheets.some((sheet) => sheet.rows.length > 1) ? { sheets } : { sheets: [], problem: withoutTable }
  } catch (error) {
    if (error instanceof Unreadable) return { sheets: [], problem: error.message, tooLarge: error.tooLarge }
    throw error
  }
}

await sendWorkbook(() => read(workerData))
