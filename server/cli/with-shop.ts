/** What the commands that work on the shop's data have in common. */
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

/** Opens the configured database, brings it up to date, works, and closes it whatever happens. */
export async function withShop<T>(terminal: Terminal, work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.env)
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  return withDatabase({ url, limits, dataDir }, async (db) => {
    await migrate(db)
    return work({ config, db, ...(await openStores(config)) })
  })
}

/** Where a shop goes: the database of a server, or the embedded one of a data folder. */
export type EmptyPlace = { readonly url: string } | { readonly dataDir: string }

/** Opens an empty place, works, and closes it; an embedded database stands there only if the work was done. */
export async function intoEmptyDatabase<T>(place: EmptyPlace, work: (db: Db) => Promise<T>): Promise<T> {
  if ('url' in place) return withDatabase({ url: place.url, dataDir: '' }, work)
  return fillAside(place.dataDir, (dataDir) => withDatabase({ dataDir }, work))
}

async function withDatabase<T>(place: DatabaseOptions, work: (db: Db) => Promise<T>): Promise<T> {
  // The work under way hears of a lost database by itself, and says so in order.
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
