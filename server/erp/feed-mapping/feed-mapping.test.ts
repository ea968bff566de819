/** From the files of another program in the shared folder to the first price, by the office's calls (R408). */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  dropMapping,
  keepMapping,
  listUnreadFiles,
  noExportFolder,
  proposeMapping,
} from '../../../contract/erp-mapping.ts'
import { folderExports } from '../../ports/erp/mapping/erp-exports.ts'
import { keptKeys } from '../../ports/erp/mapping/feed-keys.ts'
import { folderSource } from '../../ports/erp/sources.ts'
import { makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importNews } from '../erp-sync/feed-news.service.ts'

withDatabases('the mapping of the shared folder', (database) => {
  let app: TestApp
  let admin: TestCaller
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'bulto-mapping-'))
    const { db } = database()
    app = await openTestApp(db, { hasErp: true, erpExports: folderExports(root, db.kysely) })
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })
  beforeEach(async () => {
    for (const folder of ['entrada', 'ensayo']) await mkdir(join(root, folder), { recursive: true })
  })
  afterEach(async () => {
    for (const folder of await readdir(root)) await rm(join(root, folder), { recursive: true })
  })

  const file =
    'Código;Descripción;Marca;Lista 1;Lista 2\r\n0001;Oso;Tuki;1.234,50;1.000,00\r\n0002;Pato;Tuki;20,00;\r\n'
  const propose = (answers: Record<string, string> = {}) =>
    admin.call(proposeMapping, { body: { answers } }).then(({ data }) => data)
  const keep = (answers: Record<string, string>) => admin.call(keepMapping, { body: { answers } })
  const priceOf = (code: string) =>
    database()
      .db.kysely.selectFrom('price as p')
      .innerJoin('article as a', 'a.id', 'p.article_id')
      .select('p.list_price as price')
      .where('a.code', '=', code)
      .executeTakeFirst()

  test('is proposed, asked about, kept, and read by the folder from then on', async () => {
    await writeFile(join(root, 'entrada', 'Exportación 30-11.csv'), Buffer.from(file, 'latin1'))
    const first = await propose()
    expect(first.questions.map(({ id }) => id)).toEqual(['precios.PRECIO_LPI', 'precios.otras'])
    expect(first.lists.find(({ list }) => list === 'precios')?.sample).toEqual([
      ['0001', '1.234,50'],
      ['0002', '20,00'],
    ])
    expect(await admin.request('PUT', '/api/erp/mapeo', { respuestas: {} })).toMatchObject({ status: 409 })

    const answers = { 'precios.PRECIO_LPI': 'Lista 1', 'precios.otras': 'todas' }
    expect((await propose(answers)).questions.every(({ answered }) => answered)).toBe(true)
    // Nothing is kept before somebody says so.
    expect((await propose(answers)).kept).toBeNull()
    await keep(answers)
    expect((await propose(answers)).kept).toContain('"Lista 2"')

    const { db } = database()
    const source = folderSource(root, 1000, { settleMs: 0, db: db.kysely })
    const { signal } = new AbortController()
    await importNews(db, source, signal)
    const news = await importNews(db, source, signal)
    expect(news).toMatchObject({ complete: true })
    expect(await priceOf('0001')).toEqual({ price: 123_450 })
    const done = await readdir(join(root, 'hechos'))
    expect(await readdir(join(root, 'hechos', done[0] ?? ''))).toContain('Exportación 30-11.csv')
  })

  test('a file whose prices look like a mistake waits whole in its folder, and goes on once it was answered', async () => {
    const { db } = database()
    const { signal } = new AbortController()
    await writeFile(
      join(root, 'entrada', 'Exportación 30-11.csv'),
      Buffer.from(file.replace('1.234,50', '99.234,50'), 'latin1'),
    )
    const source = folderSource(root, 1000, { settleMs: 0, db: db.kysely })
    await importNews(db, source, signal)
    await importNews(db, source, signal)
    const waiting = await readdir(join(root, 'espera'))
    expect(await readdir(join(root, 'espera', waiting[0] ?? ''))).toContain('Exportación 30-11.csv')
    expect(await priceOf('0001')).toEqual({ price: 123_450 })
    await db.kysely.updateTable('erp_waiting').set({ state: 'taken' }).execute()
    await importNews(db, source, signal)
    expect(await readdir(join(root, 'espera'))).toEqual([])
  })

  test('a file under a name that nothing reads is told to the office, what is read is not', async () => {
    for (const name of [
      'Exportación 30-11.csv',
      'Exportación 31-12.csv',
      'vendedores.csv',
      '~$abierto.xlsx',
      'notas.pdf',
    ])
      await writeFile(join(root, 'entrada', name), file)
    expect((await admin.call(listUnreadFiles)).data).toEqual(['Exportación 31-12.csv'])
  })

  test('is dropped, and the folder is read by the names of the feed again', async () => {
    expect((await admin.call(dropMapping)).data).toBe(true)
    expect((await admin.call(dropMapping)).data).toBe(false)
    await writeFile(join(root, 'entrada', 'Exportación 30-11.csv'), file)
    const { db } = database()
    const source = folderSource(root, 1000, { settleMs: 0, db: db.kysely })
    await importNews(db, source, new AbortController().signal)
    expect(await readdir(join(root, 'entrada'))).toEqual(['Exportación 30-11.csv'])
  })

  test('a file that waits is still there when its mapping is dropped', async () => {
    const { db } = database()
    const { signal } = new AbortController()
    const waiting = join(root, 'espera', '2026-11-30')
    await mkdir(waiting, { recursive: true })
    for (const name of ['Exportación 30-11.csv', 'informe.txt', 'informe.json'])
      await writeFile(join(waiting, name), file)
    expect((await propose()).kept).toBeNull()
    await importNews(db, folderSource(root, 1000, { settleMs: 0, db: db.kysely }), signal)
    expect(await readdir(waiting)).toContain('Exportación 30-11.csv')
  })

  test('a number of an earlier feed is given to no other address or past order', async () => {
    const { db } = database()
    const { id: clientId } = await makeClient(db)
    await sql`insert into client_address (id, client_id, street) values (4711, ${clientId}, 'San Martín 10')`.execute(
      db.kysely,
    )
    await sql`insert into past_order (id, client_id, at) values (4712, ${clientId}, now())`.execute(db.kysely)
    for (const [kind, last] of [
      ['addresses', 4711],
      ['pastOrders', 4712],
    ] as const) {
      const ids = await keptKeys(db.kysely).idsOf(kind, ['C-77'], true)
      expect(ids.get('C-77')).toBeGreaterThan(last)
    }
  })

  test('without a shared folder the screen says where files are looked for', async () => {
    const bare = await openTestApp(database().db)
    const caller = await bare.as(await makeUser(database().db, 'admin'))
    const { data } = await caller.call(proposeMapping, { body: { answers: {} } })
    expect(data).toMatchObject({ problem: noExportFolder, lists: [] })
    expect(await caller.request('PUT', '/api/erp/mapeo', { respuestas: {} })).toMatchObject({ status: 409 })
    await bare.close()
  })
})
