/** Who may read the metrics, what they tell, and what they never tell. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAdmin } from '../../../contract/users.ts'
import { mailTo, put } from '../../test/jobs.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { METRICS_TOKEN, openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('metrics', (database) => {
  let app: TestApp
  beforeAll(async () => {
    await makeArticle(database().db)
    app = await openTestApp(database().db)
  })
  afterAll(() => app.close())

  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
  const read = async () => (await ask()).body
  /** The value of one line. */
  const value = (text: string, line: string) =>
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test.each([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine', {}, '::1', 200],
    ['this machine', {}, '::ffff:127.0.0.1', 200],
    ['a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', 401],
    ['a proxy that says so otherwise', { forwarded: 'for=127.0.0.1' }, '::1', 401],
    ['another machine', {}, '10.0.0.7', 401],
    ['another machine with another token', bearer('otra clave de métricas'), '10.0.0.7', 401],
    ['another machine with a part of it', bearer(METRICS_TOKEN.slice(0, -1)), '10.0.0.7', 401],
    ['another machine with the token', bearer(METRICS_TOKEN), '10.0.0.7', 200],
    ['a proxy with the token', { ...bearer(METRICS_TOKEN), 'x-forwarded-for': '9.9.9.9' }, '127.0.0.1', 200],
  ])('%s %j from %s is answered %i', async (_who, headers, address, status) => {
    expect((await ask(headers, address)).statusCode).toBe(status)
  })

  test('requests are counted by route and status, and nobody can be told from it', async () => {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { email: 'ana.secreta@example.test' })
    const admin = await app.as(await makeUser(db, 'admin'))
    expect((await admin.call(isAdmin, { params: { userId: user.id } })).status).toBe(200)
    await app.visitor.request('GET', '/api/pedidos/productos/filtros?n=osito-buscado')
    await app.visitor.request('GET', '/nada/ana.secreta')
    const text = await read()
    const line = (method: string, route: string, status: number) =>
      `bulto_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
    expect(value(text, line('GET', '/api/usuarios/admin/:id', 200))).toBe('1')
    expect(text).toMatch(/route="none",status="404"} 1/)
    for (const secret of ['secreta', 'osito', user.cuit, `/${user.id}"`, String(admin.token)])
      expect(text).not.toContain(secret)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(value(text, 'bulto_http_shed_total')).toBe('0')
    expect(value(text, 'bulto_heavy_work{queue="sheets",state="waiting"}')).toBe('0')
  })

  test('the outbox, the catalogue and the connections are told as they are', async () => {
    const { db } = database()
    await put(db, mailTo(1, { runAt: new Date(Date.now() - 90_000) }), mailTo(2), mailTo(3))
    await db.kysely.updateTable('job').set({ state: 'dead' }).where(sql<boolean>`payload ->> 'orderId' = '3'`).execute()
    await app.upToDate()
    const text = await read()
    expect(value(text, 'bulto_jobs{kind="newOrderMail",state="pending"}')).toBe('2')
    expect(value(text, 'bulto_jobs{kind="newOrderMail",state="dead"}')).toBe('1')
    const due = Number(value(text, 'bulto_job_oldest_due_seconds{kind="newOrderMail"}'))
    expect(due).toBeGreaterThanOrEqual(90)
    expect(due).toBeLessThan(900)
    const { version } = await db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    expect(value(text, 'bulto_catalogue_version')).toBe(String(version))
    expect(value(text, 'bulto_catalogue_stored_version')).toBe(String(version))
    expect(value(text, 'bulto_catalogue_articles')).toBe('1')
    expect(Number(value(text, 'bulto_catalogue_built_timestamp_seconds'))).toBeLessThanOrEqual(Date.now() / 1000)
    expect(text).toMatch(/^bulto_build_info{version="\d[^"]*",commit="sources"} 1$/m)
    expect(value(text, 'bulto_last_backup_timestamp_seconds')).toBe('0')
    expect(value(text, 'bulto_database_up')).toBe('1')
    expect(Number(value(text, 'bulto_database_connections{state="idle"}'))).toBeGreaterThanOrEqual(0)
    expect(value(text, 'bulto_made_documents{state="making"}')).toBe('0')
  })
})
