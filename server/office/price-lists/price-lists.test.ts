/** The lists of prices as the office reads them (R356). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BASE_LIST,
  CLIENT_PRICES_PAGE,
  getArticlePrices,
  getClientTerms,
  listClientPrices,
  listPriceLists,
} from '../../../contract/price-lists.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { type MadeArticle, makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

withDatabases('lists of prices', (database) => {
  let app: TestApp
  let admin: TestCaller
  let supervisor: TestCaller
  let bear: MadeArticle
  let ball: MadeArticle
  const [INLAND, SOUTH, OLD] = [10, 20, 30]
  const tomorrow = inDays(1)
  const monthAgo = inDays(-30)

  const inList = (list: number, article: number, price: number, since = '-infinity', active = true) =>
    database()
      .db.kysely.insertInto('list_price')
      .values({
        id: `${list}-${article}-${since}`,
        list_id: list,
        article_id: article,
        since,
        list_price: price,
        active,
      })
      .execute()

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    supervisor = await app.as(await makeUser(db, 'supervisor'))
    bear = await makeArticle(db, { code: 'OSO', listPrice: 100_00, discount: 500 })
    ball = await makeArticle(db, { code: 'PELOTA', listPrice: 50_00 })
    const gone = await makeArticle(db, { active: false })
    await db.kysely
      .insertInto('price_list')
      .values([
        { id: SOUTH, name: 'sur' },
        { id: INLAND, name: 'Interior' },
        { id: OLD, name: 'Anterior', active: false },
      ])
      .execute()
    await inList(INLAND, bear.id, 999_00)
    await inList(INLAND, bear.id, 38_30, monthAgo)
    await inList(INLAND, bear.id, 45_00, tomorrow)
    await inList(INLAND, bear.id, 1_00, inDays(-1), false)
    await inList(INLAND, gone.id, 10_00)
    await inList(SOUTH, ball.id, 0)
    await inList(OLD, bear.id, 7_00)
    await makeClient(db, { list_id: INLAND })
    await makeClient(db, { list_id: INLAND, active: false })
    await makeClient(db)
    await db.kysely
      .insertInto('price_step')
      .values([
        { id: 1, article_id: bear.id, units: 12, percent: 1_000 },
        { id: 2, article_id: bear.id, units: 6, percent: 300 },
        { id: 3, article_id: bear.id, list_id: INLAND, units: 24, percent: 2_000 },
        { id: 4, article_id: bear.id, list_id: INLAND, units: 1, percent: 700 },
      ])
      .execute()
  })
  afterAll(() => app.close())

  test('the base list says when its next prices begin, and an article which one', async () => {
    const { kysely } = database().db
    const waiting = { article_id: bear.id, since: tomorrow, list_price: 120_00 }
    await kysely.insertInto('price_ahead').values(waiting).execute()
    expect((await supervisor.call(listPriceLists)).data[0]).toMatchObject({ id: null, next: tomorrow })
    const [base, inland] = await pricesOf(bear.id)
    expect(base).toMatchObject({ listPrice: 100_00, next: tomorrow, nextPrice: 120_00 })
    expect(inland).toMatchObject({ nextPrice: 45_00 })
    await kysely.deleteFrom('price_ahead').execute()
  })

  const pricesOf = async (articleId: number) =>
    (await supervisor.call(getArticlePrices, { params: { articleId } })).data.lists

  test('each list says how many buy by it, what it holds now, and when its next prices begin', async () => {
    expect((await supervisor.call(listPriceLists)).data).toEqual([
      { id: null, name: BASE_LIST, active: true, clients: 1, articles: 2, next: null, isOwn: false },
      { id: INLAND, name: 'Interior', active: true, clients: 1, articles: 1, next: tomorrow, isOwn: false },
      // A price of 0 is none.
      { id: SOUTH, name: 'sur', active: true, clients: 0, articles: 0, next: null, isOwn: false },
      { id: OLD, name: 'Anterior', active: false, clients: 0, articles: 0, next: null, isOwn: false },
    ])
  })

  test('an article costs by a list what began there last, with the steps of all lists and its own', async () => {
    const [base, inland] = await pricesOf(bear.id)
    expect(base).toMatchObject({
      ...{ id: null, listed: true, listPrice: 100_00, discount: 500, unitPrice: 95_00 },
      steps: [{ units: 12, percent: 1_000, unitPrice: 90_00 }],
    })
    expect(inland).toMatchObject({
      ...{ id: INLAND, listed: true, since: monthAgo, listPrice: 38_30, discount: 700, unitPrice: 35_62 },
      steps: [
        { units: 12, percent: 1_000, unitPrice: 34_47 },
        { units: 24, percent: 2_000, unitPrice: 30_64 },
      ],
      ...{ next: tomorrow, nextPrice: 45_00 },
    })
  })

  test('an article that a list lacks costs there what it costs by the base list, or nothing, as is set', async () => {
    const southern = async () => (await pricesOf(bear.id)).find(({ id }) => id === SOUTH)
    expect(await southern()).toMatchObject({ listed: false, since: null, listPrice: 100_00, unitPrice: 95_00 })
    // A list out of use lacks everything.
    expect((await pricesOf(bear.id)).find(({ id }) => id === OLD)).toMatchObject({ listed: false, listPrice: 100_00 })
    const set = (value: string) => admin.call(saveSettings, { body: [{ key: 'LISTA_INCOMPLETA', value }] })
    await set('consultar')
    const lacking = await southern()
    expect(lacking).toMatchObject({ listed: false, listPrice: 0, unitPrice: 0 })
    expect(lacking?.steps).toBeUndefined()
    await set('base')
    // What the list says to be without a price is not lacking.
    expect((await pricesOf(ball.id)).find(({ id }) => id === SOUTH)).toMatchObject({ listed: true, listPrice: 0 })
    expect((await supervisor.request('GET', '/api/listas/articulo/2147483647')).status).toBe(404)
  })

  test('a promotion that runs is in what an article costs by a list, and named (R358)', async () => {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('promotion')
      .values({
        ...{ name: 'Verano', covers: 'articles', lists: [INLAND], begins_at: monthAgo, ends_at: tomorrow },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('promotion_article')
      .values({ promotion_id: id, article_id: bear.id, price: 20_00 })
      .execute()
    const [base, inland] = await pricesOf(bear.id)
    expect(base).toMatchObject({ unitPrice: 95_00, promotion: '' })
    expect(inland).toMatchObject({ listed: true, since: monthAgo, listPrice: 20_00, discount: 0, unitPrice: 20_00 })
    expect(inland).toMatchObject({ promotion: 'Promoción Verano' })
    expect(inland?.steps).toBeUndefined()
    await kysely.updateTable('promotion').set({ ends_at: monthAgo }).where('id', '=', id).execute()
  })

  test('a client buys by its list with its bonus, which is in the prices where that is set', async () => {
    const { db } = database()
    const client = await makeClient(db, { list_id: INLAND, bonus: 550 })
    const termsOf = async (clientId: number) => (await supervisor.call(getClientTerms, { params: { clientId } })).data
    const terms = { id: INLAND, name: 'Interior', active: true, bonus: 550, isBonusInPrices: false }
    expect(await termsOf(client.id)).toEqual(terms)
    await admin.call(saveSettings, { body: [{ key: 'BONIF_EN_PRECIOS', value: '1' }] })
    expect(await termsOf(client.id)).toEqual({ ...terms, isBonusInPrices: true })
    await admin.call(saveSettings, { body: [{ key: 'BONIF_EN_PRECIOS', value: '0' }] })
    const another = await makeClient(db)
    expect(await termsOf(another.id)).toMatchObject({ id: null, name: BASE_LIST, active: true, bonus: 0 })
    expect((await supervisor.request('GET', '/api/listas/cliente/2147483647')).status).toBe(404)
  })

  test('prices of a client alone: those that hold and will, with their dates, page by page', async () => {
    const { db } = database()
    const [client, other] = [await makeClient(db), await makeClient(db)]
    const own = (clientId: number, article: number, price: number, since: string, until: string, more = {}) => ({
      ...{ id: `${clientId}-${article}-${since}`, client_id: clientId, article_id: article, list_price: price },
      ...{ since, until, ...more },
    })
    const weekAgo = inDays(-7)
    await db.kysely
      .insertInto('client_price')
      .values([
        own(client.id, bear.id, 30_00, '-infinity', 'infinity'),
        own(client.id, bear.id, 20_00, weekAgo, tomorrow, { with_discount: true }),
        own(client.id, bear.id, 1_00, monthAgo, weekAgo),
        own(client.id, ball.id, 40_00, tomorrow, 'infinity'),
        own(client.id, ball.id, 2_00, weekAgo, 'infinity', { active: false }),
        own(other.id, ball.id, 3_00, weekAgo, 'infinity'),
      ])
      .execute()
    const page = async (at: number) =>
      (await supervisor.call(listClientPrices, { params: { clientId: client.id }, query: { page: at } })).data
    expect(await page(0)).toMatchObject([
      { code: 'OSO', listPrice: 30_00, withDiscount: false, since: null, until: null, state: 'reemplazado', total: 3 },
      { code: 'OSO', listPrice: 20_00, withDiscount: true, since: weekAgo, until: tomorrow, state: 'vigente' },
      { code: 'PELOTA', listPrice: 40_00, since: tomorrow, until: null, state: 'futuro' },
    ])
    for (let n = 0; n < CLIENT_PRICES_PAGE; n++) {
      const { id } = await makeArticle(db, { code: `Z${String(n).padStart(2, '0')}` })
      await db.kysely
        .insertInto('client_price')
        .values(own(client.id, id, 9_00, '-infinity', 'infinity'))
        .execute()
    }
    expect((await page(0)).at(0)?.total).toBe(CLIENT_PRICES_PAGE + 3)
    expect((await page(1)).map(({ code }) => code)).toEqual(['Z22', 'Z23', 'Z24'])
  })
})
