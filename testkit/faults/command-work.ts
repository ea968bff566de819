/** Work of the operator's commands that a kill may fall into: a backup beside the running shop, and a migration. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import type { Db } from '../../server/db/open.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { checkBackup } from '../../server/whole-shop/backup-file.ts'
import type { Random } from '../random.ts'
import { type Shop, withDatabase } from '../shop.ts'
import { runBulto } from '../shop-process.ts'

/** What a check found, against what was acknowledged. */
interface Counts {
  lost: number
  doubled: number
  /** In Spanish. */
  faults: string[]
}

/** Work of a command, which no call of the shop begins. */
export interface Work {
  /** Pieces that were reported done. */
  acknowledged(): number
  /** Does one piece; false when it did not go through. */
  piece(): Promise<boolean>
  check(): Promise<Counts>
}

/** Backups beside the running shop: one that was reported done is whole; there is no file of that name otherwise. */
export function backupWork(shop: Shop, orders: () => number): Work {
  const done: { file: string; orders: number }[] = []
  const broken: string[] = []
  const found: Counts = { lost: 0, doubled: 0, faults: [] }
  return {
    acknowledged: () => done.length,
    async piece() {
      const file = join(shop.folder, `copia-${done.length + broken.length}`)
      const before = orders()
      const { code, said } = await shop.command(['backup', file, '--plain'])
      if (code === 0) done.push({ file, orders: before })
      else broken.push(file)
      if (code !== 0 && /^\s+at /m.test(said)) found.faults.push(`la copia dijo: ${said.slice(-500)}`)
      return code === 0
    },
    async check() {
      for (const file of broken) if (existsSync(file)) found.faults.push(`una copia a medias se llama ${file}`)
      for (const { file } of done)
        await checkBackup(file, undefined).catch((error) => {
          found.lost++
          found.faults.push(`${file}: ${String(error)}`)
        })
      const last = done.at(-1)
      const lost = last ? await lostOf(shop, last) : 0
      if (lost > 0) found.faults.push(`a la copia le faltan ${lost} pedidos`)
      found.lost += lost
      return found
    },
  }
}

/** How long a backup may take before it is known, in milliseconds. */
const FIRST_BACKUP = 2_000

/** The command itself is killed while the shop works: its file is whole or not there, and the next backup under that name works. */
export function killedBackupWork(shop: Shop, random: Random): Work {
  const found: Counts = { lost: 0, doubled: 0, faults: [] }
  let made = 0
  let whole = 0
  let lasts = FIRST_BACKUP
  return {
    acknowledged: () => whole,
    async piece() {
      const file = join(shop.folder, `cortada-${made++}`)
      const until = Date.now() + random.between(0, lasts)
      await shop.command(['backup', file, '--plain'], () => Date.now() > until)
      const isWell = await fetch(`${shop.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isWell) found.faults.push('la tienda no atiende después de una copia cortada')
      // The kill may have come after the file got its name.
      if (!existsSync(file)) {
        const since = Date.now()
        const { code, said } = await shop.command(['backup', file, '--plain'])
        if (code !== 0) found.faults.push(`la copia después de una cortada dijo: ${said.slice(-300)}`)
        lasts = Date.now() - since
      }
      try {
        await checkBackup(file, undefined)
        whole++
      } catch (error) {
        found.lost++
        found.faults.push(`${file}: ${String(error)}`)
      }
      rmSync(file, { force: true })
      return true
    },
    check: async () => found,
  }
}

/** Restores a backup elsewhere; answers how many of the orders that were acknowledged before it are missing there. */
async function lostOf(shop: Shop, { file, orders }: { file: string; orders: number }): Promise<number> {
  const dataDir = join(shop.folder, 'restaurada')
  const { code, said } = await runBulto(['restore', file], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`the restore said: ${said.slice(-500)}`)
  const rows = await withDatabase({ dataDir }, ({ kysely }) => kysely.selectFrom('sales_order').select('id').execute())
  return Math.max(0, orders - rows.length)
}

/** How many migrations the shop of an older version has. */
const OLDER = 5
const LONGEST_MIGRATION = 2_500

/** A shop of an older version is migrated and killed meanwhile; the next migration ends what was begun, and rows stay. */
export function migrationWork(shop: Shop, random: Random): Work {
  const found: Counts = { lost: 0, doubled: 0, faults: [] }
  let made = 0
  let wanted: readonly string[] | undefined
  return {
    acknowledged: () => made,
    async piece() {
      const dataDir = join(shop.folder, `vieja-${made++}`)
      mkdirSync(dataDir)
      const server = shop.databaseUrl ? await startPostgres({ fsync: true }) : undefined
      try {
        const env = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.url }) }
        const place = { dataDir, url: server?.url }
        await withDatabase(place, async (db) => {
          await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, OLDER)))
          await db.kysely.insertInto('brand').values({ name: 'Anterior', position: 1 }).execute()
        })
        const until = Date.now() + random.between(300, LONGEST_MIGRATION)
        await runBulto(['migrate'], env, () => Date.now() > until)
        const again = await runBulto(['migrate'], env)
        if (again.code !== 0) found.faults.push(`la migración repetida dijo: ${again.said.slice(-300)}`)
        wanted ??= await freshStructure(shop)
        await withDatabase(place, async (db) => {
          const brands = await db.kysely.selectFrom('brand').select('name').execute()
          if (brands.length !== 1) found.faults.push(`quedaron ${brands.length} marcas de una`)
          const structure = await structureOf(db)
          const differs = [...(wanted ?? []), ...structure].filter(
            (part) => !wanted?.includes(part) || !structure.includes(part),
          )
          if (differs.length > 0) found.faults.push(`tras la migración difieren: ${differs.join(', ')}`)
        })
      } finally {
        await server?.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
      return true
    },
    check: async () => found,
  }
}

/** The columns and indexes of a database that every migration has gone through. */
async function structureOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select table_name || '.' || column_name || ' ' || data_type as part
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'`.execute(db.kysely)
  return rows.map(({ part }) => part)
}

/** What the list of migrations makes of an empty database; both kinds of database have the same. */
const freshStructure = ({ folder }: Shop): Promise<string[]> =>
  withDatabase({ dataDir: join(folder, 'nueva') }, async (db) => {
    await migrate(db)
    return structureOf(db)
  })
