/** Turns the rows of a file into records, collecting everything that is wrong with them. */

import type { Sheet, SheetRow } from '../../spreadsheets/sheet.ts'
import type { Column } from './columns.ts'
import { CellRefused, type DecimalSign, recogniseDecimalSign } from './decimal.ts'
import type { FeedFile, FeedProblem, FeedRecords, FeedRow, FeedTable } from './erp.ts'
import { type FileFormat, formats } from './formats.ts'

/** The records of a file called `name`. Only headings decide where a column is; others are ignored. */
export function readRecords<T extends FeedTable>(table: T, name: string, sheet: Sheet): FeedFile<T> {
  type R = FeedRecords[T]
  const format: FileFormat<R> = formats[table]
  const fields = Object.entries(format.columns) as [keyof R & string, Column<unknown>][]
  const headings = Object.fromEntries(fields.map(([field, { heading }]) => [field, heading])) as Record<
    keyof R,
    string
  >
  const [header, ...data] = sheet.rows
  const answer = (problems: FeedProblem[], rows: FeedRow<R>[] = []): FeedFile<T> => {
    return { table, name, headings, rows, rowCount: data.length, problems }
  }
  if (!header) return answer([{ row: null, column: null, message: sheet.problem ?? 'El archivo está vacío' }])

  const titles = header.cells.map((cell) =>
    String(cell ?? '')
      .trim()
      .toUpperCase(),
  )
  const missing = missingColumns(
    fields.map(([, { heading }]) => heading),
    titles,
    header,
  )
  if (missing.length > 0) return answer(missing)

  const problems: FeedProblem[] = []
  if (header.damage) problems.push({ row: header.row, column: null, message: header.damage })
  const columns = fields.map(([field, column]) => ({ field, column, place: titles.indexOf(column.heading) }))
  const decimals = columns.filter(({ column }) => column.decimals)
  const sign = recogniseDecimalSign(
    data.flatMap(({ cells }) => decimals.map(({ place }) => cells[place] ?? null)),
  )
  const duplicates = duplicateFinder(format, headings)

  const rows: FeedRow<R>[] = []
  for (const line of data) {
    const damage = damageOf(line, titles.length, line === data.at(-1))
    if (damage) {
      problems.push({ row: line.row, column: null, message: damage })
      continue
    }
    const { record, refusals } = readRow<R>(line, columns, sign)
    if (refusals.length === 0) refusals.push(...checkRecord(format, headings, line.row, record))
    if (refusals.length === 0) refusals.push(...duplicates(line.row, record))
    if (refusals.length === 0) rows.push({ row: line.row, record })
    problems.push(...refusals)
  }
  return answer(problems, rows)
}

interface PlacedColumn {
  field: string
  column: Column<unknown>
  place: number
}

/** Every cell of a row, with all that is wrong with it and not only the first. */
function readRow<R>({ row, cells }: SheetRow, columns: readonly PlacedColumn[], sign: DecimalSign) {
  const record: Record<string, unknown> = {}
  const refusals: FeedProblem[] = []
  for (const { field, column, place } of columns) {
    try {
      record[field] = column.read(cells[place] ?? null, sign)
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error
      refusals.push({ row, column: column.heading, message: error.message })
    }
  }
  return { record: record as R, refusals }
}

function missingColumns(
  wanted: readonly string[],
  titles: readonly string[],
  { row, cells }: SheetRow,
): FeedProblem[] {
  const about = (heading: string, message: string) => ({ row, column: heading, message })
  const twice = titles.filter((title, place) => wanted.includes(title) && titles.indexOf(title) !== place)
  if (twice.length > 0) return twice.map((heading) => about(heading, `La columna ${heading} está repetida`))
  const missing = wanted.filter((heading) => !titles.includes(heading))
  if (missing.length === wanted.length && cells.length === 1 && /[,\t|]/.test(titles[0] ?? '')) {
    return [{ row, column: null, message: 'Las columnas deben estar separadas con punto y coma (;)' }]
  }
  return missing.map((heading) => about(heading, `Falta la columna ${heading}`))
}

function damageOf(line: SheetRow, width: number, isLast: boolean): string | undefined {
  const given = line.cells.length
  if (given < width) {
    const cut = isLast ? ': el archivo parece cortado' : ''
    return `La fila tiene ${given} ${given === 1 ? 'columna' : 'columnas'} y debe tener ${width}${cut}`
  }
  if (line.damage) return line.damage
  const beyond = line.cells.slice(width)
  if (beyond.some((cell) => String(cell ?? '').trim() !== '')) {
    return `La fila tiene más columnas que los títulos (${width}); un texto con punto y coma va entre comillas`
  }
  return undefined
}

function checkRecord<R>(
  format: FileFormat<R>,
  headings: Record<keyof R, string>,
  row: number,
  record: R,
): FeedProblem[] {
  const refusal = format.check?.(record)
  return refusal ? [{ row, column: headings[refusal.field], message: refusal.message }] : []
}

/** Remembers the values that must be unique, and the rows they were first seen in. */
function duplicateFinder<R>(format: FileFormat<R>, headings: Record<keyof R, string>) {
  const seen = new Map(format.unique.map((field) => [field, new Map<unknown, number>()]))
  return (row: number, record: R): FeedProblem[] => {
    const refusals: FeedProblem[] = []
    for (const [field, rows] of seen) {
      const first = rows.get(record[field])
      if (first === undefined) rows.set(record[field], row)
      else {
        const message = `«${record[field]}» está repetido: ya está en la fila ${first}`
        refusals.push({ row, column: headings[field], message })
      }
    }
    return refusals
  }
}
