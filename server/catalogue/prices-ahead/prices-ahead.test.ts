/** Prices as they will be (R360): on a day for the office, and the next ones for who buys. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExact } from '../../../contract/catalogue.ts'
import { priceOf } from '../../../contract/price.ts'
import { dayTexts, listComingPrices, listDayPrices } from '../../../contract/prices-ahead.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const DAY = 86_400_000
/** A day in Argentina, counted from today. */
const day = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * DAY).toISOString().slice(0, 10)
/** Its first moment there. */
const begin = (days: number) => `${day(days)}T03:00:00.000Z`

withDatabases('prices as they will be', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let stranger: TestCaller
  let clientId: number
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    const { db } = database()
    for (const [code, listPrice] of [
      ['00700', 100_00],
      ['BASE', 50_00],
      ['12', 30_00],
      ['IGUAL', 10_00],
      ['PROPIO', 70_00],
    ] as const)
      ids[code] = (await makeArticle(db, { code, listPrice })).id
    const price = (list_price: number, since: string, code: string) => ({
      ...{ id: `${code}${since}`, list_id: 7, article_id: ids[code]!, since, list_price },
    })
    await db.kysely.insertInto('price_list').values({ id: 7, name: 'Interior' }).execute()
    await db.kysely
      .insertInto('list_price')
      .values([
        price(80_00, '-infinity', '00700'),
        price(90_00, begin(3), '00700'),
        price(95_00, begin(9), '00700'),
        price(9_00, '-infinity', 'IGUAL'),
        price(9_00, begin(3), 'IGUAL'),
      ])
      .execute()
    await db.kysely
      .insertInto('price_ahead')
      .values({ article_id: ids.BASE!, since: begin(2), list_price: 40_00 })
      .execute()
    clientId = (await makeClient(db, { list_id: 7 })).id
    const own = { client_id: clientId, article_id: ids.PROPIO!, since: begin(1), until: begin(5), list_price: 60_00 }
    await db.kysely
      .insertInto('client_price')
      .values({ id: '1', ...own })
      .execute()
    await db.kysely
      .insertInto('promotion')
      .values({ name: 'Reyes', percent: 1_000, covers: 'articles', begins_at: begin(2), ends_at: begin(4) })
      .execute()
    await db.kysely
      .insertInto('promotion_article')
      .values({ promotion_id: 1, article_id: ids['12']!, price: null })
      .execute()
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
  })
  afterAll(() => app.close())

  const changes = async (at: string, of = clientId) =>
    (await admin.call(listDayPrices, { query: { day: at, clientId: of, page: 0 } })).data
  const inShort = (rows: Awaited<ReturnType<typeof changes>>) =>
    rows.map(({ code, before, after, reason }) => [code, before, after, reason])
  const coming = async (caller = buyer) => {
    const { data } = await caller.call(listComingPrices, { query: { articleIds: Object.values(ids) } })
    return new Map(data.map(({ articleId, ...price }) => [articleId, price]))
  }

  test('a day tells what costs a client something else then, and why: lists, own prices, the base list, promotions', async () => {
    expect(inShort(await changes(day(3)))).toEqual([
      ['00700', 80_00, 90_00, 'Lista Interior'],
      ['12', 30_00, 27_00, 'Promoción Reyes'],
      ['BASE', 50_00, 40_00, ''],
      ['PROPIO', 70_00, 60_00, 'Precio especial'],
    ])
    const [first] = await changes(day(3))
    expect(first).toMatchObject({ total: 4, dearer: 1 })
    expect(inShort(await changes(`${day(3)}T00:00`))).toHaveLength(4)
    // What has ended by then is over.
    expect(inShort(await changes(day(6)))).toEqual([
      ['00700', 80_00, 90_00, 'Lista Interior'],
      ['BASE', 50_00, 40_00, ''],
    ])
    // Who has no client buys by the base list.
    expect(inShort(await changes(day(3), -1))).toEqual([
      ['12', 30_00, 27_00, 'Promoción Reyes'],
      ['BASE', 50_00, 40_00, ''],
    ])
    const past = await admin.call(listDayPrices, { query: { day: day(0), clientId, page: 0 } })
    expect(past.json).toMatchObject({ details: [{ field: 'dia', message: dayTexts.past }] })
  })

  test('looking ahead changes no price of today', async () => {
    await changes(day(10))
    expect(priceOf((await buyer.call(findExact, { query: { code: '00700' } })).data[0]!)).toBe(80_00)
  })

  test('buyers are told the next price of what they look at, where the shop shows it, each its own', async () => {
    expect((await coming()).size).toBe(0)
    await admin.call(saveSettings, { body: [{ key: 'PRECIOS_PROXIMOS', value: '1' }] })
    const told = await coming()
    expect(told.get(ids['00700']!)).toEqual({ since: begin(3), unitPrice: 90_00 })
    expect(told.get(ids.BASE!)).toEqual({ since: begin(2), unitPrice: 40_00 })
    expect(told.get(ids.PROPIO!)).toEqual({ since: begin(1), unitPrice: 60_00 })
    // A promotion is no announced price, and what costs the same then is no news.
    expect([told.has(ids.IGUAL!), told.has(ids['12']!)]).toEqual([false, false])
    const others = await coming(stranger)
    expect([...others.keys()]).toEqual([ids.BASE])
  })
})
