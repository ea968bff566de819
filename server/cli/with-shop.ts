/** What the commands that work on the shop's data have in common. */
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { openFiles } from '../ports/files/open-files.ts'
import type { Files } from '../ports/files/port.ts'
import type { Terminal } from './terminal.ts'

export interface Shop {
  config: Config
  db: Db
  files: Files
}

/** Opens the configured database, brings it up to date, works, and closes it whatever happens. */
export async function withShop<T>(terminal: Terminal, work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.env)
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  const db = await openDatabase({ url, limits, dataDir })
  try {
    await migrate(db)
    return await work({ config, db, files: await openFiles(config) })
  } finally {
    await db.close()
  }
}

/** Time since a moment of performance.now() as people read it: '1,3 s'. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1).replace('.', ',')} s`
