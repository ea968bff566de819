/** The first sheet of an Excel workbook (.xlsx) as rows. */
import { streamXlsxRows } from 'hucre/xlsx'
import { type Cell, type Sheet, type SheetRow, withTooManyRows } from './sheet.ts'
import { guardXlsx, TOO_LARGE, type XlsxLimits } from './xlsx-guard.ts'

/** As many as a sheet of Excel has: a row beyond has an invented number. */
const MOST_ROWS = 1_048_576
const DAMAGED = 'No se pudo leer la planilla: el archivo está dañado'

export interface XlsxOptions {
  limits?: XlsxLimits
  /** More rows that are not blank are refused. */
  maxRows?: number
}

/** Reads the first sheet; numbers stay numbers. Every row gets a cell for each heading, empty ones too. */
export async function readXlsx(
  bytes: Uint8Array,
  { limits, maxRows = Number.POSITIVE_INFINITY }: XlsxOptions = {},
): Promise<Sheet> {
  const refused = await guardXlsx(bytes, limits)
  if (refused) return { rows: [], problem: refused, tooLarge: refused === TOO_LARGE }
  const rows: SheetRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(toCell)
      if (cells.every((cell) => cell === null || cell === '')) continue
      if (!(index >= 0 && index < MOST_ROWS)) return { rows: [], problem: DAMAGED }
      if (rows.length === maxRows) return withTooManyRows(maxRows)
      const width = rows[0]?.cells.length ?? 0
      while (cells.length < width) cells.push(null)
      rows.push({ row: index + 1, cells })
    }
  } catch {
    return { rows: [], problem: DAMAGED }
  }
  return { rows }
}

const toCell = (value: string | number | boolean | Date | null | undefined): Cell =>
  value instanceof Date ? value.toISOString().slice(0, 10) : (value ?? null)
