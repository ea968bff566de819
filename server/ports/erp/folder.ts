/** A feed that is a folder of files: `articulos.csv`, `precios.xlsx`, … */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { FeedMapping } from '../../../contract/erp-mapping.ts'
import { csvRows, readCsv } from '../../spreadsheets/csv.ts'
import { declaredSeparator } from '../../spreadsheets/separators.ts'
import type { Sheet, SheetRow } from '../../spreadsheets/sheet.ts'
import { decodeText } from '../../spreadsheets/text-encoding.ts'
import { readXlsx } from '../../spreadsheets/xlsx.ts'
import {
  type ErpFeed,
  FeedError,
  type FeedFile,
  type FeedProblem,
  type FeedRow,
  type FeedTable,
  feedTables,
  NoFeedFile,
  type PastTable,
} from './erp.ts'
import { isOtherEnding, isReadEnding } from './feed-endings.ts'
import { formats } from './formats.ts'
import type { FeedKeys } from './mapping/feed-keys.ts'
import { openMappedFeed } from './mapping/mapped-feed.ts'
import { type PartsOfFile, readRecords } from './read-records.ts'

/** Ten times what 100,000 articles take. */
const MAX_BYTES = 200 * 2 ** 20

/** Rows of a file of millions of rows that are read and taken at once, and how many more so that a part ends with an order. */
const PART_ROWS = 5000
const MORE_ROWS = 2000
/** How much of such a file is text at once. */
const PIECE_BYTES = 2 ** 20
/** A workbook is in memory whole; more orders of the past come as .csv. */
const MOST_PAST_ROWS_OF_XLSX = 100_000
/** How files of another program are read (R406), and the numbers of what they know by a code. */
export interface MappedBy {
  readonly mapping: FeedMapping
  readonly keys: FeedKeys
}

/**
 * Looks which files of a feed a folder holds; file names may be in any case, other files are ignored.
 *
 * @param mapped reads the files that a mapping names; the others are files of the feed itself
 * @param mayBeEmpty a folder with nothing of a feed is one without lists
 * @throws FeedError when there is no such folder, nothing of a feed in it, a file both as .csv and .xlsx, or a list twice
 */
export async function openFolderFeed(
  directory: string,
  mapped?: MappedBy,
  { mayBeEmpty = false } = {},
): Promise<ErpFeed> {
  const all = await readdir(directory).catch(() => {
    throw new FeedError(`No se puede leer la carpeta ${directory}`)
  })
  const other = mapped && openMappedFeed(directory, all, mapped.mapping, mapped.keys)
  const names = all.filter((name) => !other?.files.has(name))
  const found = new Map<FeedTable, string>()
  for (const table of feedTables) {
    const { file } = formats[table]
    const candidates = names.filter((name) => isFileOf(file, name, isReadEnding)).sort()
    if (candidates.length > 1) throw new FeedError(`En ${directory} debe haber uno solo de ${candidates.join(', ')}`)
    // A list in another format is refused by name: passed over, its news would be missed in silence.
    const name = candidates[0] ?? names.find((other) => isFileOf(file, other, isOtherEnding))
    if (name && other?.tables.includes(table))
      throw new FeedError(`En ${directory} está ${name}, y el mapeo toma ${file} de otro archivo: deje uno solo`)
    if (name) found.set(table, name)
  }
  if (found.size === 0 && !other?.tables.length && !mayBeEmpty) {
    const known = mapped
      ? Object.values(mapped.mapping.files).map(({ name }) => name)
      : feedTables.map((table) => formats[table].file)
    const what = mapped ? 'de los que nombra el mapeo' : 'del ERP (.csv o .xlsx)'
    throw new NoFeedFile(`En ${directory} no hay ningún archivo ${what}: ${known.join(', ')}`)
  }
  const nameOf = (table: FeedTable): string =>
    found.get(table) ?? refuse(`En ${directory} no hay ${formats[table].file}`)
  const unreadBeside = (table: FeedTable, name: string): FeedProblem[] =>
    names
      .filter((other) => other !== name && isFileOf(formats[table].file, other, isOtherEnding))
      .sort()
      .map((other) => {
        return { code: 'ARCHIVO', row: null, column: null, message: `${other} no se leyó: está ${name}` }
      })
  return {
    tables: feedTables.filter((table) => found.has(table) || other?.tables.includes(table)),
    read: async (table) => {
      if (other?.tables.includes(table)) return other.read(table)
      const name = nameOf(table)
      const file = await readRecords(table, name, await readSheet(join(directory, name)))
      return { ...file, remarks: [...unreadBeside(table, name), ...(file.remarks ?? [])] }
    },
    async *readParts(table) {
      if (other?.tables.includes(table)) {
        yield* inParts(await other.read(table))
        return
      }
      const name = nameOf(table)
      const wholeOrders = new Set<number>()
      const parts: PartsOfFile = {}
      let remarks = unreadBeside(table, name)
      for await (const { sheet, share } of readSheets(join(directory, name))) {
        const file = await readRecords(table, name, sheet, parts)
        yield { ...file, remarks: [...remarks, ...(file.remarks ?? [])], wholeOrders, share }
        remarks = []
      }
    },
  }
}

