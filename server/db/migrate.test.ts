import { type Kysely, type Migration, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDatabase, openTestDatabase, withDatabases } from '../test/test-database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'

const creates = (table: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`create table ${table} (id int)`).execute(db)
  },
})

withDatabases(
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
      await expect(migrate(db, next)).rejects.toThrow(
        'La migración 9002_bad falló: relation "nowhere" does not exist',
      )
      expect(await pendingMigrations(db, next)).toEqual(['9001_good', '9002_bad'])
      const { rows } = await sql`select to_regclass('made_by_9001') as made`.execute(db.kysely)
      expect(rows).toEqual([{ made: null }])
    })

    test('refuses a database of a newer version', async () => {
      const { db } = database()
      await migrate(db, { ...migrations, '9003_future': creates('made_by_9003') })
      await expect(migrate(db)).rejects.toThrow('9003_future')
    })

    test('puts the limits back', async () => {
      const { db } = database()
      const limits = () => sql`select current_setting('statement_timeout') as limit`.execute(db.kysely)
      const before = await limits()
      await migrate(db, { ...migrations, '9003_future': creates('made_by_9003') })
      expect((await limits()).rows).toEqual(before.rows)
    })
  },
  { migrated: false },
)

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
