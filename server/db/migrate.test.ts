import { type Kysely, type Migration, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createDatabase, openTestDatabase, withBothDatabases } from '../test/test-database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'

const creates = (table: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`create table ${table} (id int)`).execute(db)
  },
})

withBothDatabases(
  'migrate',
  (database) => {
    test('runs what is pending, in order, once', async () => {
      const { db } = database()
      const names = Object.keys(migrations)
      expect(await pendingMigrations(db)).toEqual(names)
      expect(await migrate(db)).toEqual(names)
      expect(await pendingMigrations(db)).toEqual([])
      expect(await migrate(db)).toEqual([])
    })

    test('names the migration that fails and leaves none of its run', async () => {
      const { db } = database()
      const next = {
        ...migrations,
        '9001_good': creates('made_by_9001'),
        '9002_bad': {
          up: async (db: Kysely<unknown>) => void (await sql`select * from nowhere`.execute(db)),
        },
      }
      await expect(migrate(db, next)).rejects.toThrow('La migración 9002_bad falló: relation "nowhere" does not exist')
      expect(await pendingMigrations(db, next)).toEqual(['9001_good', '9002_bad'])
      const { rows } = await sql`select to_regclass('made_by_9001') as made`.execute(db.kysely)
      expect(rows).toEqual([{ made: null }])
    })

    test('leaves a database alone that a newer version migrated, and goes on beside it', async () => {
      const { db } = database()
      const newer = { ...migrations, '9003_future': creates('made_by_9003') }
      await migrate(db, newer)
      expect(await migrate(db)).toEqual([])
      expect(await pendingMigrations(db, newer)).toEqual([])
    })

    test('refuses a database from which a newer version took what this one needs', async () => {
      const { db } = database()
      const next = { ...migrations, '9003_future': creates('made_by_9003') }
      const contracted = { ...next, '9004_less_needs_9003': creates('made_by_9004') }
      await migrate(db, contracted)
      await expect(migrate(db)).rejects.toThrow('9004_less_needs_9003')
      const another = { ...migrations, '9002_else': creates('made_by_9002') }
      await expect(migrate(db, another)).rejects.toThrow('le falta 9002_else')
      // The version in between knows what is needed.
      expect(await migrate(db, next)).toEqual([])
    })

    test('puts the limits back', async () => {
      const { db } = database()
      const limits = () =>
        sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
          db.kysely,
        )
      const before = await limits()
      await migrate(db, {
        ...migrations,
        '9003_future': creates('made_by_9003'),
        '9004_less_needs_9003': creates('made_by_9004'),
      })
      expect((await limits()).rows).toEqual(before.rows)
    })
  },
  { migrated: false },
)

test('a migration waits for the requests that use its table, and they go on', async () => {
  const { db, close } = await openTestDatabase('server')
  const adds: Migration = {
    up: async (t: Kysely<unknown>) => void (await sql`alter table seller add column since date`.execute(t)),
  }
  const waits = vi.fn()
  try {
    let migrated: Promise<string[]> | undefined
    await db.tx(async (t) => {
      await t.insertInto('seller').values({ id: 1, name: 'de antes' }).execute()
      migrated = migrate(db, { ...migrations, '9005_since': adds }, { warn: waits })
      await vi.waitFor(() => expect(waits).toHaveBeenCalled(), { timeout: 10_000 })
      await t.updateTable('seller').set({ name: 'el mismo' }).where('id', '=', 1).execute()
    })
    expect(await migrated).toEqual(['9005_since'])
    expect(await db.kysely.selectFrom('seller').select('name').execute()).toEqual([{ name: 'el mismo' }])
  } finally {
    await close()
  }
})

test('four instances that start at once migrate once', async () => {
  const place = await createDatabase('server', { migrated: false })
  const instances = await Promise.all([1, 2, 3, 4].map(() => openDatabase(place.options)))
  try {
    const runs = await Promise.all(instances.map((db) => migrate(db)))
    const byLength = runs.toSorted((a, b) => b.length - a.length)
    expect(byLength).toEqual([Object.keys(migrations), [], [], []])
  } finally {
    await Promise.all(instances.map((db) => db.close()))
    await place.remove()
  }
})

describe('the list of migrations', () => {
  test('is numbered without gaps', () => {
    const numbers = Object.keys(migrations).map((name) => /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1])
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
  })

  test('is what both templates hold', async () => {
    for (const kind of ['embedded', 'server'] as const) {
      const { db, close } = await openTestDatabase(kind)
      expect(await pendingMigrations(db)).toEqual([])
      await close()
    }
  })
})
