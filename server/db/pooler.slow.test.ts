/**
 * A pooler between the shop and its server (decision 0136): PgBouncer in session mode, set as docs/operations.md says, keeps what
 * the shop needs of a connection. Skipped where Debian's package pgbouncer is not installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createServerDatabase } from '../test/database-templates.ts'
import { freePorts } from '../test/free-ports.ts'
import { migrate } from './migrate.ts'
import { type Db, openDatabase } from './open.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const NOBODY = 65_534

describe.skipIf(!fs.existsSync(PROGRAM))('through PgBouncer in session mode', () => {
  let folder: string
  let bouncer: ChildProcess
  let place: Awaited<ReturnType<typeof createServerDatabase>>
  let url: string
  const open: Db[] = []

  beforeAll(async () => {
    place = await createServerDatabase(inject('postgresUrl'), { migrated: false })
    const server = new URL(place.url)
    const database = server.pathname.slice(1)
    // What the shop asks for at the start of a connection, PgBouncer 1.18 can't pass on; the database says it instead.
    const owner = new pg.Client({ connectionString: place.url })
    await owner.connect()
    for (const setting of [
      "timezone = 'UTC'",
      "statement_timeout = '15s'",
      "idle_in_transaction_session_timeout = '30s'",
    ])
      await owner.query(`alter database "${database}" set ${setting}`)
    await owner.end()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-pooler-'))
    const [port = 0] = await freePorts(1)
    const file = path.join(folder, 'pgbouncer.ini')
    fs.writeFileSync(
      file,
      [
        '[databases]',
        `${database} = host=127.0.0.1 port=${server.port} user=${server.username}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
        `auth_type = any\npool_mode = session\ndefault_pool_size = 60`,
        'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout',
      ].join('\n'),
    )
    // It refuses root.
    const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    fs.chmodSync(folder, 0o755)
    bouncer = spawn(PROGRAM, [file], { ...account, stdio: 'ignore' })
    url = `postgres://${server.username}@127.0.0.1:${port}/${database}`
    await vi.waitUntil(
      async () => {
        const client = new pg.Client({ connectionString: url })
        return client.connect().then(
          () => client.end().then(() => true),
          () => false,
        )
      },
      { timeout: 30_000, interval: 100 },
    )
  })
  afterAll(async () => {
    await Promise.all(open.map((db) => db.close()))
    const gone = once(bouncer, 'exit')
    bouncer.kill('SIGKILL')
    await gone
    await place.drop()
    fs.rmSync(folder, { recursive: true })
  })
  const instance = async () => {
    const db = await openDatabase({ url, dataDir: folder })
    open.push(db)
    return db
  }

  test('instances migrate by turns, hear each other, and keep their settings and prepared statements', async () => {
    const [first, second] = await Promise.all([instance(), instance()])
    // Advisory locks: one of them runs all migrations, the other waits and finds none left.
    const ran = await Promise.all([migrate(first), migrate(second)])
    expect(ran.map(({ length }) => length > 0).sort()).toEqual([false, true])
    // LISTEN and NOTIFY from one session to another.
    const heard: string[] = []
    second.on('settings', (payload) => heard.push(payload))
    await first.tx(async (_t, publish) => publish('settings', 'una'))
    await vi.waitUntil(() => heard.includes('una'), { timeout: 10_000 })
    // The same statement many times on every connection, prepared by name.
    const asked = Array.from({ length: 200 }, (_, at) =>
      sql<{ n: number; zone: string }>`select ${at}::int as n, current_setting('TimeZone') as zone`.execute(
        first.kysely,
      ),
    )
    const rows = (await Promise.all(asked)).map((result) => result.rows[0])
    expect(rows.map((row) => row?.n)).toEqual(asked.map((_, at) => at))
    expect(new Set(rows.map((row) => row?.zone))).toEqual(new Set(['UTC']))
    // No connection is spared: each session holds one of the server's for as long as it lives.
    const { total } = first.connections()
    const { rows: used } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database()`.execute(second.kysely)
    expect(used[0]?.count).toBeGreaterThanOrEqual(total)
  })
})