const refuse = (message: string): never => {
  throw new FeedError(message)
}

/** A file as sheets of some thousand rows, each with the headings. Rows that follow each other with one first cell stay together. */
async function* readSheets(path: string): AsyncGenerator<{ sheet: Sheet; share: number }> {
  const { ext } = parse(path.toLowerCase())
  const bytes = ext === '.csv' ? await readBytes(path) : undefined
  if (!(bytes instanceof Uint8Array)) {
    yield { sheet: bytes ?? (await readSheet(path, MOST_PAST_ROWS_OF_XLSX)), share: 1 }
    return
  }
  let header: SheetRow | undefined
  let rows: SheetRow[] = []
  let read = 0
  for (const { line, share, problem } of csvRowsDeclared(bytes)) {
    if (problem !== undefined) return yield { sheet: { rows: [], problem }, share: 1 }
    if (!header) {
      header = line
      continue
    }
    const isSame = line.cells[0] === rows.at(-1)?.cells[0]
    if (rows.length >= PART_ROWS && !(isSame && rows.length < PART_ROWS + MORE_ROWS)) {
      yield { sheet: { rows: [header, ...rows] }, share: read }
      rows = []
    }
    rows.push(line)
    read = share
  }
  yield { sheet: { rows: header ? [header, ...rows] : [] }, share: 1 }
}

/** A file of the past that was read whole, in parts as `readSheets` makes them: a fault is told with the part it stands in. */
function* inParts(file: FeedFile<PastTable>): Generator<FeedFile<PastTable>> {
  const rows = file.rows as readonly FeedRow<{ id?: unknown; orderId?: unknown }>[]
  const wholeOrders = new Set<number>()
  const orderAt = (at: number) => rows[at]?.record.orderId ?? rows[at]?.record.id
  for (let from = 0, read = 0; ; ) {
    let to = Math.min(from + PART_ROWS, rows.length)
    while (to < rows.length && to < from + PART_ROWS + MORE_ROWS && orderAt(to) === orderAt(to - 1)) to++
    const isLast = to === rows.length
    if (isLast && from === 0) return yield { ...file, wholeOrders, share: 1 }
    const after = from === 0 ? 0 : read
    read = isLast ? Number.POSITIVE_INFINITY : (rows[to - 1]?.row ?? 0)
    const isHere = ({ row }: FeedProblem) => (row ?? 1) > after && (row ?? 1) <= read
    const problems = file.problems.filter(isHere)
    yield {
      ...file,
      rows: file.rows.slice(from, to) as typeof file.rows,
      rowCount: to - from + new Set(problems.map(({ row }) => row)).size,
      problems,
      remarks: (file.remarks ?? []).filter(isHere),
      wholeOrders,
      share: to / rows.length,
    }
    if (isLast) return
    from = to
  }
}

function isFileOf(file: string, name: string, isEnding: (ending: string) => boolean): boolean {
  const { name: base, ext } = parse(name.toLowerCase())
  return base === file && isEnding(ext)
}

/** A file of the folder; one that is too large or can't be read answers its `problem` in Spanish. */
export async function readSheet(path: string, maxRows = Number.POSITIVE_INFINITY): Promise<Sheet> {
  const { ext } = parse(path.toLowerCase())
  if (isOtherEnding(ext)) return { rows: [], problem: `Los archivos ${ext} no se leen: guárdelo como .csv o .xlsx` }
  const bytes = await readBytes(path)
  if (!(bytes instanceof Uint8Array)) return bytes
  try {
    return ext === '.xlsx' ? await readXlsx(bytes, { maxRows }) : readDeclared(bytes)
  } catch (error) {
    return unread(error)
  }
}

/** The bytes of a file, or the sheet that says why there are none. */
async function readBytes(path: string): Promise<Uint8Array | Sheet> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) return { rows: [], problem: 'El archivo es demasiado grande' }
    return await readFile(path)
  } catch (error) {
    return unread(error)
  }
}

function unread(error: unknown): Sheet {
  const reason = error instanceof Error && 'code' in error ? error.code : error
  return { rows: [], problem: `No se pudo leer el archivo (${reason})` }
}

/** The separator that the first line of a text file declares for Excel; undefined: none does. */
const separatorOf = (bytes: Uint8Array) => declaredSeparator(decodeText(bytes.subarray(0, 128)).text)

function readDeclared(bytes: Uint8Array): Sheet {
  const separator = separatorOf(bytes)
  if (separator === undefined) return readCsv(bytes)
  const { rows, ...rest } = readCsv(bytes, { separator })
  return { ...rest, rows: rows.filter(({ row }) => row > 1) }
}

function* csvRowsDeclared(bytes: Uint8Array): ReturnType<typeof csvRows> {
  const separator = separatorOf(bytes)
  for (const read of csvRows(bytes, separator && { separator }, PIECE_BYTES))
    if (separator === undefined || read.line?.row !== 1) yield read
}
