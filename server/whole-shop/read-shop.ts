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
  /** Folder for what is read of the database until it is passed on. */
  readonly spoolDir: string
}

export interface ReadOptions {
  /** Tables to leave out. */
  readonly without?: ReadonlySet<string>
  /** False where the files stay where they are. */
  readonly withFiles: boolean
}

/**
 * A backup has everything but who is signed in, or may be in a moment, who tried, and the tax authority's tickets:
 * nothing that a stolen file should give away, and nothing that would still hold on the day of the restore.
 */
export const BACKUP: ReadOptions = {
  without: new Set([
    'session',
    'password_reset',
    'registry_ticket',
    'counted_try',
    'document_ticket',
    'made_document',
  ]),
  withFiles: true,
}

/**
 * The frames of a shop. The tables are read in one transaction into a file of our own first: the embedded database has
 * one connection, and however slowly the frames are taken, orders wait only while the rows are read. Files are read
 * after them: what a row names stays for a day after nobody names it any more.
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
      // What an interrupted upload left.
      if (name.startsWith('.')) continue
      if (options.withFiles) {
        const size = yield* readFile(files, name)
        // Cleared away since it was listed, so no row names it.
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

/** @returns its size in bytes; null when it is not there any more */
async function* readFile(files: Files, name: string): AsyncGenerator<Frame, number | null> {
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
    // Who takes the frames may have left before the first byte.
    found.stream.destroy()
  }
  if (size !== found.size) throw new Error(`${name} has ${size} bytes instead of ${found.size}`)
  return size
}

/** A file that nobody else sees and that is gone however the process ends, except where open files keep their names. */
async function openSpool(folder: string) {
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
