/** A file of another program's export as rows under its headings. */
import { readFile, stat } from 'node:fs/promises'
import { fold } from '../../../../contract/codes.ts'
import type { MappedFile } from '../../../../contract/erp-mapping.ts'
import { Refusal } from '../../../refusal.ts'
import type { Cell, NamedSheet, SheetBounds, SheetRow } from '../../../spreadsheets/sheet.ts'
import { isEmptyCell } from '../../../spreadsheets/sheet.ts'
import { readUploadedWorkbook } from '../../../spreadsheets/uploaded-sheet.ts'

/** What one file may hold: a shop of 100,000 articles has two lists of prices in it. */
const BOUNDS: SheetBounds = {
  maxRows: 400_000,
  columns: 200,
  unpackedBytes: 256 * 2 ** 20,
  partBytes: 128 * 2 ** 20,
  csvBytes: 100 * 2 ** 20,
  milliseconds: 120_000,
}
const MAX_BYTES = 100 * 2 ** 20
/** Above the headings a report has its title, its date and what it was asked for. */
const HEADINGS_WITHIN = 30

/** A file's rows below its headings. */
export interface ExportTable {
  /** As the file is called. */
  readonly name: string
  readonly headings: readonly string[]
  /** The row of the headings; 0 for none. */
  readonly headingRow: number
  readonly rows: readonly SheetRow[]
  /** ISO 8601: when the file was written. */
  readonly writtenAt: string
  /** Why it was not read, in Spanish; then there are no rows. */
  readonly problem?: string
}

/** Headings as they are compared: case, accents and blanks around them do not count. */
export const headingKey = (heading: string): string => fold(heading).replace(/\s+/g, ' ').trim()

/** The names of the cells of a row of headings: the second 'Precio' is 'Precio (2)', an empty one 'Columna 3'. */
export function namedHeadings(cells: readonly Cell[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, at) => {
    const text = String(cell ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    if (text === '') return `Columna ${at + 1}`
    const times = (seen.get(headingKey(text)) ?? 0) + 1
    seen.set(headingKey(text), times)
    return times === 1 ? text : `${text} (${times})`
  })
}

/** All sheets of a file. @throws Refusal with a Spanish message for what cannot be read */
export async function readSheets(path: string, traits: Omit<MappedFile, 'name'> = {}): Promise<NamedSheet[]> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Refusal('TOO_LARGE', 'El archivo es demasiado grande')
  const { encoding, separator, openEnd } = traits
  // One folder is one asker: its files are read one after the other, between the sheets of people.
  return readUploadedWorkbook(await readFile(path), BOUNDS, { key: 'feed-mapping' }, { encoding, separator, openEnd })
}

/** The row of headings: the first that has all of the named ones, else the one that has most of them. */
function headingsOf(rows: readonly SheetRow[], wanted: readonly string[]): SheetRow | undefined {
  let best: { row: SheetRow; hits: number } | undefined
  for (const row of rows.slice(0, HEADINGS_WITHIN)) {
    const keys = new Set(namedHeadings(row.cells).map(headingKey))
    const hits = wanted.filter((heading) => keys.has(headingKey(heading))).length
    if (hits > (best?.hits ?? 0)) best = { row, hits }
    if (hits === wanted.length) break
  }
  return best?.row
}

/**
 * Reads a file by its mapping; what cannot be read is told in `problem`.
 * @param wanted the headings that the mapping names of it
 * @param sheetsOf how its sheets are read; whoever has read them answers those
 */
export async function readExport(
  path: string,
  name: string,
  file: MappedFile,
  wanted: readonly string[],
  sheetsOf: typeof readSheets = readSheets,
): Promise<ExportTable> {
  const writtenAt = (await stat(path)).mtime.toISOString()
  const empty = { name, headings: [], headingRow: 0, rows: [], writtenAt }
  try {
    const sheets = await sheetsOf(path, { ...file, openEnd: file.openEnd ?? false })
    const sheet =
      file.sheet === undefined
        ? sheets.find(({ rows, hidden }) => rows.length > 0 && !hidden)
        : sheets.find((one) => headingKey(one.name) === headingKey(file.sheet ?? ''))
    if (!sheet) return { ...empty, problem: `No tiene la hoja «${file.sheet}»` }
    if (file.bare) {
      const width = Math.max(0, ...sheet.rows.slice(0, 100).map(({ cells }) => cells.length))
      return { ...empty, headings: Array.from({ length: width }, (_, at) => String(at + 1)), rows: sheet.rows }
    }
    const heading = headingsOf(sheet.rows, wanted)
    if (!heading) return { ...empty, problem: `No se encontraron los títulos ${listed(wanted)}` }
    const headings = namedHeadings(heading.cells)
    const keys = new Set(headings.map(headingKey))
    const gone = wanted.filter((one) => !keys.has(headingKey(one)))
    if (gone.length > 0)
      return { ...empty, problem: `No tiene ${gone.length > 1 ? 'las columnas' : 'la columna'} ${listed(gone)}` }
    return { ...empty, headings, headingRow: heading.row, rows: sheet.rows.filter(({ row }) => row > heading.row) }
  } catch (error) {
    if (error instanceof Refusal) return { ...empty, problem: error.message }
    throw error
  }
}

const listed = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ')

/** The place of a heading; -1: none. */
export const placeOf = (table: Pick<ExportTable, 'headings'>, heading: string): number => {
  const key = headingKey(heading)
  return table.headings.findIndex((one) => headingKey(one) === key)
}

/** Whether a row is the headings once more: a report repeats them on each page. */
export const repeatsHeadings = ({ headings, headingRow }: ExportTable, { cells }: SheetRow): boolean =>
  headingRow > 0 &&
  headings.every((heading, at) => {
    const cell = cells[at]
    return isEmptyCell(cell ?? null)
      ? heading.startsWith('Columna ')
      : headingKey(String(cell)) === headingKey(heading.replace(/ \(\d+\)$/, ''))
  })
