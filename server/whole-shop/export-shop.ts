/** Reads a whole shop as the files of an export (R396), as it is at one instant, while orders go on. */
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { feedRecords } from '../erp/erp.ts'
import { familyOf, originalOf } from '../media/media.ts'
import { formatOf } from '../ports/erp/erp.ts'
import type { PushWire } from '../ports/erp/port.ts'
import type { Files } from '../ports/files/port.ts'
import { csvRow } from '../spreadsheets/csv.ts'
import { exportPage } from './export-page.ts'
import { cellsOf, type NamedFile, namedFiles } from './export-shop.queries.ts'
import { columnsOfExport, exportedFiles, feedFiles, pathOf } from './export-tables.headings.ts'
import { decodeOwnFrames, type Frame, jsonFrame, readJson } from './frames.ts'
import { openSpool, readFile, type ShopSource } from './read-shop.ts'
import { waitAsLongAsNeeded } from './whole-shop.queries.ts'
import { fileFrame } from './whole-shop.types.ts'

/** Spreadsheet programs know by it that a file is UTF-8; the import passes over it. */
const MARK = '\ufeff'

type Cell = string | number | null
type Write = (frame: Frame) => Promise<void>

/**
 * The frames of an export: of each table a 'table' frame with the path of its file, and of each stored file a 'file' frame
 * with its path, each followed by its bytes; at last an `ExportSummary`. As in `readShop` the rows wait in a file of our
 * own, so that orders wait only while the rows are read.
 *
 * @param wire writes the rows of the feed's files
 */
export async function* exportShop(
  { db, files, spoolDir }: ShopSource,
  wire: Pick<PushWire, 'write'>,
): AsyncGenerator<Frame> {
  const originals = await originalsOf(files)
  const spool = await openSpool(spoolDir)
  try {
    const { rows, named } = await db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (t) => ({ rows: await writeRows(t, wire, spool.write), named: await namedFiles(t) }))
    yield jsonFrame('table', { name: 'LEEME.md', columns: [] })
    yield { kind: 'data', bytes: Buffer.from(exportPage()) }
    yield* decodeOwnFrames(spool.read())
    const missing: string[] = []
    for (const { path, file } of withPaths(named, originals))
      if (!(yield* namedAs(path, readFile(files, file)))) missing.push(path)
    yield jsonFrame('end', { rows, files: named.length - missing.length, missing })
  } finally {
    await spool.close()
  }
}

async function writeRows(
  t: Transaction<Tables>,
  wire: Pick<PushWire, 'write'>,
  write: Write,
): Promise<Record<string, number>> {
  await waitAsLongAsNeeded(t)
  const rows: Record<string, number> = {}
  for (const table of feedFiles) {
    const { file, columns } = formatOf(table)
    const headings = Object.values(columns).map(({ heading }) => heading)
    const path = `${file}.csv`
    rows[path] = await writeCsv(write, { path, headings }, async function* () {
      for await (const records of feedRecords(t, table))
        yield records.map((record) => {
          const row = wire.write(table, record)
          return headings.map((heading) => (row[heading] ?? null) as Cell)
        })
    })
  }
  for (const [name, table] of exportedFiles) {
    const columns = columnsOfExport(table)
    const path = pathOf(table)
    rows[path] = await writeCsv(write, { path, headings: columns.map(({ heading }) => heading) }, async function* () {
      for await (const cells of cellsOf(t, { ...table, name, values: columns.map(({ sql }) => sql) }))
        yield cells.map((row) => row.map((value, place) => cellOf(value, columns[place]?.hundredths)))
    })
  }
  return rows
}

/** Writes a file row by row. @returns how many rows it has below its headings */
async function writeCsv(
  write: Write,
  { path, headings }: { path: string; headings: readonly string[] },
  read: () => AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<number> {
  await write(jsonFrame('table', { name: path, columns: [...headings] }))
  await write({ kind: 'data', bytes: Buffer.from(MARK + csvRow(headings)) })
  let count = 0
  for await (const rows of read()) {
    count += rows.length
    if (rows.length > 0) await write({ kind: 'data', bytes: Buffer.from(rows.map(csvRow).join('')) })
  }
  return count
}

/** A value of the database as a cell: 1 or 0 for yes or no, lists with blanks between, nothing for no beginning and no end. */
function cellOf(value: unknown, hundredths: boolean | undefined): Cell {
  if (value === null || value === undefined || value === '-infinity' || value === 'infinity') return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return hundredths ? value / 100 : value
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** By picture, its upload as it came: better than what the shop made of it. */
async function originalsOf(files: Files): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const { name } of files.list()) {
    const picture = originalOf(name)
    if (picture) found.set(picture, name)
  }
  return found
}

/** What Windows takes in no name, and the sign that stands for it here. */
const NOT_IN_NAMES = /[<>:"/\\|?*%\p{Cc}]/gu
const inName = (text: string): string =>
  text.replace(NOT_IN_NAMES, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** The path of each file in the export; of two that would share one, the later stands in a folder of its own. */
function* withPaths(named: readonly NamedFile[], originals: ReadonlyMap<string, string>) {
  const taken = new Set<string>()
  for (const { folder, name, file } of named) {
    const stored = originals.get(familyOf(file) ?? '') ?? file
    const base = `${inName(name)}.${stored.split('.').at(-1)}`
    let path = `${folder}/${base}`
    for (let copy = 2; taken.has(path.toLowerCase()); copy++) path = `${folder}-${copy}/${base}`
    taken.add(path.toLowerCase())
    yield { path, file: stored }
  }
}

/** The frames of a stored file under its path; false: the store does not have it. */
async function* namedAs(path: string, frames: ReturnType<typeof readFile>): AsyncGenerator<Frame, boolean> {
  for (;;) {
    const next = await frames.next()
    if (next.done) return next.value !== null
    const frame = next.value
    yield frame.kind === 'file' ? jsonFrame('file', { name: path, size: readJson(fileFrame, frame).size }) : frame
  }
}
