import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findExact } from '../../../contract/catalogue.ts'
import { priceOf } from '../../../contract/price.ts'
import { raiseCatalogueVersion, readVersion } from '../../db/catalogue-version.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('prices that begin and end by themselves', (database) => {
  let first: TestApp
  let second: TestApp
  let buyers: TestCaller[]

  let articleId: number
  let clientId: number

  beforeAll(async () => {
    const { db } = database()
    articleId = (await makeArticle(db, { code: '00700', listPrice: 10_000 })).id
    await db.kysely.insertInto('price_list').values({ id: 4, name: 'Interior' }).execute()
    await setListPrice('-infinity', 9_000)
    clientId = (await makeClient(db, { list_id: 4 })).id
    first = await openTestApp(db)
    second = await openTestApp(db)
    const user = await makeUser(db, 'cliente', { client_id: clientId })
    buyers = [await first.as(user), await second.as(user)]
  })
  afterAll(() => Promise.all([first.close(), second.close()]))

  const shown = (code = '00700') =>
    Promise.all(buyers.map(async (buyer) => priceOf((await buyer.call(findExact, { query: { code } })).data[0]!)))

  test('each is shown once it begins, in every instance, and what follows when it ends', {
    timeout: 60_000,
  }, async () => {
    const { db } = database()
    const version = () => readVersion(db.kysely)
    const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    expect(await shown()).toEqual([9_000, 9_000])
    await setListPrice(later(1_500), 9_500)
    const own = {
      client_id: clientId,
      article_id: articleId,
      since: later(3_000),
      until: later(4_500),
      list_price: 7_000,
    }
    await db.kysely
      .insertInto('client_price')
      .values({ id: '1', ...own })
      .execute()
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    const before = await version()
    for (const price of [9_500, 7_000, 9_500])
      await vi.waitFor(async () => expect(await shown()).toEqual([price, price]), { timeout: 20_000, interval: 50 })
    // Two instances watch, and each turn raised the version once.
    expect((await version()) - before).toBe(3)
  })

  test('so is a promotion: begun for all who look at once, over at its end, and the version raised once for each', {
    timeout: 60_000,
  }, async () => {
    const { db } = database()
    const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    const plain = await shown()
    // One moment for both: two calls can be a millisecond apart, and then it ran for that millisecond.
    const withdrawn = later(800)
    const promotions = await db.kysely
      .insertInto('promotion')
      .values([
        // Ended before it began: never ran.
        { name: 'Retirada', percent: 9_000, covers: 'articles', begins_at: withdrawn, ends_at: withdrawn },
        { name: 'Corta', percent: 2_000, covers: 'articles', begins_at: later(1_500), ends_at: later(3_000) },
      ])
      .returning('id')
      .execute()
    await db.kysely
      .insertInto('promotion_article')
      .values(promotions.map(({ id }) => ({ promotion_id: id, article_id: articleId })))
      .execute()
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    const before = await readVersion(db.kysely)
    for (const prices of [plain.map((cents) => (cents * 80) / 100), plain])
      await vi.waitFor(async () => expect(await shown()).toEqual(prices), { timeout: 20_000, interval: 50 })
    expect((await readVersion(db.kysely)) - before).toBe(2)
  })

  test('the base list changes in every instance when a price begins that waited, once (R353)', {
    timeout: 60_000,
  }, async () => {
    const { db } = database()
    const { id } = await makeArticle(db, { code: '00701', listPrice: 5_000 })
    const since = new Date(Date.now() + 1_500).toISOString()
    await db.kysely.insertInto('price_ahead').values({ article_id: id, since, list_price: 6_000 }).execute()
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    const before = await readVersion(db.kysely)
    await vi.waitFor(async () => expect(await shown('00701')).toEqual([6_000, 6_000]), {
      timeout: 20_000,
      interval: 50,
    })
    expect((await readVersion(db.kysely)) - before).toBe(1)
    expect(await db.kysely.selectFrom('price_ahead').selectAll().execute()).toEqual([])
  })

  const setListPrice = (since: string, list_price: number) =>
    database()
      .db.kysely.insertInto('list_price')
      .values({ id: `4/${since}`, list_id: 4, article_id: articleId, since, list_price })
      .execute()
})
