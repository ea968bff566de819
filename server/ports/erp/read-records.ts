/** Turns the rows of a file into records, collecting everything that is wrong with them. */

import { nextTurn } from '../../lib/turns.ts'
import type { Sheet, SheetRow } from '../../spreadsheets/sheet.ts'
import type { Column } from './columns.ts'
import { CellRefused, type DecimalSign, findDecimalSign } from './decimal.ts'
import type { FeedFile, FeedProblem, FeedRecords, FeedRow, FeedTable } from './erp.ts'
import { type Columns, checkRecord, type FileFormat, formatOf, isNews, joinedKey, type RecordOf } from './formats.ts'

/** Rows after which requests get their turn: the shop answers while a large file is read. */
const ROWS_PER_TURN = 500

/** The records of a feed's file called `name`, as `readFormat` reads them. */
export async function readRecords<T extends FeedTable>(
  table: T,
  name: string,
  sheet: Sheet,
  parts: PartsOfFile = {},
): Promise<FeedFile<T>> {
  const read = await readFormat(formatOf(table), name, sheet, parts)
  const rows = read.rows as unknown as FeedRow<FeedRecords[T]>[]
  return { ...read, table, rows, complete: !isNews(table), gone: [] }
}

/** What the parts of one file share: its decimal sign, once a part has told it. */
export interface PartsOfFile {
  sign?: DecimalSign | undefined
}

interface ReadFile<R> {
  name: string
  headings: Readonly<Record<string, string>>
  rows: FeedRow<R>[]
  rowCount: number
  problems: FeedProblem[]
  remarks: FeedProblem[]
}

/**
 * The records of a file called `name`. Only headings decide where a column is, and unknown columns are ignored. The
 * field of an optional column that the file lacks is not in the records (R39).
 */
export async function readFormat<C extends Columns>(
  given: FileFormat<C>,
  name: string,
  sheet: Sheet,
  parts: PartsOfFile = {},
): Promise<ReadFile<RecordOf<C>>> {
  type R = RecordOf<C>
  const format = given as unknown as FileFormat
  const fields = Object.entries(format.columns)
  const headings = Object.fromEntries(fields.map(([field, { heading }]) => [field, heading]))
  const [header, ...data] = sheet.rows
  const remarks: FeedProblem[] = []
  const answer = (problems: FeedProblem[], rows: FeedRow<R>[] = []): ReadFile<R> => {
    return { name, headings, rows, rowCount: data.length, problems, remarks }
  }
  if (!header)
    return answer([{ code: 'ARCHIVO', row: null, column: null, message: sheet.problem ?? 'El archivo está vacío' }])

  const titles = header.cells.map((cell) =>
    String(cell ?? '')
      .trim()
      .toUpperCase(),
  )
  const missing = missingColumns(
    fields.map(([, column]) => column),
    titles,
    header,
  )
  if (missing.length > 0) return answer(missing)

  const problems: FeedProblem[] = []
  if (header.damage) problems.push({ code: 'FILA', row: header.row, column: null, message: header.damage })
  const columns = fields
    .map(([field, column]) => ({ field, column, place: titles.indexOf(column.heading) }))
    .filter(({ place }) => place >= 0)
  const decimals = columns.filter(({ column }) => column.decimals)
  parts.sign ??= findDecimalSign(data.flatMap(({ cells }) => decimals.map(({ place }) => cells[place] ?? null)))
  const sign = parts.sign ?? ','
  const duplicates = duplicateFinder(format, headings)

  const rows: FeedRow<R>[] = []
  for (const [index, line] of data.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    const damage = damageOf(line, titles.length, line === data.at(-1))
    if (damage) {
      problems.push({ code: 'FILA', row: line.row, column: null, message: damage })
      continue
    }
    const { record, refusals, told } = readRow(line, columns, sign)
    if (refusals.length === 0 && format.key && !format.keyedAlone) record.id = joinedKey(format, record)
    if (refusals.length === 0) refusals.push(...checkRecord(format, headings, line.row, record))
    if (refusals.length === 0) refusals.push(...duplicates(line.row, record))
    if (refusals.length === 0) {
      rows.push({ row: line.row, record: record as R })
      remarks.push(...told)
    }
    problems.push(...refusals)
  }
  return answer(problems, rows)
}

