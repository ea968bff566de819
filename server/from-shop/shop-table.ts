/** A file of another shop's export as rows by field (R411). */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { readCsv, type Separator } from '../spreadsheets/csv.ts'
import { declaredSeparator } from '../spreadsheets/separators.ts'
import { decodeText } from '../spreadsheets/text-encoding.ts'
import type { ShopRow } from './shop.types.ts'
import { type FieldOf, kindOf, placesOf, type TableKind } from './shop-columns.rules.ts'

/** Ten times what 10,000 products with long descriptions take. */
const MAX_BYTES = 200 * 2 ** 20
/** Bytes that tell the separator. */
const SAMPLE = 100_000

export interface ShopTable {
  readonly file: string
  readonly kind: TableKind | null
  readonly headings: readonly string[]
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[]
  /** Rows that are damaged, with the reason in Spanish; row null: the file as a whole. */
  readonly problems: readonly { readonly row: number | null; readonly message: string }[]
}

/** Reads a CSV: any separator, UTF-8, UTF-16 or Windows-1252. A damaged row is a problem and no row. */
export async function readTable(path: string): Promise<ShopTable> {
  const file = basename(path)
  const bad = (message: string): ShopTable => {
    return { file, kind: null, headings: [], rows: [], problems: [{ row: null, message }] }
  }
  if ((await stat(path)).size > MAX_BYTES) return bad('El archivo supera los 200 MB')
  const bytes = await readFile(path)
  const beginning = decodeText(bytes.subarray(0, SAMPLE)).text
  const declared = declaredSeparator(beginning)
  const separator = declared ?? separatorOfHeadings(beginning)
  const sheet = readCsv(bytes, { separator })
  if (sheet.problem) return bad(sheet.problem)
  const [header, ...data] = declared ? sheet.rows.slice(1) : sheet.rows
  if (!header) return bad('El archivo está vacío')
  const headings = header.cells.map((cell) => String(cell ?? '').trim())
  const problems = header.damage ? [{ row: header.row, message: header.damage }] : []
  const rows: { row: number; cells: string[] }[] = []
  for (const { row, cells, damage } of data) {
    const isSurplus = cells.slice(headings.length).some((cell) => String(cell ?? '').trim() !== '')
    const message =
      damage ??
      (cells.length < headings.length
        ? `La fila tiene ${cells.length} columnas y debe tener ${headings.length}`
        : isSurplus
          ? `La fila tiene más columnas que los títulos (${headings.length})`
          : undefined)
    if (message) problems.push({ row, message })
    else rows.push({ row, cells: cells.map((cell) => String(cell ?? '')) })
  }
  return { file, kind: kindOf(headings), headings, rows, problems }
}

/** The sign that stands most often between the headings: descriptions of several lines have any sign in them. */
function separatorOfHeadings(text: string): Separator {
  const [headings = ''] = text
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/)
    .filter((line) => line.trim() !== '')
  let best: { separator: Separator; count: number } = { separator: ';', count: 0 }
  for (const separator of [';', ',', '\t', '|'] as const) {
    const count = headings.split(separator).length - 1
    if (count > best.count) best = { separator, count }
  }
  return best.separator
}

/**
 * A cell as the shop meant it: WooCommerce writes an apostrophe before what a spreadsheet would take for a formula, and
 * Shopify before figures that it would take for a number.
 */
const meant = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\d])/, '').trim()

/** The rows of a table by the fields of its kind. */
export function* rowsOf<K extends TableKind>(
  { file, headings, rows }: ShopTable,
  kind: K,
): Generator<ShopRow<FieldOf<K>>> {
  const places = placesOf(kind, headings)
  for (const { row, cells } of rows) {
    const get = (field: FieldOf<K>) => {
      const place = places.get(field)
      return place === undefined ? '' : meant(cells[place] ?? '')
    }
    yield { at: { file, row }, get }
  }
}

/** Whether a table has a column. */
export const hasColumn = <K extends TableKind>({ headings }: ShopTable, kind: K, field: FieldOf<K>): boolean =>
  placesOf(kind, headings).has(field)
