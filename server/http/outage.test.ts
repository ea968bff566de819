/** The database away and the disk full, met through HTTP: ten calls each, and what the log says of it (R4, R232). */
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCartLine } from '../../contract/cart.ts'
import { serverTexts } from '../../contract/errors.ts'
import { createOrder } from '../../contract/orders.ts'
import { migrate } from '../db/migrate.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { outageOf } from '../db/outage.ts'
import { createLog } from '../log.ts'
import { auditTable, makeAuditWorld } from '../test/audit-table.ts'
import { makeArticle, makeClient, makeUser } from '../test/make.ts'
import { type PostgresServer, startPostgres } from '../test/postgres.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'

/** A log whose lines can be read. */
function readableLog() {
  const lines: { level: number; msg: string; [fact: string]: unknown }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

const answerOf = ({ status, json, headers }: Seen) => ({ status, json, retryAfter: headers['retry-after'] })
type Seen = { status: number; json: unknown; headers: Record<string, unknown> }
const outOfService = (message: string) => ({
  status: 503,
  json: { error: 'OUT_OF_SERVICE', message },
  retryAfter: '10',
})

test('an outage is known by its code, also as the cause of another error; what is not one stays a fault', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code })
  expect(['08006', '57P01', '53300', 'ECONNREFUSED'].map((code) => outageOf(error(code)))).toEqual(
    Array(4).fill('database'),
  )
  expect(['53100', 'ENOSPC', 'EROFS'].map((code) => outageOf(error(code)))).toEqual(Array(3).fill('disk'))
  const readOnly = 'could not extend file "base/5/17007": Read-only file system'
  expect(outageOf(Object.assign(new Error(readOnly), { code: '42501' }))).toBe('disk')
  expect(outageOf(error('42501'))).toBe(undefined)
  expect(outageOf(new Error('not stored', { cause: error('ENOSPC') }))).toBe('disk')
  expect(['23505', '42P01', '57014', 'ENOENT'].map((code) => outageOf(error(code)))).toEqual(Array(4).fill(undefined))
})

describe('a database server that is stopped', () => {
  let server: PostgresServer
  let db: Db
  let app: TestApp
  const { log, lines } = readableLog()
  beforeAll(async () => {
    server = await startPostgres()
    db = await openDatabase({ url: server.url, dataDir: '', log })
    await migrate(db)
    app = await openTestApp(db, { log })
    app.app.get('/una-pagina', async () => sql`select 1`.execute(db.kysely))
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  test('every call answers 503 with Retry-After, readiness says it, and the log has one line', async () => {
    const article = await makeArticle(db)
    const { id: clientId } = await makeClient(db)
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    const admin = await app.as(await makeUser(db, 'admin'))
    await app.upToDate()
    const body = { id: null, articleId: article.id, quantity: 6, note: '', clientId: null }
    expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
    expect((await app.app.inject('/readyz')).statusCode).toBe(200)
    lines.length = 0
    await server.stop()
    const answers = [
      await buyer.call(saveCartLine, { body }),
      await buyer.call(createOrder, {
        query: { note: '', addressId: 0 },
        headers: { 'idempotency-key': 'ABCDEFGHIJKLMNOP' },
      }),
      await buyer.request('GET', '/api/pedidos/itemsCarrito/cliente'),
      await buyer.request('GET', '/api/pedidos/productos/pedidos'),
      await admin.request('GET', '/api/usuarios/clientes/no-habilitados'),
      await admin.request('PUT', '/api/config/notif-ped?mails=ventas@example.test'),
      await admin.request('POST', '/api/pedidos/productos/pedidos/1/reenviar'),
      await app.visitor.request('POST', '/api/auth/signin', { username: '30712345671', password: 'x' }),
      await app.visitor.request('GET', '/api/auth/expresos'),
      await app.visitor.request('GET', '/api/pedidos/productos/certificados/all'),
    ]
    expect(answers.map(answerOf)).toEqual(Array(10).fill(outOfService(serverTexts.databaseAway)))
    const ready = await app.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable' }])
    expect((await app.app.inject('/healthz')).statusCode).toBe(200)
    // Connections, jobs and requests all meet the outage; the log tells of the first one that did.
    expect(lines.map(({ level, msg, err }) => ({ level, msg, err }))).toEqual([
      { level: 50, msg: 'the database is away', err: undefined },
    ])
  })

  test('a person who opens a page is told in a page, which asks again by itself', async () => {
    const { statusCode, headers, body } = await app.app.inject({
      url: '/una-pagina',
      headers: { accept: 'text/html' },
    })
    expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([
      503,
      'text/html; charset=utf-8',
      '10',
    ])
    expect(body).toContain(`${serverTexts.databaseAway}.`)
    expect(body).toContain('<meta http-equiv="refresh" content="10">')
  })
})

withDatabases('a full disk', (database) => {
  let app: TestApp
  const { log, lines } = readableLog()
  beforeAll(async () => {
    // The store of files fails with the system's own error of a full disk.
    const full = async () => writeFile('/dev/full', 'x')
    const nothing = { get: async () => null, stat: async () => null, touch: async () => false }
    const files = { ...nothing, put: full, list: async function* () {}, remove: async () => {} }
    app = await openTestApp(database().db, { log, files })
  })
  afterAll(() => app.close())

  test('what writes answers 503 with Retry-After, what reads goes on, readiness says it, the log has one line', async () => {
    const { db } = database()
    const world = await makeAuditWorld(db, app)
    const buyer = await app.as({ id: world.userId })
    await app.upToDate()
    const body = { id: null, articleId: world.articles[0]!.id, quantity: 6, note: '', clientId: null }
    expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
    await fillDisk(db)
    lines.length = 0
    const written = [
      'PUT /api/usuarios/update-perfil',
      'POST /api/usuarios',
      'PUT /api/usuarios/zona',
      'PUT /api/config/notif-ped',
      'POST /api/config/banner',
      'POST /api/carousel/imagen',
      'POST /api/pedidos/categorias/marca',
      'POST /api/pedidos/productos/item',
    ]
    const answers: Seen[] = [
      await buyer.call(saveCartLine, { body: { ...body, quantity: 12 } }),
      await buyer.call(createOrder, {
        query: { note: '', addressId: 0 },
        headers: { 'idempotency-key': 'ABCDEFGHIJKLMNOP' },
      }),
    ]
    for (const name of written) {
      const line = auditTable[name]
      if (!line || !('make' in line)) throw new Error(`${name} is made by nobody`)
      answers.push((await line.make(world)) as Seen)
    }
    expect(answers.map(answerOf)).toEqual(Array(10).fill(outOfService(serverTexts.diskFull)))
    expect((await buyer.request('GET', '/api/pedidos/itemsCarrito/cliente')).status).toBe(200)
    const ready = await app.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'disk-full' }])
    expect(lines.map(({ level, msg, err }) => ({ level, msg, err }))).toEqual([
      { level: 50, msg: 'the disk takes nothing more', err: undefined },
    ])
  })
})

/** From now on every statement that writes is refused as the engine refuses it for want of space. */
async function fillDisk({ kysely }: Db): Promise<void> {
  await sql`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    kysely,
  )
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(kysely)
  for (const { name } of rows)
    await sql`create trigger no_space before insert or update or delete on ${sql.table(name)}
      for each statement execute function no_space()`.execute(kysely)
}
