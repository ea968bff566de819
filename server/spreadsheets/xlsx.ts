/** The first sheet of an Excel workbook, in Node. */
import { Unreadable } from './archive-parts.ts'
import type { Sheet } from './sheet.ts'
import { readXlsxSheets, type XlsxOptions } from './xlsx-sheets.ts'
import { openParts } from './zip-parts.ts'

const NOT_EXCEL = 'No es una planilla de Excel (.xlsx)'

/** Reads the first sheet; numbers stay numbers. Every row gets a cell for each heading, empty ones too. */
export async function readXlsx(bytes: Uint8Array, options: XlsxOptions = {}): Promise<Sheet> {
  try {
    const parts = await openParts(bytes, options.limits)
    if (!parts.has('xl/workbook.xml')) return { rows: [], problem: NOT_EXCEL }
    const [first] = await readXlsxSheets(parts, { ...options, onlyFirst: true })
    const rows = first?.rows ?? []
    const width = rows[0]?.cells.length ?? 0
    for (const { cells } of rows) while (cells.length < width) cells.push(null)
    return { rows }
  } catch (error) {
    if (error instanceof Unreadable) return { rows: [], problem: error.message, tooLarge: error.tooLarge }
    throw error
  }
}
