import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDatabase, withBothDatabases, withDatabase } from '../test/test-database.ts'
import { listenerApplicationName } from './notification-listener.ts'
import { type Db, openDatabase } from './open.ts'
import { outageOf } from './outage.ts'
import { assertRecent } from './server-pool.ts'
import type { Topic } from './topics.ts'

/** Waits for the next payload on `topic`. */
function nextPayload(db: Db, topic: Topic): Promise<string> {
  return new Promise((resolve) => {
    const stop = db.on(topic, (payload) => {
      stop()
      resolve(payload)
    })
  })
}

const failWith = (code: string) =>
  sql.raw(`do $$ begin raise exception 'made by a test' using errcode = '${code}'; end $$`)

const statements: string[] = []

withBothDatabases(
  'database',
  (database) => {
    test('gives each type its one form', async () => {
      const { rows } = await sql`
        select 9007199254740991::int8 as int8, 7::int4 as int4, 12.50::numeric as numeric,
          date '2024-02-29' as date, timestamptz '2024-02-29 21:30:15.123-03' as timestamptz,
          array[1, null, 3]::int8[] as int8s, array[1.10]::numeric[] as numerics,
          array[timestamptz '2024-01-01 00:00:00+00'] as instants, true as boolean, null::int8 as nothing,
          '{"a": [1]}'::jsonb as jsonb, 'ñandú' as text, current_setting('TimeZone') as zone
      `.execute(database().db.kysely)
      expect(rows).toEqual([
        {
          int8: Number.MAX_SAFE_INTEGER,
          int4: 7,
          numeric: '12.50',
          date: '2024-02-29',
          timestamptz: '2024-03-01T00:30:15.123Z',
          int8s: [1, null, 3],
          numerics: ['1.10'],
          instants: ['2024-01-01T00:00:00.000Z'],
          boolean: true,
          nothing: null,
          jsonb: { a: [1] },
          text: 'ñandú',
          zone: 'UTC',
        },
      ])
    })

    test('refuses an int8 that a number cannot hold', async () => {
      const query = sql`select 9007199254740993::int8`.execute(database().db.kysely)
      await expect(query).rejects.toThrow('9007199254740993 does not fit')
    })

    test.each(['40001', '40P01'])('a transaction that fails with %s runs again', async (code) => {
      const { db } = database()
      let runs = 0
      const result = await db.tx(async (t) => {
        runs++
        await t
          .insertInto('seller')
          .values({ id: Number.parseInt(code, 36) % 1e6, name: `run ${runs}` })
          .execute()
        if (runs < 3) await failWith(code).execute(t)
        return 'done'
      })
      expect(result).toBe('done')
      const names = await db.kysely
        .selectFrom('seller')
        .select('name')
        .where('id', '=', Number.parseInt(code, 36) % 1e6)
        .execute()
      expect(names).toEqual([{ name: 'run 3' }])
    })

    test('a transaction does not run for ever', async () => {
      let runs = 0
      const endless = database().db.tx(async (t) => {
        runs++
        await failWith('40001').execute(t)
      })
      await expect(endless).rejects.toMatchObject({ code: '40001' })
      expect(runs).toBe(5)
    })

    test('a transaction that fails otherwise runs once and leaves nothing', async () => {
      const { db } = database()
      let runs = 0
      const failing = db.tx(async (t) => {
        runs++
        await t.insertInto('seller').values({ id: 7001, name: 'never' }).execute()
        await failWith('23505').execute(t)
      })
      await expect(failing).rejects.toMatchObject({ code: '23505' })
      expect(runs).toBe(1)
      expect(await db.kysely.selectFrom('seller').select('id').where('id', '=', 7001).execute()).toEqual([])
    })

    test('news are heard after the commit, with what was written already there', async () => {
      const { db } = database()
      const heard = nextPayload(db, 'settings').then(async (payload) => ({
        payload,
        rows: await db.kysely.selectFrom('seller').select('name').where('id', '=', 7002).execute(),
      }))
      await db.tx(async (t, publish) => {
        publish('settings', 'a payload')
        await t.insertInto('seller').values({ id: 7002, name: 'written' }).execute()
      })
      expect(await heard).toEqual({ payload: 'a payload', rows: [{ name: 'written' }] })
    })

    test('news of a rollback are never heard, those of an attempt that was repeated once', async () => {
      const { db } = database()
      const heard: string[] = []
      const stop = db.on('job', (payload) => heard.push(payload))
      await expect(
        db.tx(async (_t, publish) => {
          publish('job', 'rolled back')
          throw new Error('changed my mind')
        }),
      ).rejects.toThrow('changed my mind')
      let runs = 0
      await db.tx(async (t, publish) => {
        runs++
        publish('job', `attempt ${runs}`)
        publish('job', `attempt ${runs}`)
        if (runs === 1) await failWith('40001').execute(t)
      })
      // Everything published before arrives before this one.
      const last = nextPayload(db, 'catalogue')
      await db.tx(async (_t, publish) => publish('catalogue', 'last'))
      await last
      stop()
      expect(heard).toEqual(['attempt 2'])
    })

    test('a listener that throws keeps nobody else from hearing', async () => {
      const { db } = database()
      const stop = db.on('session', () => {
        throw new Error('broken listener')
      })
      const heard = nextPayload(db, 'session')
      await db.tx(async (_t, publish) => publish('session', 'x'))
      stop()
      expect(await heard).toBe('x')
    })

    test('refuses news that NOTIFY could not carry, or that come too late', async () => {
      const { db } = database()
      await expect(db.tx(async (_t, publish) => publish('job', 'x'.repeat(8000)))).rejects.toThrow('too long')
      const late = await db.tx(async (_t, publish) => publish)
      expect(() => late('job')).toThrow('after its transaction')
    })

    test('tells each statement that is sent', async () => {
      const { db } = database()
      const notification = expect.stringContaining('pg_notify')
      statements.length = 0
      await db.tx(async (t, publish) => {
        await sql`select 1 as one`.execute(t)
        publish('job')
      })
      const expected = ['begin', 'select 1 as one', ...(db.kind === 'server' ? [notification] : []), 'commit']
      expect(statements).toEqual(expected)
    })
  },
  { onStatement: (statement) => statements.push(statement) },
)

