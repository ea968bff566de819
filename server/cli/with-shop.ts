/** Opens and closes the shop's parts for the commands that work on its data. */
import { type Config, readConfig } from '../config.ts'
import { fillAside } from '../db/embedded/staged-folder.ts'
import { migrate } from '../db/migrate.ts'
import { type DatabaseOptions, type Db, openDatabase } from '../db/open.ts'
import { openStores } from '../ports/files/open-files.ts'
import type { DocumentStore, Files } from '../ports/files/port.ts'
import type { Terminal } from './terminal.ts'

export interface Shop {
  config: Config
  db: Db
  files: Files
  /** Where instances leave made documents for each other; undefined without a bucket. */
  documents: DocumentStore | undefined
}

/** Opens the configured database, migrates it, does `work`, and closes the database even after an error. */
export async function withShop<T>(terminal: Terminal, work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.env)
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  return withDatabase({ url, limits, dataDir }, async (db) => {
    await migrate(db)
    return work({ config, db, ...(await openStores(config)) })
  })
}

/** Where a shop goes: the database of a server, or the embedded one of a data folder. */
export type EmptyDatabase = { readonly url: string } | { readonly dataDir: string }

/** Opens an empty database, does `work`, and closes it. An embedded database takes its place only if `work` succeeds. */
export async function intoEmptyDatabase<T>(place: EmptyDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  if ('url' in place) return withDatabase({ url: place.url, dataDir: '' }, work)
  return fillAside(place.dataDir, (dataDir) => withDatabase({ dataDir }, work))
}

async function withDatabase<T>(place: DatabaseOptions, work: (db: Db) => Promise<T>): Promise<T> {
  // No onLost: the statements of `work` fail when the database is lost, and the command reports their error.
  const db = await openDatabase({ onLost: () => {}, ...place })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Time since a moment of performance.now() as people read it: '1,3 s'. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1).replace('.', ',')} s`
