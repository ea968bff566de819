/** What guards stop (R297): it waits whole, is told once, is replaced, accepted and rejected, from the file to the price a buyer sees. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptWaiting, getFeedStatus, listWaiting, listWaitingChanges, rejectWaiting } from '../../../contract/erp.ts'
import { silentLog } from '../../db/log.ts'
import { startWorker } from '../../jobs/worker.ts'
import type { ErpFeed, FeedTable } from '../../ports/erp/erp.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { formats } from '../../ports/erp/formats.ts'
import { readRecords } from '../../ports/erp/read-records.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restLink } from '../../ports/erp/rest-link.ts'
import { folderSource, restSource } from '../../ports/erp/sources.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeUser } from '../../test/make.ts'
import { type ErpStub, erpStub, seeded } from '../../test/stubs/erp.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { erpLinkHandlers } from '../erp-link/erp-link.service.ts'
import { erpWaitingHandler } from './answer-waiting.service.ts'
import { importFeed } from './erp-sync.service.ts'
import { type FeedSource, importNews } from './feed-news.service.ts'
import { feedRefusedMailHandler } from './feed-state.service.ts'
import { joined } from './waiting.service.ts'

const reportsOf = (erp: ErpStub) =>
  [...erp.posted].filter(([key]) => key.startsWith('/informes')).map(([, { body }]) => body)
const never = new AbortController().signal
const range = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
const articleRow = (id: number, active = 1) => `${id};A${id};Artículo ${id};;1;0;0;1;;${active}`
const ARTICLES = 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO'
const PRICES = 'ID_ART;PRECIO_LPI'
const LISTINGS =
  'CODIGO_ART;MARCA;CATEGORIA;SUBCATEGORIA;ORDEN_IO;DESCUENTO_IO;OFERTA_IO;DESTACADO_IO;INDICACION_IO;ACTIVO_IO'
const listingRow = (id: number, category = 'Autos') => `A${id};Tuki;${category};;${id};0;0;0;;1`

withDatabases('a feed that a guard stops', (database) => {
  let app: TestApp
  let admin: TestCaller
  let adminId: number
  let root: string
  let source: FeedSource
  let mails: MailMessage[]

  beforeAll(async () => {
    app = await openTestApp(database().db, { hasErp: true })
    const user = await makeUser(database().db, 'admin')
    adminId = user.id
    admin = await app.as(user)
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    // With retries: the shop may be reading these tables for its snapshot.
    await database().db.tx(async (t) => {
      await sql`truncate article, price, brand, category,
        listing, erp_cursor, erp_run, erp_waiting, erp_waiting_rows, erp_taken, job, audit restart identity cascade`.execute(
        t,
      )
      await sql`update erp_feed set refused = '{}', refused_since = null`.execute(t)
    })
    root = await mkdtemp(join(tmpdir(), 'bulto-waiting-'))
    source = folderSource(root, 1000, { settleMs: 0 })
    mails = []
    await feed({
      articulos: [ARTICLES, ...range(30).map((id) => articleRow(id))],
      precios: [PRICES, ...range(30).map((id) => `${id};${id}00`)],
      asignaciones: [LISTINGS, ...range(25).map((id) => listingRow(id))],
    })
    if ((await waiting()).length > 0) throw new Error('A first load never waits')
  })
  afterEach(() => rm(root, { recursive: true }))

  /** Puts files into the folder and has the shop take them. */
  async function feed(files: Record<string, readonly string[]>) {
    await mkdir(join(root, 'entrada'), { recursive: true })
    for (const [name, rows] of Object.entries(files))
      await writeFile(join(root, 'entrada', `${name}.csv`), rows.map((row) => `${row}\r\n`).join(''))
    await look()
    return look()
  }
  const look = () => importNews(database().db, source, never)
  const waiting = async () => (await admin.call(listWaiting)).data
  /** Runs the jobs that wait, on an instance that knows nothing of the folder. */
  async function work(more: Partial<ReturnType<typeof erpLinkHandlers>> = {}) {
    const { db } = database()
    const mailer = {
      send: async (mail: MailMessage) => {
        mails.push(mail)
        return { accepted: [] }
      },
    }
    const worker = startWorker({
      db,
      log: silentLog,
      pollMs: 2 ** 31 - 1,
      handlers: {
        erpWaiting: erpWaitingHandler(db, silentLog),
        feedRefusedMail: feedRefusedMailHandler({
          db,
          mailer,
          shop: { name: 'Bulto', url: 'https://bulto.example' },
        }),
        ...more,
      },
    })
    await worker.idle()
    await worker.stop()
  }
  const priceOf = async (id: number) =>
    (
      await database()
        .db.kysely.selectFrom('price')
        .select('list_price')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
    ).list_price
  const activeArticles = async () =>
    (await database().db.kysely.selectFrom('article').select('id').where('active', '=', true).execute()).length
  /** Where each file of the folder lies, but reports. */
  async function lying() {
    const found: Record<string, string[]> = {}
    for (const folder of ['espera', 'hechos', 'rechazados'])
      for (const batch of await readdir(join(root, folder)).catch(() => [])) {
        const files = (await readdir(join(root, folder, batch))).filter((name) => !name.startsWith('informe'))
        found[folder] = [...(found[folder] ?? []), ...files].sort()
      }
    return found
  }
  const hundredfold = { precios: [PRICES, ...range(30).map((id) => `${id};${id}0000`)] }

  test('all changes of a waiting file can be read, not only the examples, and nothing is taken by it', async () => {
    await feed({
      articulos: [ARTICLES, ...range(80).map((id) => articleRow(id))],
      precios: [PRICES, ...range(80).map((id) => `${id};${id}00`)],
    })
    await feed({ precios: [PRICES, ...range(80).map((id) => `${id};${id}000`)] })
    const [one] = await waiting()
    expect([one?.preview.prices.length, one?.preview.priceMoves]).toEqual([50, 80])
    const params = { id: one!.id }
    const { data } = await admin.call(listWaitingChanges, { params, query: { page: 0 } })
    expect(data).toHaveLength(80)
    expect(data).toContainEqual({
      kind: 'precio',
      what: 'A80 Artículo 80',
      column: '',
      before: '',
      after: '',
      priceBefore: 8_000_00,
      priceAfter: 80_000_00,
    })
    expect((await admin.call(listWaitingChanges, { params, query: { page: 1 } })).data).toEqual([])
    expect(await waiting()).toHaveLength(1)
    await admin.call(rejectWaiting, { params })
    expect((await admin.call(listWaitingChanges, { params, query: { page: 0 } })).status).toBe(404)
  })

  test('prices times a hundred reach nobody; accepted they are taken, with nothing sent again', async () => {
    await feed(hundredfold)
    expect(await priceOf(3)).toBe(300_00)
    const [asked] = await waiting()
    expect(asked).toMatchObject({
      file: 'precios.csv',
      state: 'en espera',
      preview: {
        guards: [
          { code: 'DIEZ_VECES', message: '30 de 30 precios cambian diez veces o más' },
          { code: 'PRECIOS', message: '30 de 30 precios (100 %) cambian más del 50 %' },
        ],
        read: 30,
        inserted: 0,
        changed: 30,
        unchanged: 0,
        priceMoves: 30,
      },
    })
    expect(asked?.preview.prices).toContainEqual({
      code: 'A3',
      description: 'Artículo 3',
      before: 300_00,
      after: 30_000_00,
    })
    expect((await lying()).espera).toEqual(['precios.csv'])
    expect((await admin.call(acceptWaiting, { params: { id: asked?.id ?? 0 } })).status).toBe(200)
    await work()
    expect(await priceOf(3)).toBe(30_000_00)
    expect(await waiting()).toEqual([])
    await look()
    expect((await lying()).espera).toBeUndefined()
    expect((await lying()).hechos).toContain('precios.csv')
    const audited = await database()
      .db.kysely.selectFrom('audit')
      .select(['user_id', 'action', 'after'])
      .where('entity', '=', 'feed')
      .execute()
    expect(audited).toMatchObject([{ user_id: adminId, action: 'accept', after: { file: 'precios.csv' } }])
  })

  test('rejected, the prices stay, and the same again asks and tells nobody', async () => {
    await feed(hundredfold)
    await work()
    expect(mails).toHaveLength(1)
    const [asked] = await waiting()
    await admin.call(rejectWaiting, { params: { id: asked?.id ?? 0 } })
    expect((await admin.call(acceptWaiting, { params: { id: asked?.id ?? 0 } })).status).toBe(409)
    await work()
    await feed(hundredfold)
    await work()
    expect(await waiting()).toEqual([])
    expect(await priceOf(3)).toBe(300_00)
    expect(mails).toHaveLength(1)
    expect((await lying()).rechazados).toEqual(['precios.csv', 'precios.csv'])
    expect((await admin.call(getFeedStatus)).data.refused).toEqual([
      expect.stringContaining('Una persona rechazó estos mismos cambios'),
    ])
    // Mended, it is taken like any other.
    await feed({ precios: [PRICES, ...range(30).map((id) => `${id};${id}10`)] })
    expect(await priceOf(3)).toBe(310_00)
    expect((await admin.call(getFeedStatus)).data.refused).toEqual([])
  })

  test('articles without a brand that clients see are told apart from those that nobody sees', async () => {
    await sql`update listing set brand_id = null, category_id = null, subcategory_id = null
      where article_id in (1, 2)`.execute(database().db.kysely)
    // 26 to 30 came without a listing.
    expect((await admin.call(getFeedStatus)).data).toMatchObject({ unassigned: 7, unassignedShown: 2 })
  })

  test('a newer file takes its place, and one that is taken ends the waiting; the office is told once', async () => {
    await feed(hundredfold)
    const [first] = await waiting()
    await feed({ precios: [PRICES, ...range(30).map((id) => `${id};${id}0001`)] })
    const [second] = await waiting()
    expect(second?.preview.prices[0]?.after).not.toBe(first?.preview.prices[0]?.after)
    expect((await admin.call(acceptWaiting, { params: { id: first?.id ?? 0 } })).status).toBe(409)
    await work()
    expect(mails.map(({ subject }) => subject)).toEqual(['Datos del ERP esperan su respuesta - Bulto'])
    expect(mails[0]?.text).toContain('https://bulto.example/admin/erp/espera')
    await feed({ precios: [PRICES, ...range(30).map((id) => `${id};${id}05`)] })
    expect(await waiting()).toEqual([])
    expect(await priceOf(3)).toBe(305_00)
  })

  test('each guard waits and tells its figures; what is within its limits is taken', async () => {
    // A fifth of the articles may go; one more waits.
    await feed({ articulos: [ARTICLES, ...range(30).map((id) => articleRow(id, id > 6 ? 1 : 0))] })
    expect(await activeArticles()).toBe(24)
    await feed({ articulos: [ARTICLES, ...range(30).map((id) => articleRow(id, id > 11 ? 1 : 0))] })
    expect(await waiting()).toMatchObject([
      {
        preview: {
          guards: [{ code: 'BAJAS', message: expect.stringContaining('5 de 24 artículos (21 %') }],
          gone: expect.arrayContaining(['A7 Artículo 7']),
        },
      },
    ])
    // A new category in a shop that has some, by its name.
    await feed({ asignaciones: [LISTINGS, listingRow(26, 'Autoss')] })
    expect((await waiting())[1]).toMatchObject({
      file: 'asignaciones.csv',
      preview: { guards: [{ code: 'NOMBRES' }], newNames: ['Tuki > Autoss'] },
    })
    // Less than ten prices may move far; more than a fifth of them waits, with nothing of ten times.
    await feed({ precios: [PRICES, ...range(30).map((id) => `${id};${id < 10 ? id * 170 : `${id}00`}`)] })
    expect(await priceOf(3)).toBe(510_00)
    await feed({ precios: [PRICES, ...range(30).map((id) => `${id};${id < 21 ? id * 270 : `${id}00`}`)] })
    expect((await waiting())[2]).toMatchObject({
      preview: { guards: [{ code: 'PRECIOS', message: '20 de 30 precios (67 %) cambian más del 50 %' }] },
    })
    expect(await priceOf(3)).toBe(510_00)
  })

  test('a file that is shorter than the last one waits, as much as the office set', async () => {
    const many = (count: number) => ({ precios: [PRICES, ...range(count).map((id) => `${id};${id % 30}00`)] })
    await feed({ articulos: [ARTICLES, ...range(100).map((id) => articleRow(id))] })
    await feed(many(100))
    expect(await waiting()).toEqual([])
    await feed(many(89))
    expect(await waiting()).toMatchObject([
      {
        preview: {
          guards: [{ code: 'FILAS', message: 'Trae 89 filas y el anterior trajo 100 (11 % menos)' }],
        },
      },
    ])
    await database().db.kysely.insertInto('setting').values({ key: 'ERP_ARCHIVO_CORTO', value: '12' }).execute()
    await feed(many(89))
    expect(await waiting()).toEqual([])
    await database().db.kysely.deleteFrom('setting').where('key', '=', 'ERP_ARCHIVO_CORTO').execute()
  })

  test('a file that names what waits is decided with it', async () => {
    const lost = [ARTICLES, ...range(22).map((id) => articleRow(id)), articleRow(31)]
    await feed({ articulos: lost, precios: [PRICES, ...range(30).map((id) => `${id};${id}00`), '31;50'] })
    const [articles, prices] = await waiting()
    expect([articles?.file, prices?.file]).toEqual(['articulos.csv', 'precios.csv'])
    expect(prices?.preview.guards).toMatchObject([{ code: 'DEPENDE' }])
    expect((await admin.call(acceptWaiting, { params: { id: prices?.id ?? 0 } })).status).toBe(409)
    await admin.call(acceptWaiting, { params: { id: articles?.id ?? 0 } })
    await work()
    expect(await waiting()).toEqual([])
    expect(await priceOf(31)).toBe(50_00)
  })

  test('the reports lie beside the file, for people and for programs', async () => {
    await feed({ ...hundredfold, zonas: ['ID_ZON;DESCRIPCION_ZON', '1;'] })
    const [batch = ''] = await readdir(join(root, 'espera'))
    const report = JSON.parse(await readFile(join(root, 'espera', batch, 'informe.json'), 'utf8'))
    const [asked] = await waiting()
    expect(report).toMatchObject({
      COMPLETO: 0,
      ARCHIVOS: [
        {
          ARCHIVO: 'zonas.csv',
          RESULTADO: 'rechazado',
          ESPERA: null,
          FALTAS: [{ FILA: 2, COLUMNA: 'DESCRIPCION_ZON', CODIGO: 'CELDA', MOTIVO: 'Está vacío' }],
        },
        {
          ARCHIVO: 'precios.csv',
          RESULTADO: 'en espera',
          ESPERA: asked?.id,
          RESGUARDOS: [{ CODIGO: 'DIEZ_VECES' }, { CODIGO: 'PRECIOS' }],
        },
      ],
    })
    expect(await readFile(join(root, 'espera', batch, 'informe.txt'), 'utf8')).toContain(
      'precios.csv: EN ESPERA de que una persona lo acepte',
    )
  })

  test('over REST it waits once, the ERP is told, and an accepted one is not asked for again', async () => {
    const { db } = database()
    const erp = await erpStub(seeded(5))
    try {
      for (const id of range(30)) erp.put('precios', 'ID_ART', { ID_ART: id, PRECIO_LPI: id * 100 })
      const client = restErp({ url: erp.url, token: erp.token, pause: async () => {} })
      source = restSource(client, db.kysely, 1000)
      await look()
      for (const id of range(30)) erp.put('precios', 'ID_ART', { ID_ART: id, PRECIO_LPI: id * 10_000 })
      await look()
      const [asked] = await waiting()
      await look()
      expect(await waiting()).toEqual([asked])
      await work(erpLinkHandlers(db, restLink(client, db.kysely)))
      expect(mails).toHaveLength(1)
      expect(reportsOf(erp)).toMatchObject([{ ARCHIVOS: [{ ARCHIVO: 'precios (REST)', RESULTADO: 'en espera' }] }])
      await admin.call(acceptWaiting, { params: { id: asked?.id ?? 0 } })
      await work(erpLinkHandlers(db, restLink(client, db.kysely)))
      expect(await priceOf(3)).toBe(30_000_00)
      expect(reportsOf(erp)[1]).toMatchObject({ COMPLETO: 1, ESPERA: asked?.id })
      await look()
      expect(await waiting()).toEqual([])
    } finally {
      await erp.close()
    }
  })

  test('by hand nothing waits: the command tells what was found, and takes it when it is forced', async () => {
    const folder = join(root, 'a-mano')
    await mkdir(folder)
    await writeFile(join(folder, 'precios.csv'), hundredfold.precios.map((row) => `${row}\n`).join(''))
    const byHand = async (force: boolean) =>
      (await importFeed(database().db, await openFolderFeed(folder), { force })).files
    await feed(hundredfold)
    expect(await byHand(false)).toMatchObject([{ outcome: 'refused', guards: [{ code: 'DIEZ_VECES' }, {}] }])
    expect(await waiting()).toHaveLength(1)
    expect(await byHand(true)).toMatchObject([{ outcome: 'imported', changed: 30 }])
    // It was newer than what waited.
    expect(await waiting()).toEqual([])
  })

  /** What a program pushes: some rows of one list. */
  async function push(table: FeedTable, rows: readonly (readonly (string | number)[])[]) {
    const headings = Object.values(formats[table].columns)
      .map(({ heading }) => heading)
      .slice(0, rows[0]?.length)
    const lines = rows.map((cells, place) => ({ row: place + 2, cells: [...cells] }))
    const file = await readRecords(table, table, { rows: [{ row: 1, cells: headings }, ...lines] })
    const batch: ErpFeed = { tables: [table], read: async () => ({ ...file, complete: false }) as never }
    return (await importFeed(database().db, batch, { waits: 'API' })).files[0]
  }

  test('batches that wait are joined; rows that are taken meanwhile replace theirs', async () => {
    expect((await push('prices', [[1, 10_000]]))?.outcome).toBe('waiting')
    expect((await push('prices', [[2, 20_000]]))?.outcome).toBe('waiting')
    expect(await waiting()).toMatchObject([{ preview: { changed: 2 } }])
    // A good price for another article is taken at once, one for an article that waits as well.
    expect((await push('prices', [[9, 905]]))?.outcome).toBe('imported')
    expect((await push('prices', [[1, 105]]))?.outcome).toBe('imported')
    const [asked] = await waiting()
    expect(asked).toMatchObject({ preview: { changed: 1, unchanged: 1 } })
    await admin.call(acceptWaiting, { params: { id: asked?.id ?? 0 } })
    await work()
    expect([await priceOf(1), await priceOf(2), await priceOf(9)]).toEqual([105_00, 20_000_00, 905_00])
  })

  test('a bad row of a newer batch takes none away of those that wait, and neither does its number', () => {
    const row = (nth: number, articleId: number, price: number) => ({ row: nth, record: { articleId, price } })
    const batch = (rows: ReturnType<typeof row>[], badRow?: number) => {
      const problems = badRow === undefined ? [] : [{ code: 'FORMATO', row: badRow, column: 'PRECIO', message: '' }]
      return {
        table: 'prices',
        name: 'precios',
        rows,
        rowCount: rows.length,
        problems,
        gone: [],
        complete: false,
      } as never
    }
    const waits = batch([row(1, 1, 1_000_00), row(2, 2, 205_00), row(3, 3, 310_00)])
    const all = joined(waits, batch([row(1, 7, 7_000_00)], 2), true)
    expect(all.problems).toEqual([])
    expect(all.rows.map(({ record }) => (record as unknown as { articleId: number }).articleId)).toEqual([1, 2, 3, 7])
    expect(new Set(all.rows.map((one) => one.row)).size).toBe(4)
    // A bad row of the newer batch is not taken over what waits.
    const kept = joined(waits, batch([row(1, 2, 5_00)], 1), true)
    expect(kept.rows.map(({ record }) => (record as unknown as { price: number }).price)).toEqual([
      1_000_00, 205_00, 310_00,
    ])
  })

  test('many small batches count together within a day', async () => {
    const inactive = (id: number) =>
      [id, `A${id}`, `Artículo ${id}`, '', 1, 0, 0, 1, '', 0, '', '', '', '', ''] as const
    for (const id of range(6)) expect(await push('articles', [inactive(id)])).toMatchObject({ outcome: 'imported' })
    expect(await push('articles', [inactive(7)])).toMatchObject({
      outcome: 'waiting',
      guards: [{ code: 'BAJAS', message: expect.stringContaining('hoy ya salieron 6') }],
    })
  })

  test('prices that move far in many small batches count together within a day, and those that move little do not', async () => {
    // Ten of the thirty are more than a fifth (R297); a price that moves by half or less is no sign of anything.
    for (const id of range(9)) expect(await push('prices', [[id, id * 160]])).toMatchObject({ outcome: 'imported' })
    expect(await push('prices', [[20, 2500]])).toMatchObject({ outcome: 'imported' })
    expect(await push('prices', [[10, 1600]])).toMatchObject({
      outcome: 'waiting',
      guards: [{ code: 'PRECIOS', message: expect.stringContaining('hoy ya cambiaron así 9') }],
    })
    expect(await priceOf(10)).toBe(1_000_00)
    // The day after, it is one of thirty.
    await sql`update erp_taken set day_at = now() - interval '25 hours'`.execute(database().db.kysely)
    expect(await push('prices', [[11, 1760]])).toMatchObject({ outcome: 'imported' })
  })
})