describe('on a server', () => {
  withDatabase('server', (database) => {
    const terminate = (db: Db, application: string) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = ${application} and pid <> pg_backend_pid()`.execute(
        db.kysely,
      )

    test('a listener that lost its connection connects again and says that everything may have changed', async () => {
      const { db } = database()
      const flushed = Promise.all([
        nextPayload(db, 'catalogue'),
        nextPayload(db, 'settings'),
        nextPayload(db, 'session'),
        nextPayload(db, 'job'),
      ])
      await terminate(db, listenerApplicationName)
      expect(await flushed).toEqual(['*', '*', '*', '*'])
      const heard = nextPayload(db, 'job')
      await db.tx(async (_t, publish) => publish('job', 'after'))
      expect(await heard).toBe('after')
    })

    test('a connection lost in the middle fails its statement and nothing else', async () => {
      const { db } = database()
      const running = db.tx(async (t) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(t)
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db.kysely)
        await sql`select 1`.execute(t)
      })
      await expect(running).rejects.toBeInstanceOf(Error)
      expect((await sql`select 2 as two`.execute(db.kysely)).rows).toEqual([{ two: 2 }])
    })

    test('another instance hears what this one publishes', async () => {
      const { db, place } = database()
      const other = await openDatabase(place.options)
      try {
        const heard = nextPayload(other, 'catalogue')
        await db.tx(async (_t, publish) => publish('catalogue', '12'))
        expect(await heard).toBe('12')
      } finally {
        await other.close()
      }
    })

    test('hears of a change that nobody announced', async () => {
      const { db } = database()
      const heard = Promise.all([nextPayload(db, 'catalogue'), nextPayload(db, 'settings')])
      // Once it has looked, there is something to compare with.
      const change = async () => {
        await sql`update catalogue_version set version = version + 1`.execute(db.kysely)
        await sql`insert into setting (key, value) values ('MAIL', gen_random_uuid()::text)
          on conflict (key) do update set value = excluded.value`.execute(db.kysely)
      }
      let told = false
      void heard.then(() => {
        told = true
      })
      await vi.waitFor(
        async () => {
          await change()
          expect(told).toBe(true)
        },
        { timeout: 10_000, interval: 100 },
      )
      expect(await heard).toEqual(['*', '*'])
    })

    test('takes no more connections and no longer than it was told', async () => {
      const { place } = database()
      const limits = { connections: 2, statementSeconds: 3, idleTransactionSeconds: 4 }
      const small = await openDatabase({ ...place.options, limits })
      try {
        const ask = () =>
          sql<{ pid: number; statement: string; idle: string }>`select pg_backend_pid() as pid,
            current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.01)`.execute(small.kysely)
        const rows = (await Promise.all(Array.from({ length: 8 }, ask))).map(({ rows: [row] }) => row)
        expect(new Set(rows.map((row) => row?.pid)).size).toBe(2)
        expect(rows[0]).toMatchObject({ statement: '3s', idle: '4s' })
      } finally {
        await small.close()
      }
    })

    test('gives up a server that is frozen, and goes on when it answers again', async () => {
      const { place } = database()
      const limits = { connections: 1, statementSeconds: 1, idleTransactionSeconds: 4 }
      const small = await openDatabase({ ...place.options, limits })
      const one = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(small.kysely)
      const pid = (await one()).rows[0]?.pid ?? 0
      try {
        process.kill(pid, 'SIGSTOP')
        const refusal = await small.tx((t) => sql`select 1`.execute(t)).catch((error: unknown) => error)
        expect(outageOf(refusal)).toBe('database')
        // The only connection was the frozen one: this answer is another's.
        expect((await one()).rows[0]?.pid).not.toBe(pid)
      } finally {
        process.kill(pid, 'SIGCONT')
        await small.close()
      }
    })

    test('does not give up what may take longer, as a migration may', async () => {
      const { place } = database()
      const limits = { connections: 1, statementSeconds: 1, idleTransactionSeconds: 4 }
      const small = await openDatabase({ ...place.options, limits })
      const long = sql`select pg_sleep(1.6)`
      try {
        await small.tx(async (t) => {
          await sql`set local statement_timeout = 0`.execute(t)
          await long.execute(t)
        })
        await expect(long.execute(small.kysely)).rejects.toMatchObject({ code: '57014' })
      } finally {
        await small.close()
      }
    })

    test('limits how long a statement and an idle transaction may take', async () => {
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(database().db.kysely)
      expect(rows).toEqual([{ statement: '15s', idle: '30s' }])
    })
  })

  test.each([
    ['mysql://localhost/x', 'DATABASE_URL no es la dirección'],
    ['postgres://u:secret@127.0.0.1:1/x', 'No hay un servidor PostgreSQL que responda en 127.0.0.1:1'],
  ])('says plainly what is wrong with %s', async (url, message) => {
    const opening = openDatabase({ url, dataDir: '' })
    await expect(opening).rejects.toMatchObject({
      name: 'DatabaseOpenError',
      message: expect.stringContaining(message),
    })
    await expect(opening).rejects.not.toThrow('secret')
  })

  test('says plainly that the server is too old', () => {
    const url = 'postgres://u:secret@db.example/x'
    expect(() => assertRecent(140_023, url)).toThrow(
      'El servidor PostgreSQL db.example:5432 es de la versión 14; se necesita la 15 o una más nueva.',
    )
    expect(() => assertRecent(150_000, url)).not.toThrow()
  })

  test('says plainly that the database does not exist', async () => {
    const place = await createDatabase('server', { migrated: false })
    await place.remove()
    await expect(openDatabase(place.options)).rejects.toThrow("no existe la base 'bulto_test_")
  })
})

describe('closing', () => {
  let db: Db | undefined
  afterEach(() => db?.close())

  test.each(['embedded', 'server'] as const)(
    'of the %s database happens once, however often it is asked for',
    async (kind) => {
      const place = await createDatabase(kind)
      db = await openDatabase(place.options)
      await Promise.all([db.close(), db.close()])
      await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow('after calling end')
      await place.remove()
    },
  )
})
