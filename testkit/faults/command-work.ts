/** Work of the operator's commands that a kill may fall into: a backup beside the running shop, and a migration. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
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
      for (const file of broken) if (existsSync(file)) found.faults.push(`una copia a medias se llama ${file}`)
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

/** How long a backup may take before it is known, in milliseconds. */
const FIRST_BACKUP = 2_000

/** The command itself is killed while the shop works: its file is whole or not there, and the next backup under that name works. */
export function killedBackupWork(world: KillWorld, random: Random): Work {
  const found: Found = { lost: 0, doubled: 0, faults: [] }
  const env = { ...world.env, DATA_DIR: world.dataDir }
  let made = 0
  let lasts = FIRST_BACKUP
  return {
    acknowledged: 0,
    async piece(url) {
      const file = join(world.folder, `cortada-${made++}`)
      const until = Date.now() + random.between(0, lasts)
      await runBuilt(['backup', file, '--plain'], env, () => Date.now() > until)
      const isWell = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isWell) found.faults.push('la tienda no atiende después de una copia cortada')
      // The kill may have come after the file got its name.
      if (!existsSync(file)) {
        const since = Date.now()
        const { code, said } = await runBuilt(['backup', file, '--plain'], env)
        if (code !== 0) found.faults.push(`la copia después de una cortada dijo: ${said.slice(-300)}`)
        lasts = Date.now() - since
      }
      try {
        await checkBackup(file, undefined)
        this.acknowledged++
      } catch (error) {
        found.lost++
        found.faults.push(`${file}: ${String(error)}`)
      }
      rmSync(file, { force: true })
    },
    check: async () => found,
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
  let wanted: readonly string[] | undefined
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
          wanted ??= await freshStructure(world)
          const structure = await structureOf(db)
          const differs = [...wanted, ...structure].filter(
            (part) => !wanted?.includes(part) || !structure.includes(part),
          )
          if (differs.length > 0) found.faults.push(`tras la migración difieren: ${differs.join(', ')}`)
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

/** The columns and indexes of a database that every migration has gone through. */
async function structureOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select table_name || '.' || column_name || ' ' || data_type as part
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'`.execute(db.kysely)
  return rows.map(({ part }) => part)
}

/** What the list of migrations makes of an empty database; both kinds of database have the same. */
async function freshStructure({ folder }: KillWorld): Promise<string[]> {
  const db = await openDatabase({ dataDir: join(folder, 'nueva') })
  try {
    await migrate(db)
    return await structureOf(db)
  } finally {
    await db.close()
  }
}
