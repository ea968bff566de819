/** Reads a whole shop as it is at one instant, while orders go on. */
import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Transaction } from 'kysely'
import type { Db, Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { filesInUse } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import { decodeOwnFrames, encodeFrame, type Frame, jsonFrame } from './frames.ts'
import { appliedMigrations, rowsOf, sequencesOf, tablesOf, waitAsLongAsNeeded } from './whole-shop.queries.ts'
import type { Fingerprint, Summary, TableStart } from './whole-shop.types.ts'

const gzipped = promisify(gzip)

export interface ShopSource {
  readonly db: Db
  readonly files: Files
  /** Folder for the file in which the rows wait until the frames are taken. */
  readonly spoolDir: string
}

export interface ReadOptions {
  /** Tables to leave out. */
  readonly without?: ReadonlySet<string>
  /** False where the files stay where they are. */
  readonly withFiles: boolean
}

/**
 * A backup has everything but sessions, password codes, counted tries and the tickets of documents and of the tax
 * authority: a stolen file must not give these away, and on the day of a restore they would not be valid.
 */
export const BACKUP: ReadOptions = {
  without: new Set(['session', 'password_reset', 'registry_ticket', 'counted_try', 'document_ticket', 'made_document']),
  withFiles: true,
}

/**
 * The frames of a shop. The tables are read first, in one transaction, into a file of our own (the spool). So orders,
 * which share the one connection of the embedded database, wait only while the rows are read, however slowly the frames
 * are taken. The files are read afterwards: a file stays for a day after the last row that names it is gone.
 */
export async function* readShop(source: ShopSource, options: ReadOptions): AsyncGenerator<Frame> {
  const { db, files, spoolDir } = source
  const spool = await openSpool(spoolDir)
  try {
    const { needed, ...database } = await db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((t) => readTables(t, options.without ?? new Set(), spool.write))
    yield* decodeOwnFrames(spool.read())
    const stored = { files: 0, fileBytes: 0 }
    const missing = new Set(needed)
    for await (const { name } of files.list()) {
      // Left by an interrupted upload.
      if (name.startsWith('.')) continue
      if (options.withFiles) {
        const size = yield* readFile(files, name)
        // The file was cleared away since it was listed, so no row names it.
        if (size === null) continue
        stored.fileBytes += size
      }
      stored.files++
      missing.delete(name)
    }
    yield jsonFrame('end', { ...database, ...stored, missing: [...missing].sort() })
  } finally {
    await spool.close()
  }
}

async function readTables(
  t: Transaction<Tables>,
  without: ReadonlySet<string>,
  write: (frame: Frame) => Promise<void>,
): Promise<Pick<Summary, 'tables' | 'sequences'> & { needed: string[] }> {
  await waitAsLongAsNeeded(t)
  const migrations = await appliedMigrations(t)
  await write(jsonFrame('header', { app: 'bulto', form: 1, migrations, at: new Date().toISOString() }))
  const tables: Record<string, Fingerprint> = {}
  for (const table of await tablesOf(t)) {
    if (without.has(table.name)) continue
    await write(jsonFrame('table', table))
    const print = fingerprint()
    for await (const rows of rowsOf(t, table)) {
      rows.forEach(print.add)
      await write({ kind: 'rows', bytes: await gzipped(`[${rows.join(',')}]`, { level: 1 }) })
    }
    tables[table.name] = print.result()
  }
  return { tables, sequences: await sequencesOf(t), needed: await filesInUse(t as Queryable) }
}

/** The fingerprint of a table as it stands in a database. */
export async function fingerprintOf(t: Transaction<Tables>, table: TableStart): Promise<Fingerprint> {
  const print = fingerprint()
  for await (const rows of rowsOf(t, table)) rows.forEach(print.add)
  return print.result()
}

function fingerprint(): { add(row: string): void; result(): Fingerprint } {
  let rows = 0
  let sum = 0n
  return {
    add: (row) => {
      rows++
      sum = BigInt.asUintN(64, sum + createHash('sha256').update(row).digest().readBigUInt64BE())
    },
    result: () => ({ rows, sum: sum.toString(16).padStart(16, '0') }),
  }
}

/** The frames of a file. @returns its size in bytes; null when it is not there any more */
export async function* readFile(files: Files, name: string): AsyncGenerator<Frame, number | null> {
  const found = await files.get(name)
  if (!found) return null
  let size = 0
  try {
    yield jsonFrame('file', { name, size: found.size })
    for await (const bytes of found.stream as AsyncIterable<Buffer>) {
      size += bytes.length
      yield { kind: 'data', bytes }
    }
  } finally {
    // The reader of the frames may have stopped before the first byte.
    found.stream.destroy()
  }
  if (size !== found.size) throw new Error(`${name} has ${size} bytes instead of ${found.size}`)
  return size
}

/**
 * A temporary file without a name: nobody else can open it, and it is gone however the process ends. On Windows an open
 * file keeps its name until `close`.
 */
export async function openSpool(folder: string) {
  const path = join(folder, `.spool-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  const keepsName = process.platform === 'win32'
  if (!keepsName) await rm(path)
  return {
    write: (frame: Frame) => handle.writeFile(encodeFrame(frame)),
    read: () => handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>,
    close: async () => {
      await handle.close()
      if (keepsName) await rm(path, { force: true })
    },
  }
}
