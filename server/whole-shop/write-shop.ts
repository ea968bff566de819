/** Writes a whole shop into an empty database, all of it or nothing. */

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Transaction } from 'kysely'
import { beginDrill } from '../db/drill.ts'
import { isShopEmpty } from '../db/empty-shop.ts'
import { errorCode } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { migrations as knownMigrations } from '../db/migrations/index.ts'
import type { Db, Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { filesInUse } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import { assertStorable, BROKEN, type Frame, readJson, WholeShopError } from './frames.ts'
import { fingerprintOf } from './read-shop.ts'
import {
  appliedMigrations,
  insertRows,
  judgeAgain,
  passOldCatalogueVersions,
  refreshStatistics,
  sequencesOf,
  setSequence,
  suspendJudgement,
  tablesOf,
  waitAsLongAsNeeded,
} from './whole-shop.queries.ts'
import {
  endFrame,
  type FileStart,
  fileFrame,
  type Header,
  headerFrame,
  type Summary,
  type TableStart,
  tableFrame,
} from './whole-shop.types.ts'

const gunzipped = promisify(gunzip)

/**
 * How many numbers each sequence skips after a restore. The ERP and clients know the numbers of orders that came after
 * the backup and are lost here, so these must not be given out again.
 */
const SKIPPED_NUMBERS = 10_000

export interface ShopTarget {
  readonly db: Db
  readonly files: Files
}

export interface WriteOptions {
  /** Whether the shop is restored from a backup, and must not repeat the numbers that it gave out since. */
  readonly fromThePast: boolean
  /** Marks the shop as a drill in the same transaction (R301). */
  readonly drill?: boolean
  /** Called after each file with the number of files stored so far. */
  readonly onFile?: (count: number) => void
}

/**
 * Writes the frames of a shop, compares every table with what was read, and makes sure that every file a row names is
 * there. All tables are written in one transaction. Files are stored before it commits, which harms nobody: their names
 * come from their content.
 *
 * @returns the summary of the stream
 * @throws WholeShopError when the target is not empty, the stream is of a newer version or a table is not equal
 */
export async function writeShop(
  target: ShopTarget,
  frames: AsyncIterable<Frame>,
  { fromThePast, drill = false, onFile = () => {} }: WriteOptions,
): Promise<Summary> {
  const { db, files } = target
  const stream = frames[Symbol.asyncIterator]()
  const first = await stream.next()
  if (first.done || first.value.kind !== 'header') throw new WholeShopError('El archivo no es una copia de una tienda.')
  await prepareTables(db, readJson(headerFrame, first.value))
  const laterFrames = { [Symbol.asyncIterator]: () => stream }
  const summary = await db.kysely.transaction().execute(async (t) => {
    await waitAsLongAsNeeded(t)
    await refuseFull(t)
    const tables = await tablesOf(t)
    const keys = await suspendJudgement(t, tables)
    const end = await writeFrames(t, files, { frames: laterFrames, tables, onFile })
    await judgeAgain(t, tables, keys)
    await setSequences(t, end)
    await compare(t, tables, end)
    await refuseLostFiles(t, files, end)
    if (fromThePast) {
      for (const [name, { last }] of Object.entries(end.sequences))
        await setSequence(t, name, last + SKIPPED_NUMBERS, true)
      await passOldCatalogueVersions(t)
    }
    if (drill) await beginDrill(t)
    return end
  })
  await migrate(db)
  await refreshStatistics(db.kysely)
  return summary
}

/** Makes the tables as they were where the stream comes from; newer migrations run once the rows are there. */
async function prepareTables(db: Db, { app, form, migrations }: Header): Promise<void> {
  if (app !== 'bulto' || form !== 1 || migrations.some((name) => !(name in knownMigrations))) {
    throw new WholeShopError(
      'Los datos son de una versión más nueva de Bulto que esta: actualice el programa y vuelva a intentarlo.',
    )
  }
  const applied = await appliedMigrations(db.kysely)
  if (applied.length > 0) await refuseFull(db.kysely)
  if (applied.some((name) => !migrations.includes(name))) {
    throw new WholeShopError(
      'La base de destino está vacía, pero preparada por una versión más nueva que la de los datos: use una base recién creada.',
    )
  }
  await migrate(db, Object.fromEntries(Object.entries(knownMigrations).filter(([name]) => migrations.includes(name))))
}

async function refuseFull(db: Queryable): Promise<void> {
  if (await isShopEmpty(db)) return
  throw new WholeShopError('La base de destino ya tiene una tienda: elija una vacía. No se tocó nada.')
}

interface Incoming {
  readonly frames: AsyncIterable<Frame>
  readonly tables: readonly TableStart[]
  readonly onFile: (count: number) => void
}

async function writeFrames(
  t: Transaction<Tables>,
  files: Files,
  { frames, tables, onFile }: Incoming,
): Promise<Summary> {
  let table: TableStart | undefined
  let file: (FileStart & { readonly parts: Buffer[]; held: number }) | undefined
  let count = 0
  const store = async () => {
    if (!file || file.held < file.size) return
    await files.put(file.name, Buffer.concat(file.parts))
    file = undefined
    onFile(++count)
  }
  for await (const frame of frames) {
    switch (frame.kind) {
      case 'table':
        table = knownTable(readJson(tableFrame, frame), tables)
        break
      case 'rows':
        if (table) await storeRows(t, table, frame)
        break
      case 'file':
        file = { ...readJson(fileFrame, frame), parts: [], held: 0 }
        assertStorable(file)
        await store()
        break
      case 'data':
        file?.parts.push(frame.bytes)
        if (file) file.held += frame.bytes.length
        await store()
        break
      case 'header':
        throw new WholeShopError('Los datos empiezan dos veces. No se usó nada de ellos.')
      case 'end':
        return readJson(endFrame, frame)
    }
  }
  throw new WholeShopError('Los datos se cortaron antes del final. No se usó nada de ellos.')
}

/** @throws WholeShopError for rows that can't be read, or that the table does not take: a stream that somebody forged */
async function storeRows(t: Transaction<Tables>, table: TableStart, { bytes }: Frame): Promise<void> {
  try {
    await insertRows(t, table, (await gunzipped(bytes)).toString())
  } catch (error) {
    if (!UNREADABLE.test(errorCode(error) ?? '')) throw error
    throw new WholeShopError(BROKEN, { cause: error })
  }
}
/** zlib's errors; PostgreSQL's of data that is no JSON or no value of its column, and of values that a table refuses. */
const UNREADABLE = /^(Z_|ERR_BUFFER_TOO_LARGE$|22|23)/

/** The names in the stream become SQL, so only tables and columns that the database has are let through. */
function knownTable({ name, columns }: TableStart, tables: readonly TableStart[]): TableStart {
  const known = tables.find((table) => table.name === name)
  if (!known || columns.some((column) => !known.columns.includes(column)))
    throw new WholeShopError(`La base de destino no tiene la tabla ${name} como la traen los datos.`)
  return { name, columns }
}

/** @throws WholeShopError for a sequence that the database does not have */
async function setSequences(t: Transaction<Tables>, { sequences }: Summary) {
  const known = await sequencesOf(t)
  if (Object.keys(sequences).some((name) => !Object.hasOwn(known, name))) throw new WholeShopError(BROKEN)
  for (const [name, { last, called }] of Object.entries(sequences)) await setSequence(t, name, last, called)
}

async function compare(t: Transaction<Tables>, tables: readonly TableStart[], { tables: sent }: Summary) {
  for (const table of tables) {
    const expected = sent[table.name]
    if (!expected) continue
    const found = await fingerprintOf(t, table)
    if (expected.rows === found.rows && expected.sum === found.sum) continue
    throw new WholeShopError(
      `La tabla ${table.name} no quedó igual (${expected.rows} filas y ${found.rows}). No se guardó nada.`,
    )
  }
}

async function refuseLostFiles(t: Transaction<Tables>, files: Files, { missing }: Summary): Promise<void> {
  const missingAtSource = new Set(missing)
  for (const name of await filesInUse(t)) {
    if (missingAtSource.has(name) || (await files.stat(name))) continue
    throw new WholeShopError(`Falta el archivo ${name}, que la tienda muestra. No se guardó nada.`)
  }
}
