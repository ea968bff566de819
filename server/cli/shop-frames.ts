/** The stream of a whole shop, from the shop that runs or from its database. */
import type { Config } from '../config.ts'
import { isMissing } from '../db/embedded/database-folder.ts'
import { embeddedFolder } from '../db/embedded/open-embedded.ts'
import { silentLog } from '../db/log.ts'
import { migrate } from '../db/migrate.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { prepareDataDir } from '../lib/data-folder.ts'
import { openFiles } from '../ports/files/open-files.ts'
import { askRunningShop } from '../whole-shop/control.ts'
import { decodeFrames, type Frame } from '../whole-shop/frames.ts'
import type { ShopSource } from '../whole-shop/read-shop.ts'
import { CommandError } from './command.ts'

/** What is asked of a shop: by the call's name of the one that runs, or read here. */
export interface ShopReading {
  readonly call: 'backup' | 'export'
  /** Brings the database's tables up to this version first, for a reading that names their columns. */
  readonly migrates?: boolean
  read(source: ShopSource): AsyncIterable<Frame>
}

/**
 * Reads the shop while it runs: the running one does it if it holds the embedded database, else this process does. `db` is
 * then the open database, and null in the first case.
 *
 * @throws CommandError when there is no shop
 */
export async function withShopFrames<T>(
  config: Config,
  { call, migrates = false, read }: ShopReading,
  work: (frames: AsyncIterable<Frame>, db: Db | null) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, databaseLimits: limits } = config
  if (!databaseUrl) {
    const running = await askRunningShop(dataDir, call)
    if (running) return work(decodeFrames(running), null)
    refuseMissing(dataDir)
  }
  prepareDataDir(dataDir, silentLog)
  const db = await openDatabase({ url: databaseUrl, limits, dataDir })
  try {
    if (migrates) await migrate(db)
    return await work(read({ db, files: await openFiles(config), spoolDir: dataDir }), db)
  } finally {
    await db.close()
  }
}

/** @throws CommandError when there is no embedded database: opening it would make an empty one */
export function refuseMissing(dataDir: string): void {
  if (isMissing(embeddedFolder(dataDir)))
    throw new CommandError(`En la carpeta de datos ${dataDir} no hay una tienda. Indique la suya con DATA_DIR`)
}
