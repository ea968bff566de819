/** What a buyer narrows by, through HTTP (R365, R366): the caller's prices, and nobody else's orders. */
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogueFilter, categoryTree, searchProducts, suggestTexts } from '../../../contract/catalogue.ts'
import { filterOptions } from '../../../contract/filter-options.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { type MadeArticle, type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('what a buyer narrows by', (database) => {
  let app: TestApp
  let articles: Record<'ball' | 'doll' | 'car' | 'kite', MadeArticle>
  let clients: Record<'a' | 'b' | 'like', MadeClient>
  let callers: Record<'a' | 'b' | 'like' | 'alone' | 'seller', TestCaller>
  const users = new Map<TestCaller, number>()

  beforeAll(async () => {
    const { db } = database()
    const row = { name: 'Rasti', position: 1 }
    const brand = await db.kysely.insertInto('brand').values(row).returning('id').executeTakeFirstOrThrow()
    articles = {
      ball: await makeArticle(db, {
        brand_id: brand.id,
        code: 'B1',
        description: 'Pelota',
        listPrice: 1_000,
        units_per_pack: 10,
      }),
      doll: await makeArticle(db, { code: 'D1', description: 'Muñeca', listPrice: 2_000, units_per_pack: 10 }),
      car: await makeArticle(db, {
        code: 'C1',
        description: 'Auto',
        listPrice: 3_000,
        units_per_pack: 10,
        promo: true,
      }),
      kite: await makeArticle(db, { code: 'K1', description: 'Barrilete', listPrice: 4_000, units_per_pack: 0 }),
    }
    await db.kysely.updateTable('article').set({ stock: 3 }).where('code', 'in', ['B1', 'C1']).execute()
    await db.kysely
      .updateTable('listing')
      .set({ created_at: sql<string>`now() - interval '40 days'` })
      .where('article_id', '<>', articles.kite.id)
      .execute()
    const sellerId = await makeSeller(db)
    clients = {
      a: await makeClient(db, { seller_id: sellerId }),
      b: await makeClient(db, { seller_id: sellerId }),
      // The same prices and as many orders as the first has.
      like: await makeClient(db, { seller_id: sellerId }),
    }
    // Another price of one's own, which takes no discount, and a promotion for all.
    await db.kysely
      .insertInto('client_price')
      .values({
        ...{ id: `${clients.b.id}/x`, client_id: clients.b.id, article_id: articles.doll.id, list_price: 500 },
        ...{ since: sql<string>`'-infinity'`, until: sql<string>`'infinity'`, with_discount: false },
      } as never)
      .execute()
    const promotion = await db.kysely
      .insertInto('promotion')
      .values({
        ...{ name: 'Semana', percent: 1_000, covers: 'articles', lists: null },
        ...{ begins_at: sql<string>`now() - interval '1 day'`, ends_at: sql<string>`now() + interval '1 day'` },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.kysely
      .insertInto('promotion_article')
      .values({ promotion_id: promotion.id, article_id: articles.doll.id, price: null })
      .execute()
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    app = await openTestApp(db)
    const sign = async (type: 'cliente' | 'vendedor', given: object) => {
      const user = await makeUser(db, type, given)
      const caller = await app.as(user)
      users.set(caller, user.id)
      return caller
    }
    callers = {
      a: await sign('cliente', { client_id: clients.a.id }),
      b: await sign('cliente', { client_id: clients.b.id }),
      like: await sign('cliente', { client_id: clients.like.id }),
      alone: await sign('cliente', {}),
      seller: await sign('vendedor', { seller_id: sellerId }),
    }
    await takes(callers.a, clients.a.id, articles.ball)
    await takes(callers.b, clients.b.id, articles.doll)
    await takes(callers.like, clients.like.id, articles.car)
  })
  afterAll(() => app.close())

  async function takes(by: TestCaller, clientId: number, article: MadeArticle): Promise<void> {
    const { kysely } = database().db
    const userId = users.get(by) ?? 0
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        ...{ user_id: userId, client_id: clientId, business_name: 'x', address_id: 0, address: 'x' },
        ...{ sale_condition: 1, channel: 'web', created_by: userId, line_count: 1, total: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('sales_order_line')
      .values({
        ...{ order_id: id, article_id: article.id, code: article.code, description: 'x', list_price: 1, discount: 0 },
        ...{ unit_price: 1, multiple: 1, quantity: 1, created_by: userId, channel: 'web' },
      })
      .execute()
  }

  const all = { text: '', order: 'default' as const, page: 0 }
  const codes = async (caller: TestCaller, filter: Partial<CatalogueFilter>) =>
    (await caller.call(searchProducts, { query: { ...all, ...filter } })).data.map(({ code }) => code).sort()

  test('new, in stock, cheaper, taken and the price of a bulto narrow the search, alone and together', async () => {
    const { a } = callers
    expect(await codes(a, { isNew: true })).toEqual(['K1'])
    expect(await codes(a, { inStock: true })).toEqual(['B1', 'C1'])
    expect(await codes(a, { isCheaper: true })).toEqual(['C1', 'D1'])
    expect(await codes(a, { taken: true })).toEqual(['B1'])
    expect(await codes(a, { taken: false })).toEqual(['C1', 'D1', 'K1'])
    // The promotion lowers the doll to 18 pesos: ten of them are 180.
    expect(await codes(a, { minPack: 18_000, maxPack: 30_000 })).toEqual(['C1', 'D1'])
    expect(await codes(a, { inStock: true, taken: false, isCheaper: true })).toEqual(['C1'])
  })

  test('cheaper and the price of a bulto go by the prices of the client that is asked about', async () => {
    // An own price without discount is nobody's promotion.
    expect(await codes(callers.b, { isCheaper: true })).toEqual(['C1'])
    expect(await codes(callers.b, { maxPack: 9_000 })).toEqual(['D1'])
    expect(await codes(callers.seller, { isCheaper: true, clientId: clients.b.id })).toEqual(['C1'])
    expect(await codes(callers.seller, { isCheaper: true, clientId: clients.a.id })).toEqual(['C1', 'D1'])
  })

  test('the same address answers each client what it took, whoever asked before, and a seller the chosen one', async () => {
    const url = '/api/pedidos/productos/filtros?index=0&llevado=si'
    // Compressed, because those answers are kept.
    const ask = async (caller: TestCaller, address = url, etag = '') => {
      const { headers, statusCode, rawPayload } = await app.app.inject({
        url: address,
        headers: { authorization: `Bearer ${caller.token}`, 'accept-encoding': 'gzip', 'if-none-match': etag },
      })
      const rows = headers['content-encoding'] === 'gzip' ? JSON.parse(gunzipSync(rawPayload).toString()) : []
      return { etag: String(headers.etag), statusCode, codes: rows.map(codeOf) as string[] }
    }
    const codeOf = (row: { CODIGO_ART: string }) => row.CODIGO_ART
    const first = await ask(callers.a)
    expect(first.codes).toEqual(['B1'])
    // Neither the kept answer nor an entity tag of the one is the other's.
    expect((await ask(callers.b, url, first.etag)).codes).toEqual(['D1'])
    expect((await ask(callers.like, url, first.etag)).codes).toEqual(['C1'])
    expect((await ask(callers.alone, url, first.etag)).codes).toEqual([])
    expect((await ask(callers.a, url, first.etag)).statusCode).toBe(304)
    expect((await ask(callers.seller, `${url}&idcli=${clients.b.id}`)).codes).toEqual(['D1'])
    expect((await ask(callers.seller)).codes).toEqual([])
    const stranger = await app.as(
      await makeUser(database().db, 'vendedor', { seller_id: await makeSeller(database().db) }),
    )
    expect((await ask(stranger, `${url}&idcli=${clients.b.id}`)).statusCode).toBe(403)

    await takes(callers.a, clients.a.id, articles.kite)
    expect((await ask(callers.a, url, first.etag)).codes.sort()).toEqual(['B1', 'K1'])
    await database().db.kysely.deleteFrom('sales_order_line').where('article_id', '=', articles.kite.id).execute()
    await database()
      .db.kysely.deleteFrom('sales_order')
      .where(sql<boolean>`not exists (select from sales_order_line where order_id = sales_order.id)`)
      .execute()
  })

  test('what may be narrowed by is told with counts as the search has them; the tree counts the same', async () => {
    const { a } = callers
    const { data } = await a.call(filterOptions, { query: { text: '' } })
    expect(data).toEqual([
      { filter: 'isNew', value: '1', count: 1 },
      { filter: 'isCheaper', value: '1', count: 2 },
      { filter: 'inStock', value: '1', count: 2 },
      { filter: 'taken', value: 'si', count: 1 },
      { filter: 'taken', value: 'no', count: 3 },
      { filter: 'minPack', value: '', count: 3 },
    ])
    const { data: ofAlone } = await callers.alone.call(filterOptions, { query: { text: 'muñeca' } })
    expect(ofAlone).toEqual([{ filter: 'minPack', value: '', count: 1 }])
    const counted = async (filter: object) =>
      (await a.call(categoryTree, { query: { text: '', ...filter } })).data.reduce((sum, { count }) => sum + count, 0)
    // The others have no brand, and so no place in the tree.
    expect([await counted({ taken: true }), await counted({ taken: false })]).toEqual([1, 0])
    const { data: meant } = await a.call(suggestTexts, { query: { text: 'pelotta', taken: false } })
    expect(meant).toEqual([])
    expect((await a.call(suggestTexts, { query: { text: 'pelotta', taken: true } })).data).toEqual([
      { text: 'pelota', total: 1 },
    ])
  })

  test('ages, licence and gender narrow where the feed tells them, and are offered then (R367)', async () => {
    const { db } = database()
    const tell = (code: string, told: object) =>
      db.kysely.updateTable('article').set(told).where('code', '=', code).execute()
    await tell('B1', { age_from: 36, licence: 'Dinoamigos', gender: 'Niñas' })
    await tell('D1', { age_from: 6, age_to: 36, licence: 'DINOAMIGOS' })
    await tell('C1', { age_to: 60, licence: 'Astropatrulla' })
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.upToDate()
    const { a } = callers
    expect(await codes(a, { age: 36 })).toEqual(['B1', 'C1', 'D1'])
    expect(await codes(a, { age: 0 })).toEqual(['C1'])
    expect(await codes(a, { age: 72 })).toEqual(['B1'])
    expect(await codes(a, { licence: 'dinoamigos', gender: 'ninas' })).toEqual(['B1'])
    expect(await codes(a, { text: 'dinoamigos' })).toEqual(['B1', 'D1'])
    const { data } = await a.call(filterOptions, { query: { text: '', age: 72 } })
    const offered = data.filter(({ filter }) => ['age', 'licence', 'gender'].includes(filter))
    expect(offered.map(({ value, count }) => `${value}: ${count}`)).toEqual([
      ...['0: 1', '6: 2', '12: 2', '18: 2', '24: 2', '36: 3', '48: 2', '60: 2', '72: 1', '84: 1', '96: 1'],
      ...['108: 1', '120: 1', '144: 1', '168: 1'],
    ])
    const { data: all } = await a.call(filterOptions, { query: { text: '' } })
    expect(all.filter(({ filter }) => filter === 'licence' || filter === 'gender')).toEqual([
      { filter: 'licence', value: 'Dinoamigos', count: 2 },
      { filter: 'licence', value: 'Astropatrulla', count: 1 },
      { filter: 'gender', value: 'Niñas', count: 1 },
    ])
  })

  test.each(['llevado=quizas', 'bultoDesde=x', 'nuevo=2', 'edad=tres'])('%s is refused', async (query) => {
    expect((await callers.a.request('GET', `/api/pedidos/productos/filtros?index=0&${query}`)).status).toBe(400)
  })
})
