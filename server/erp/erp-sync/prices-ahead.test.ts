/** Rows of `precios` with a beginning (R353). */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginPrices } from '../../catalogue/catalogue.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restFeed } from '../../ports/erp/rest-feed.ts'
import { makeArticle } from '../../test/make.ts'
import { pagedList } from '../../test/stubs/paged-list.ts'
import { withDatabases } from '../../test/test-database.ts'
import { type ImportOptions, importFeed } from './erp-sync.service.ts'

const PRICES = 'ID_ART;PRECIO_LPI;DESDE'
/** Far from the clock of the database, which says what has begun; the import goes by the clock of the process. */
const [FAR, FARTHER] = ['2090-01-02', '2090-01-09']
const [FAR_AT, FARTHER_AT] = ['2090-01-02T03:00:00.000Z', '2090-01-09T03:00:00.000Z']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-ahead-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

withDatabases('prices of the base list that begin later', (database) => {
  beforeAll(async () => {
    for (let id = 1; id <= 30; id++) await makeArticle(database().db, { id, listPrice: 100_00 })
  })
  beforeEach(async () => {
    const { kysely } = database().db
    await sql`truncate price_ahead, erp_taken, erp_waiting, erp_waiting_rows, erp_cursor, audit cascade`.execute(kysely)
    await sql`update price set list_price = 10000`.execute(kysely)
    await sql`update catalogue_version set due = false`.execute(kysely)
  })

  async function take(rows: readonly string[], options: ImportOptions = {}) {
    for (const name of await readdir(folder)) await rm(join(folder, name))
    await writeFile(join(folder, 'precios.csv'), [...rows, ''].join('\r\n'))
    const { files } = await importFeed(database().db, await openFolderFeed(folder), options)
    return files[0]!
  }
  const all = (price = '100') => Array.from({ length: 30 }, (_, at) => `${at + 1};${price};`)
  const priceOf = async (id: number) =>
    (
      await database()
        .db.kysely.selectFrom('price')
        .select('list_price')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
    ).list_price
  const waiting = async () => {
    const rows = await database()
      .db.kysely.selectFrom('price_ahead')
      .selectAll()
      .orderBy('article_id')
      .orderBy('since')
      .execute()
    return rows.map(({ article_id, since, list_price }) => [article_id, since, list_price])
  }
  const version = async () =>
    (await database().db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

  test('stand beside the price that holds, are told apart by their beginning, and change nothing the second time', async () => {
    const rows = [PRICES, ...all(), `1;110;${FAR}`, `1;120;${FARTHER}`, `2;95,50;02/01/2090 08:30`]
    const before = await version()
    expect(await take(rows)).toMatchObject({ outcome: 'imported', inserted: 3, unchanged: 30, refused: 0 })
    const stored = [
      [1, FAR_AT, 110_00],
      [1, FARTHER_AT, 120_00],
      [2, '2090-01-02T11:30:00.000Z', 95_50],
    ]
    expect(await waiting()).toEqual(stored)
    expect([await priceOf(1), await priceOf(2), await version()]).toEqual([100_00, 100_00, before + 1])
    expect(await take(rows)).toMatchObject({ outcome: 'imported', inserted: 0, changed: 0, unchanged: 33 })
    expect([await waiting(), await version()]).toEqual([stored, before + 1])
  })

  test('a full file changes and withdraws what waits; one of beginnings ahead alone ends nothing and says so', async () => {
    await take([PRICES, ...all(), `1;110;${FAR}`, `2;110;${FAR}`])
    expect(await take([PRICES, ...all(), `1;111;${FAR}`])).toMatchObject({ changed: 1, deactivated: 1 })
    expect(await waiting()).toEqual([[1, FAR_AT, 111_00]])
    const ahead = await take([PRICES, `3;90;${FAR}`])
    expect(ahead).toMatchObject({ outcome: 'imported', inserted: 1, deactivated: 0 })
    expect(ahead.remarks.map(({ message }) => message)).toEqual([
      'Solo trae precios que todavía no rigen: lo que falta en el archivo sigue como estaba',
    ])
    expect([await waiting(), await priceOf(4)]).toEqual([
      [
        [1, FAR_AT, 111_00],
        [3, FAR_AT, 90_00],
      ],
      100_00,
    ])
    expect(await take(['ID_ART;PRECIO_LPI', ...all().map((row) => row.slice(0, -1))])).toMatchObject({ deactivated: 2 })
    expect(await waiting()).toEqual([])
  })

  test('of the rows that have begun the latest is the price', async () => {
    const report = await take([PRICES, ...all(), '1;105;01/10/2020', '1;104;01/09/2020', '2;106;2020-10-01 09:00'])
    expect(report).toMatchObject({ outcome: 'imported', changed: 2, unchanged: 31, refused: 0 })
    expect([await priceOf(1), await priceOf(2), await priceOf(3)]).toEqual([105_00, 106_00, 100_00])
    expect(await waiting()).toEqual([])
  })

  test('the same article and beginning twice, and a day that does not exist, refuse the file', async () => {
    const report = await take([PRICES, ...all(), `1;110;${FAR}`, '1;111;02/01/2090', '2;9;31/02/2090'])
    expect(report.outcome).toBe('refused')
    expect(report.problems.map(({ row, message }) => [row, message])).toEqual([
      [33, 'Repite ID_ART, DESDE de la fila 32'],
      [34, '«31/02/2090» debe ser una fecha dd/mm/aaaa'],
    ])
    expect(await waiting()).toEqual([])
  })

  test('guards judge what is announced: ten times the price, and prices that would be none', async () => {
    const tenfold = await take([PRICES, ...all(), `1;1000;${FAR}`])
    expect([tenfold.outcome, tenfold.guards.map(({ code }) => code)]).toEqual(['refused', ['DIEZ_VECES']])
    const none = await take([PRICES, ...all(), ...Array.from({ length: 12 }, (_, at) => `${at + 1};0;${FAR}`)])
    expect([none.outcome, none.guards.map(({ code }) => code)]).toEqual(['refused', ['BAJAS']])
    expect(await waiting()).toEqual([])
    expect(await take([PRICES, ...all(), `1;1000;${FAR}`], { force: true })).toMatchObject({ inserted: 1 })
  })

  test('begin once, are audited as the ERP’s, and leave the place to what the feed says later', async () => {
    const { db } = database()
    await take([PRICES, ...all(), `1;110;${FAR}`, `1;120;${FARTHER}`, `2;100;${FAR}`])
    // Their time comes.
    await sql`update price_ahead set since = now() - (case when list_price = 12000 then interval '1 s' else interval '2 s' end)`.execute(
      db.kysely,
    )
    expect(await Promise.all([db.tx(beginPrices), db.tx(beginPrices)])).toEqual(expect.arrayContaining([true, false]))
    expect([await priceOf(1), await priceOf(2), await waiting()]).toEqual([120_00, 100_00, []])
    const audited = await db.kysely.selectFrom('audit').select(['entity_id', 'action', 'before', 'after']).execute()
    expect(audited).toEqual([
      { entity_id: '1', action: 'import', before: { list_price: 100_00 }, after: { list_price: 120_00 } },
    ])
    await take(['ID_ART;PRECIO_LPI', ...all('101').map((row) => row.slice(0, -1))])
    expect(await priceOf(1)).toBe(101_00)
  })

  test('a file that comes before an instance has looked does not undo what has begun', async () => {
    const { db } = database()
    await take([PRICES, ...all(), `1;110;${FAR}`])
    await sql`update price_ahead set since = now() - interval '1 s'`.execute(db.kysely)
    await take([PRICES, ...all('101')])
    expect([await priceOf(1), await waiting()]).toEqual([101_00, []])
    await db.tx(beginPrices)
    expect(await priceOf(1)).toBe(101_00)
  })

  test('over REST a row without a beginning is known by its number as before, and one with it after that', async () => {
    const row = (ID_ART: number, more: object = {}) => {
      return { ID_ART, PRECIO_LPI: 100, ACTUALIZADO: '2026-11-21T10:30:00Z', ...more }
    }
    const last = `2/${FAR_AT}`
    const erp = await pagedList('/precios', {
      first: '0',
      pages: {
        0: [row(1), row(2), row(2, { PRECIO_LPI: 110, DESDE: FAR })],
        [last]: Array.from({ length: 28 }, (_, at) => row(at + 3)),
      },
      later: [{ ID_ART: 2, DESDE: FAR, BAJA: 1, ACTUALIZADO: '2026-12-01T10:00:00Z' }],
    })
    const { db } = database()
    const read = () => {
      const service = restErp({ url: erp.url, token: 'x', pause: async () => {} })
      return importFeed(db, restFeed({ erp: service, db: db.kysely }))
    }
    try {
      expect((await read()).files).toMatchObject([{ outcome: 'imported', inserted: 1, unchanged: 30 }])
      expect([erp.asked, await waiting()]).toEqual([['0', last], [[2, FAR_AT, 110_00]]])
      expect((await read()).files).toMatchObject([{ outcome: 'imported', deactivated: 1 }])
      expect([await waiting(), await priceOf(2)]).toEqual([[], 100_00])
    } finally {
      await erp.close()
    }
  })

  test('go on, as promotions do, for the article that goes on for theirs', async () => {
    const { kysely } = database().db
    await take([PRICES, ...all(), `2;110;${FAR}`])
    const { id } = await kysely
      .insertInto('promotion')
      .values({ name: 'Reyes', covers: 'articles', begins_at: FAR_AT, ends_at: FARTHER_AT })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('promotion_article').values({ promotion_id: id, article_id: 2, price: 90_00 }).execute()
    const articles = await kysely.selectFrom('article').select(['id', 'code']).orderBy('id').execute()
    const heading = 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO'
    const rows = articles.map((article) => `${article.id === 2 ? 902 : article.id};${article.code};Oso;;1;0;0;1;;1`)
    await writeFile(join(folder, 'articulos.csv'), [heading, ...rows, ''].join('\r\n'))
    await rm(join(folder, 'precios.csv'))
    const { files } = await importFeed(database().db, await openFolderFeed(folder))
    expect(files).toMatchObject([{ outcome: 'imported', inserted: 1, deactivated: 1 }])
    expect(await waiting()).toEqual([[902, FAR_AT, 110_00]])
    expect(await kysely.selectFrom('promotion_article').selectAll().execute()).toEqual([
      { promotion_id: id, article_id: 902, price: 90_00 },
    ])
  })
})