interface PlacedColumn {
  field: string
  column: Column<unknown>
  place: number
}

/** The record of a row, everything that is wrong with its cells, not only the first fault, and what is told of them. */
function readRow({ row, cells }: SheetRow, columns: readonly PlacedColumn[], sign: DecimalSign) {
  const record: Record<string, unknown> = {}
  const refusals: FeedProblem[] = []
  const told: FeedProblem[] = []
  for (const { field, column, place } of columns) {
    const remark = (message: string) => void told.push({ code: 'CELDA', row, column: column.heading, message })
    // A row of a REST service may lack cells that other rows have; cells of a file are never undefined.
    if (column.optional && cells[place] === undefined) continue
    try {
      record[field] = column.read(cells[place] ?? null, sign, remark)
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error
      refusals.push({ code: 'CELDA', row, column: column.heading, message: error.message })
    }
  }
  return { record, refusals, told }
}

function missingColumns(
  columns: readonly Column<unknown>[],
  titles: readonly string[],
  { row, cells }: SheetRow,
): FeedProblem[] {
  const expected = columns.map(({ heading }) => heading)
  const problemOf = (heading: string, message: string) => ({
    code: 'COLUMNA' as const,
    row,
    column: heading,
    message,
  })
  const repeated = titles.filter((title, place) => expected.includes(title) && titles.indexOf(title) !== place)
  if (repeated.length > 0) return repeated.map((heading) => problemOf(heading, `La columna ${heading} está repetida`))
  const lacking = columns.filter(({ heading }) => !titles.includes(heading))
  const missing = lacking.filter((column) => !column.optional).map(({ heading }) => heading)
  if (lacking.length === expected.length && cells.length === 1 && /[,\t|]/.test(titles[0] ?? '')) {
    return [
      {
        code: 'COLUMNA',
        row,
        column: null,
        message: 'Las columnas deben estar separadas con punto y coma (;)',
      },
    ]
  }
  return missing.map((heading) => problemOf(heading, `Falta la columna ${heading}`))
}

function damageOf(line: SheetRow, width: number, isLast: boolean): string | undefined {
  const cellCount = line.cells.length
  if (cellCount < width) {
    const cut = isLast ? ': el archivo parece cortado' : ''
    return `La fila tiene ${cellCount} ${cellCount === 1 ? 'columna' : 'columnas'} y debe tener ${width}${cut}`
  }
  if (line.damage) return line.damage
  const surplus = line.cells.slice(width)
  if (surplus.some((cell) => String(cell ?? '').trim() !== '')) {
    return `La fila tiene más columnas que los títulos (${width}); un texto con punto y coma va entre comillas`
  }
  return undefined
}

/** Remembers the values that must be unique, and the rows they were first seen in. A row that lacks the column repeats nothing. */
function duplicateFinder(format: FileFormat, headings: Readonly<Record<string, string>>) {
  const { unique, key, laterCounts } = format
  const seen = new Map(
    [...unique, ...(key && !laterCounts ? ['id'] : [])].map((field) => [field, new Map<unknown, number>()]),
  )
  return (row: number, record: Record<string, unknown>): FeedProblem[] => {
    const refusals: FeedProblem[] = []
    for (const [field, rows] of seen) {
      const value = key ? joinedKey(format, record) : record[field]
      if (value === undefined) continue
      const first = rows.get(value)
      if (first === undefined) {
        rows.set(value, row)
        continue
      }
      const isJoined = key !== undefined && typeof value === 'string'
      const message = isJoined
        ? `Repite ${key.map((part) => headings[part]).join(', ')} de la fila ${first}`
        : `«${value}» está repetido: ya está en la fila ${first}`
      const column = isJoined ? undefined : headings[key?.[0] ?? field]
      refusals.push({ code: 'REPETIDO', row, column: column ?? null, message })
    }
    return refusals
  }
}
