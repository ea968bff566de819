/** Work of the operator's commands that a kill may fall into: a backup beside the running shop, and a migration. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { checkBackup } from '../../server/whole-shop/backup-file.ts'
import type { Random } from '../random.ts'
import { Unreachable } from './fault-client.ts'
import type { KillWorld } from './kill-world.ts'
import { runBuilt } from './run-built.ts'
import type { Found, Work } from './work.ts'

/** Backups beside the running shop: one that was reported done is whole; there is no file of that name otherwise. */
export function backupWork(world: KillWorld, orders: () => number): Work {
  const done: { file: string; orders: number }[] = []
  const broken: string[] = []
  let made = 0
  return {
    acknowledged: 0,
    async piece() {
      const file = join(world.folder, `copia-${made++}`)
      const before = orders()
      const { code, said } = await runBuilt(['backup', file, '--plain'], {
        ...world.env,
        DATA_DIR: world.dataDir,
      })
      if (code === 0) {
        done.push({ file, orders: before })
        this.acknowledged++
      } else {
        broken.push(file)
        if (/^\s+at /m.test(said)) throw new Error(`the backup said: ${said.slice(-500)}`)
        throw new Unreachable(said)
      }
    },
    async check(): Promise<Found> {
      const found: Found = { lost: 0, doubled: 0, faults: [] }
      for (const file of broken)
        if (existsSync(file)) found.faults.push(`una copia a medias se llama ${file}`)
      for (const { file } of done)
        await checkBackup(file, undefined).catch((error) => {
          found.lost++
          found.faults.push(`${file}: ${String(error)}`)
        })
      const last = done.at(-1)
      if (last) found.lost += await lostOf(world, last)
      return found
    },
  }
}

/** Restores a backup elsewhere; answers how many of the orders that were acknowledged before it are missing there. */
async function lostOf(world: KillWorld, { file, orders }: { file: string; orders: number }): Promise<number> {
  const elsewhere = join(world.folder, 'restaurada')
  const { code, said } = await runBuilt(['restore', file], { DATA_DIR: elsewhere })
  if (code !== 0) throw new Error(`the restore said: ${said.slice(-500)}`)
  const db = await openDatabase({ dataDir: elsewhere })
  try {
    const rows = await db.kysely.selectFrom('sales_order').select('id').execute()
    return Math.max(0, orders - rows.length)
  } finally {
    await db.close()
  }
}

/** How many migrations the shop of an older version has. */
const OLDER = 5
const LONGEST_MIGRATION = 2_500

/** A shop of an older version is migrated and killed meanwhile; the next migration ends what was begun, and rows stay. */
export function migrationWork(world: KillWorld, random: Random): Work {
  const found: Found = { lost: 0, doubled: 0, faults: [] }
  let made = 0
  return {
    acknowledged: 0,
    async piece() {
      const dataDir = join(world.folder, `vieja-${made++}`)
      mkdirSync(dataDir)
      const server = world.databaseUrl ? await startPostgres({ fsync: true }) : undefined
      try {
        const env = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.url }) }
        const place = { dataDir, url: server?.url }
        const old = await openDatabase(place)
        await migrate(old, Object.fromEntries(Object.entries(migrations).slice(0, OLDER)))
        await old.kysely.insertInto('brand').values({ name: 'Anterior', position: 1 }).execute()
        await old.close()
        const until = Date.now() + random.between(300, LONGEST_MIGRATION)
        await runBuilt(['migrate'], env, () => Date.now() > until)
        const again = await runBuilt(['migrate'], env)
        if (again.code !== 0) found.faults.push(`la migración repetida dijo: ${again.said.slice(-300)}`)
        const db = await openDatabase(place)
        try {
          const brands = await db.kysely.selectFrom('brand').select('name').execute()
          if (brands.length === 0) found.lost++
          if (brands.length > 1) found.doubled++
          // The last migration's table is there.
          await db.kysely.selectFrom('sheet_columns').select('id').execute()
        } finally {
          await db.close()
        }
        this.acknowledged++
      } finally {
        await server?.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    check: async () => found,
  }
}
