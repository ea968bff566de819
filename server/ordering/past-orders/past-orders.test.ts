/** Orders of the past on the screens: known to habits (R398), listed and repeated under their own name (R399), in no figure of the shop (R400). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSimpleCart } from '../../../contract/cart.ts'
import { getOrderWork, getPastFigures, getQuietClients, getSales, renewDashboard } from '../../../contract/dashboard.ts'
import { createOrder, myOrders } from '../../../contract/orders.ts'
import { getPastOrder, listPastOrders, repeatPastOrder } from '../../../contract/past-orders.ts'
import { takenArticles, usualOrder } from '../../../contract/usual-order.ts'
import { type MadeArticle, type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { unusualQuantities } from '../lines/unusual.service.ts'

withDatabases('orders of the past on the screens', (database) => {
  let app: TestApp
  let own: MadeClient
  let userId: number
  let client: TestCaller
  let seller: TestCaller
  let otherSeller: TestCaller
  let admin: TestCaller
  let ball: MadeArticle
  let doll: MadeArticle

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { seller_id: sellerId, business_name: 'Juguetería Sol' })
    ball = await makeArticle(db, {
      code: '00231',
      description: 'Pelota',
      multiple: 6,
      units_per_pack: 24,
      listPrice: 100_00,
    })
    doll = await makeArticle(db, { code: '231', description: 'Muñeca', listPrice: 50_00 })
    app = await openTestApp(db)
    const user = await makeUser(db, 'cliente', { client_id: own.id })
    userId = user.id
    client = await app.as(user)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    otherSeller = await app.as(await makeUser(db, 'vendedor', { seller_id: await makeSeller(db) }))
    admin = await app.as(await makeUser(db, 'admin'))
    await app.upToDate()
  })
  beforeEach(async () => {
    for (const table of ['past_order', 'sales_order_line', 'sales_order', 'cart_line'] as const)
      await database().db.kysely.deleteFrom(table).execute()
  })
  afterAll(() => app.close())

  type Line = readonly [code: string, quantity: number, price?: number | null]
  /** An order of the past at noon, so many days ago. */
  const makePast = async (
    id: number,
    daysAgo: number,
    lines: readonly Line[],
    more: { clientId?: number; state?: string; total?: number | null; shopOrder?: number } = {},
  ) => {
    const { kysely } = database().db
    const at = sql<string>`(((now() at time zone 'America/Argentina/Buenos_Aires')::date - ${daysAgo}::int)
      + time '12:00') at time zone 'America/Argentina/Buenos_Aires'`
    const { clientId = own.id, state = 'facturado', total = null, shopOrder = null } = more
    const head = { client_id: clientId, at, state, total, shop_order_id: shopOrder }
    const stored = { id, number: `0001-${id}`, ...head, line_count: lines.length, lines_total: null }
    await kysely.insertInto('past_order').values(stored).execute()
    for (const [nth, [code, quantity, price = 80_00]] of lines.entries())
      await kysely
        .insertInto('past_order_line')
        .values({ past_id: id, line: nth + 1, code, description: '', quantity, unit_price: price })
        .execute()
  }
  const taken = async (caller = client) =>
    (await caller.call(takenArticles, { query: { clientId: own.id } })).data.map(
      ({ articleId, quantity, unitPrice }) => [articleId, quantity, unitPrice],
    )

  test('the usual order and the last time know them, by the very code', async () => {
    for (const [at, days] of [91, 70, 49, 28].entries()) await makePast(at + 1, days, [['00231', 24]])
    const usual = (await client.call(usualOrder, { query: { clientId: own.id } })).data
    expect(usual.orders).toBe(4)
    expect(usual.lines).toMatchObject([
      { code: '00231', quantity: 24, everyDays: 21, times: 4, daysAgo: 28, lastUnitPrice: 80_00, due: true },
    ])
    expect(await taken()).toEqual([[ball.id, 24, 80_00]])
    expect(await taken(seller)).toEqual([[ball.id, 24, 80_00]])
  })

  test('what the ERP tells later is known at once, also where nothing but a quantity changed', async () => {
    await makePast(1, 9, [['00231', 24]])
    expect(await taken()).toEqual([[ball.id, 24, 80_00]])
    const { kysely } = database().db
    await kysely.updateTable('past_order_line').set({ quantity: 36 }).execute()
    await kysely.updateTable('past_order').set({ changed_at: sql`now() + interval '1 second'` }).execute()
    expect(await taken()).toEqual([[ball.id, 36, 80_00]])
    await makePast(2, 8, [['231', 5]])
    expect((await taken()).toSorted()).toEqual(
      [
        [ball.id, 36, 80_00],
        [doll.id, 5, 80_00],
      ].toSorted(),
    )
  })

  test('what was called off, what came back and what the shop itself sold tell nothing of a client', async () => {
    await makePast(1, 9, [['00231', 24]], { state: 'Anulado' })
    await makePast(2, 8, [['231', -3]])
    await makePast(3, 7, [['231', 7]], { shopOrder: 12 })
    await makePast(4, 6, [['nada', 7]])
    expect(await taken()).toEqual([])
    await makePast(5, 5, [
      ['231', 9, null],
      ['231', -2, null],
    ])
    // Without a price: the quantity is known, and nothing is compared.
    expect(await taken()).toEqual([[doll.id, 7, 0]])
    const { changes } = (await client.call(usualOrder, { query: { clientId: own.id } })).data
    expect(changes.filter(({ kind }) => kind === 'up' || kind === 'down')).toEqual([])
  })

  test('an unusual quantity is judged by the most that was ever ordered, also in the past', async () => {
    const { kysely } = database().db
    const ask = (quantity: number) =>
      unusualQuantities(
        kysely,
        { userId, clientId: own.id },
        [{ articleId: ball.id, quantity, multiple: 6, unitsPerPack: 24 }],
        () => 0,
      )
    // 400 are under 20 bultos, and far above ten times what the client takes.
    expect((await ask(400)).size).toBe(0)
    await makePast(1, 300, [['00231', 30]])
    expect((await ask(400)).get(ball.id)?.most).toBe(30)
    expect((await ask(300)).size).toBe(0)
  })

  test('are listed for who may see their client, the last first, and found by number, day and code', async () => {
    const other = await makeClient(database().db)
    await makePast(11, 40, [['00231', 6]], { total: 900_00 })
    await makePast(12, 10, [['231', 6]])
    await makePast(13, 5, [['231', 6]], { clientId: other.id })
    await makePast(14, 4, [['231', 6]], { shopOrder: 3 })
    const list = async (caller: TestCaller, text = '', clientId: number | undefined = own.id) =>
      (await caller.call(listPastOrders, { query: { page: 0, size: 25, clientId, text } })).data
    expect(await list(client)).toMatchObject([
      { id: 12, matches: 2, number: '0001-12', total: null, lineCount: 1 },
      { id: 11, total: 900_00, state: 'facturado', businessName: 'Juguetería Sol' },
    ])
    const ids = async (text: string) => (await list(seller, text)).map(({ id }) => id)
    expect([await ids('0001-11'), await ids('00231'), await ids('facturado 12'), await ids('nada')]).toEqual([
      [11],
      [11],
      [12],
      [],
    ])
    // Nobody's without a chosen client, and none of them among the shop's orders.
    expect((await seller.call(listPastOrders, { query: { page: 0, text: '' } })).data).toEqual([])
    expect((await client.call(myOrders, { query: { page: 0, text: '' } })).data).toEqual([])
    const page = await client.call(getPastOrder, { params: { id: 11 } })
    expect(page.data).toMatchObject({ id: 11, lines: [{ code: '00231', description: 'Pelota', quantity: 6 }] })
    const status = async (caller: TestCaller, id: number) =>
      (await caller.call(getPastOrder, { params: { id } })).status
    expect([await status(client, 13), await status(client, 14), await status(seller, 11)]).toEqual([403, 404, 200])
    expect([await status(otherSeller, 11), await status(admin, 13)]).toEqual([403, 200])
  })

  test('repeating one takes today’s prices and multiples, and tells of what no article has', async () => {
    await makePast(1, 400, [
      ['00231', 7, 40_00],
      ['VIEJO', 3, 10_00],
      ['231', 5, null],
      ['231', -5],
    ])
    const repeated = await client.call(repeatPastOrder, {
      params: { id: 1 },
      body: { clientId: own.id, clearCart: true },
    })
    expect(repeated.data).toMatchObject([
      { code: '00231', outcome: 'cantidad', askedQuantity: 7, quantity: 6, unitPriceBefore: 40_00, unitPrice: 100_00 },
      { code: 'VIEJO', outcome: 'sin-venta', quantity: 0, unitPriceBefore: 10_00 },
    ])
    expect((await client.call(getSimpleCart)).data).toMatchObject([{ quantity: 6 }])
  })

  test('one whose quantities nobody can order is told, and the cart stays as it was', async () => {
    await makePast(1, 400, [
      ['00231', 2_147_483_647],
      ['00231', 2_147_483_647],
      ['231', 2_000_000],
    ])
    const repeated = await client.call(repeatPastOrder, { params: { id: 1 }, body: { clientId: own.id } })
    expect(repeated.data).toMatchObject([
      { code: '00231', outcome: 'sin-venta', askedQuantity: 2_147_483_647, quantity: 0, reason: expect.any(String) },
      { code: '231', outcome: 'sin-venta', askedQuantity: 2_000_000, quantity: 0, reason: expect.any(String) },
    ])
    expect((await client.call(getSimpleCart)).data).toEqual([])
  })

  test('no figure of the shop counts them; they stand under their own name', async () => {
    const { kysely } = database().db
    await client.call(repeatPastOrder, { params: { id: 1 }, body: { clientId: own.id } })
    const query = { note: '', addressId: 0 }
    await kysely
      .insertInto('cart_line')
      .values({
        user_id: userId,
        client_id: own.id,
        article_id: ball.id,
        quantity: 6,
        shown_price: 100_00,
        channel: 'web',
        created_by: userId,
      })
      .execute()
    expect((await client.call(createOrder, { query })).status).toBe(200)
    const figures = async () => {
      await admin.call(renewDashboard)
      const { at: _, ...sales } = (await admin.call(getSales)).data
      return [sales, (await admin.call(getOrderWork)).data, (await admin.call(getQuietClients)).data]
    }
    const jobs = async () => (await kysely.selectFrom('job').select('id').orderBy('id').execute()).map(({ id }) => id)
    const [before, jobsBefore] = [await figures(), await jobs()]
    await makePast(1, 0, [['00231', 24]], { total: 5_000_00 })
    await makePast(2, 400, [['00231', 24]], { total: null })
    await makePast(3, 3, [['00231', 24]], { total: 7_00, shopOrder: 1 })
    expect(await figures()).toEqual(before)
    expect(await jobs()).toEqual(jobsBefore)
    const { orders, amount, clients, years } = (await admin.call(getPastFigures)).data
    expect([orders, amount, clients, years.reduce((sum, year) => sum + year.orders, 0)]).toEqual([2, 5_000_00, 1, 2])
  })
})
