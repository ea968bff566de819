import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takenArticles, type UsualOrder, usualOrder } from '../../../contract/usual-order.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import {
  type MadeArticle,
  type MadeClient,
  type MadeUser,
  makeArticle,
  makeClient,
  makeSeller,
  makeUser,
} from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('the usual order', (database) => {
  let app: TestApp
  let own: MadeClient
  let foreign: MadeClient
  let user: MadeUser
  let client: TestCaller
  let seller: TestCaller
  let brand: number
  let balls: MadeArticle
  let dolls: MadeArticle
  let cars: MadeArticle

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { seller_id: sellerId })
    foreign = await makeClient(db)
    const row = { name: 'Rasti', position: 1 }
    brand = (await db.kysely.insertInto('brand').values(row).returning('id').executeTakeFirstOrThrow()).id
    balls = await makeArticle(db, { code: '00231', description: 'Pelota', brand_id: brand, multiple: 6 })
    dolls = await makeArticle(db, { code: 'RY10013', brand_id: brand, listPrice: 50_00, discount: 1000 })
    cars = await makeArticle(db, { code: 'AB20' })
    app = await openTestApp(db)
    user = await makeUser(db, 'cliente', { client_id: own.id })
    client = await app.as(user)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })
  beforeEach(async () => {
    for (const table of ['sales_order_line', 'sales_order'] as const)
      await database().db.kysely.deleteFrom(table).execute()
  })
  afterAll(() => app.close())

  /** An order `daysAgo` at noon in Argentina: quantity and unit price in cents by article id. */
  async function makeOrder(
    daysAgo: number,
    lines: readonly (readonly [article: MadeArticle, quantity: number, price?: number])[],
    { clientId = own.id, userId = user.id, refused = false } = {},
  ): Promise<void> {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        user_id: userId,
        client_id: clientId,
        business_name: 'x',
        address_id: 0,
        address: 'x',
        sale_condition: 1,
        channel: 'web',
        created_by: userId,
        line_count: lines.length,
        total: 0,
        erp_state: refused ? 'rejected' : null,
        created_at: sql<string>`(((now() at time zone 'America/Argentina/Buenos_Aires')::date - ${daysAgo}::int)
          + time '12:00') at time zone 'America/Argentina/Buenos_Aires'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [article, quantity, price = 100_00] of lines)
      await kysely
        .insertInto('sales_order_line')
        .values({
          order_id: id,
          article_id: article.id,
          code: article.code,
          description: 'x',
          list_price: price,
          discount: 0,
          unit_price: price,
          multiple: 1,
          quantity,
          created_by: userId,
          channel: 'web',
        })
        .execute()
  }
  const dayAgo = (days: number) => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format()
    return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  }
  const ask = async (caller: TestCaller, clientId?: number): Promise<UsualOrder> =>
    (await caller.call(usualOrder, { query: { clientId } })).data!
  const taken = async (caller: TestCaller, clientId?: number) =>
    (await caller.call(takenArticles, { query: { clientId } })).data!
  const lines = ({ lines: all }: UsualOrder) => all.map(({ code, quantity, due }) => [code, quantity, due])

  test('what was taken last, by day, whoever ordered it for the client; what was refused was not taken', async () => {
    await makeOrder(40, [[balls, 12]])
    await makeOrder(9, [
      [balls, 24, 120_50],
      [dolls, 1, 45_00],
    ])
    // Twice on one day is one purchase.
    await makeOrder(9, [[balls, 6, 118_00]], { userId: (await makeUser(database().db, 'vendedor')).id })
    await makeOrder(2, [[balls, 600]], { refused: true })
    await makeOrder(1, [[cars, 7]], { clientId: foreign.id })
    const expected = [
      // The price is that of the day's last order (R242).
      { articleId: balls.id, quantity: 30, day: dayAgo(9), unitPrice: 118_00 },
      { articleId: dolls.id, quantity: 1, day: dayAgo(9), unitPrice: 45_00 },
    ]
    const byId = (rows: Awaited<ReturnType<typeof taken>>) => rows.toSorted((a, b) => a.articleId - b.articleId)
    expect(byId(await taken(client))).toEqual(expected)
    expect(byId(await taken(seller, own.id))).toEqual(expected)
    // For staff without a chosen client no orders are read.
    expect(await taken(seller)).toEqual([])
    expect(await ask(seller)).toMatchObject({ orders: 0, lastDay: null, lines: [], changes: [] })
    expect((await seller.call(takenArticles, { query: { clientId: foreign.id } })).status).toBe(403)
    expect((await client.call(usualOrder, { query: { clientId: foreign.id } })).status).toBe(403)
  })

  test('another order, and its refusal by the ERP, are known at once', async () => {
    const { kysely } = database().db
    const quantities = async () => (await taken(client)).map(({ quantity }) => quantity)
    await makeOrder(9, [[balls, 24]])
    expect(await quantities()).toEqual([24])
    expect(await quantities()).toEqual([24])
    await makeOrder(2, [[balls, 6]])
    expect(await quantities()).toEqual([6])
    const { id } = await kysely
      .selectFrom('sales_order')
      .select(sql<number>`max(id)::int`.as('id'))
      .executeTakeFirstOrThrow()
    await kysely.updateTable('sales_order').set({ erp_state: 'rejected' }).where('id', '=', id).execute()
    expect(await quantities()).toEqual([24])
  })

  test('a client without an ERP client has the own orders, and no other such client’s', async () => {
    const { db } = database()
    const [buyer, neighbour] = [await makeUser(db), await makeUser(db)]
    await makeOrder(3, [[balls, 12]], { clientId: -1, userId: buyer.id })
    await makeOrder(3, [[dolls, 5]], { clientId: -1, userId: neighbour.id })
    expect(lines(await ask(await app.as(buyer)))).toEqual([['00231', 12, true]])
  })

  test('what is due by the own rhythm, with what it is made of; then what comes next', async () => {
    for (const days of [91, 70, 49, 28]) await makeOrder(days, [[balls, days === 49 ? 600 : 24]])
    for (const days of [42, 28, 14, 1]) await makeOrder(days, [[dolls, 5]])
    await makeOrder(60, [[cars, 9]])
    const order = await ask(client)
    expect(lines(order)).toEqual([
      ['00231', 24, true],
      ['RY10013', 5, false],
    ])
    expect(order).toMatchObject({ orders: 9, lastDay: dayAgo(1) })
    expect(order.lines[0]).toMatchObject({
      everyDays: 21,
      times: 4,
      lastDay: dayAgo(28),
      daysAgo: 28,
      lastQuantity: 24,
      multiple: 6,
      unitPrice: 100_00,
    })
    // Proposed lines can be ordered: they have the article's multiple and today's price.
    expect(order.lines[1]).toMatchObject({ everyDays: 14, unitPrice: 45_00 })
  })

  test('one order alone is proposed as it was; by the multiple of today', async () => {
    await makeOrder(5, [
      [balls, 10],
      [dolls, 3],
    ])
    expect(lines(await ask(client))).toEqual([
      ['00231', 12, true],
      ['RY10013', 3, true],
    ])
  })

  describe('what changed since the last order', () => {
    const changes = (order: UsualOrder) => order.changes.map(({ kind, code, before, now }) => [kind, code, before, now])

    test('dearer, cheaper, gone, and new in the own brands', async () => {
      const { db } = database()
      const gone = await makeArticle(db, { code: 'XX1' })
      await db.tx(async (t, publish) => {
        await t.updateTable('listing').set({ active: false }).where('article_id', '=', gone.id).execute()
        await raiseCatalogueVersion(t, publish)
      })
      await makeOrder(9, [
        [balls, 12, 80_00],
        [dolls, 1, 50_00],
        [cars, 1, 100_00],
        [gone, 1, 70_00],
      ])
      // What stood there before is not new; what is known to be older than anybody wrote down neither.
      const old = sql<string>`now() - interval '10 days'`
      for (const { id } of [balls, dolls, cars, gone])
        await db.kysely.updateTable('listing').set({ created_at: old }).where('article_id', '=', id).execute()
      const older = await makeArticle(db, { code: 'NW1', brand_id: brand })
      await db.kysely.updateTable('listing').set({ created_at: null }).where('article_id', '=', older.id).execute()
      await makeArticle(db, { code: 'NW2', brand_id: brand })
      await makeArticle(db, { code: 'NW3', brand_id: brand, listPrice: 0 })
      await makeArticle(db, { code: 'NW5', brand_id: brand, discount: 10_000 })
      await makeArticle(db, { code: 'NW4' })
      await app.upToDate()
      const order = await ask(client)
      expect(changes(order)).toEqual([
        ['up', '00231', 80_00, 100_00],
        ['down', 'RY10013', 50_00, 45_00],
        ['gone', 'XX1', 70_00, null],
        ['new', 'NW2', null, 100_00],
      ])
      expect(order.counts.map(({ count }) => count)).toEqual([1, 1, 1, 1])
      // Articles that cannot be ordered are never proposed.
      expect(lines(order).map(([code]) => code)).toEqual(['00231', 'RY10013', 'AB20'])
    })

    test('what is due and is sold no more stands with what is like it, and nowhere where nothing is', async () => {
      const { db } = database()
      const article = (code: string, description: string) => makeArticle(db, { code, description })
      const kite = await article('KT1', 'Barrilete águila grande')
      const drum = await article('KT2', 'Tambor')
      await article('KT3', 'Barrilete águila chico')
      await article('KT4', 'Barrilete')
      await db.tx(async (t, publish) => {
        const ids = [kite.id, drum.id]
        await t.updateTable('listing').set({ active: false }).where('article_id', 'in', ids).execute()
        await raiseCatalogueVersion(t, publish)
      })
      await app.upToDate()
      await makeOrder(5, [
        [kite, 10],
        [drum, 2],
        [balls, 6],
      ])
      const order = await ask(client)
      expect(lines(order)).toEqual([['00231', 6, true]])
      // The likest first; for the drum there is none.
      const gone = order.gone.map(({ code, quantity, proposals }) => [code, quantity, proposals.map((one) => one.code)])
      expect(gone).toEqual([['KT1', 10, ['KT3', 'KT4']]])
    })

    test('nothing for a client who never ordered', async () => {
      expect(await ask(client)).toMatchObject({ orders: 0, lastDay: null, lines: [], changes: [] })
    })
  })
})
