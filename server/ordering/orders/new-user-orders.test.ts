/** Orders of client users who have no ERP client yet (R27, R234). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHistory } from '../../../contract/audit.ts'
import { saveCartLine } from '../../../contract/cart.ts'
import { handleNewUserOrder, listNewUserOrders } from '../../../contract/new-user-orders.ts'
import { listHistoricArticles, listHistoricClients, listHistory } from '../../../contract/order-admin.ts'
import { createOrder, lastDelivery, myOrders, NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { getUser, updateLegacyData, updateUser } from '../../../contract/user-admin.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('orders of new users', (database) => {
  let app: TestApp
  let admin: TestCaller
  let article: { id: number; code: string }

  beforeAll(async () => {
    const { db } = database()
    await db.kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await db.kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
    await db.kysely.insertInto('vat_condition').values({ id: 1, name: 'Responsable Inscripto' }).execute()
    article = await makeArticle(db, { listPrice: 10_00 })
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin', { first_name: 'Jefa' }))
  })
  afterAll(() => app.close())

  /** A user without a client, with an address of its own. */
  async function newUser(business_name = 'La Prospecta') {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { business_name, last_name: 'Paz', carrier_id: 1, zone_id: 1 })
    const { id: addressId } = await db.kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Mitre 2', city: 'Lanús', province_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...user, addressId, caller: await app.as(user) }
  }
  const orderOf = async ({ caller }: { caller: TestCaller }, addressId: number, note = ''): Promise<number> => {
    await app.upToDate()
    const body = { id: null, articleId: article.id, quantity: 3, note: 'sin caja|con moño', clientId: null }
    expect((await caller.call(saveCartLine, { body })).status).toBe(200)
    const made = await caller.call(createOrder, { query: { addressId, note } })
    expect(made.status).toBe(200)
    return made.data.orderId
  }
  const waiting = async () => (await admin.call(listNewUserOrders)).data.map(({ id }) => id)
  const link = async (userId: number, clientId: number | null) => {
    const user = (await admin.call(getUser, { params: { id: userId } })).data
    const body = { ...user, id: userId, clientId, password: '', legacy: null, version: undefined }
    const answer = await admin.call(updateUser, { body })
    expect(answer.status, answer.json?.message).toBe(200)
  }
  const historyOf = async (query: { clientId?: number; accountId?: number }) =>
    (await admin.call(listHistory, { query: { client: '', page: 0, ...query } })).data.map(({ id }) => id)
  const mark = (id: number, handled: boolean, by = admin) =>
    by.call(handleNewUserOrder, { params: { id }, body: { handled } })

  test('stand in the list with total, delivery and observation, also after their user was linked', async () => {
    const { db } = database()
    const user = await newUser()
    const first = await orderOf(user, user.addressId, 'Timbre 2 & "portón"')
    const pickup = await orderOf(user, PICKUP)
    const [, order] = (await admin.call(listNewUserOrders)).data
    expect(order).toMatchObject({
      id: first,
      clientId: NO_CLIENT,
      total: 30_00,
      address: 'Mitre 2, Lanús, Buenos Aires',
      note: 'Timbre 2 & "portón"',
      saleLine: 'j',
      saleCondition: 1,
    })
    // The user's own address and one of the client may have the same number.
    const client = await makeClient(db, { addresses: 0 })
    const address = { id: user.addressId, client_id: client.id, street: 'Otra 9', locality: 'Salta' }
    await db.kysely.insertInto('client_address').values(address).execute()
    await link(user.id, client.id)

    expect(await waiting()).toEqual(expect.arrayContaining([pickup, first]))
    expect(await historyOf({ clientId: client.id })).toEqual([pickup, first])
    const rows = (await user.caller.call(myOrders, { query: { page: 0, text: '' } })).data
    expect(rows).toMatchObject([
      { id: pickup, clientId: client.id, addressId: PICKUP },
      { id: first, clientId: client.id, addressId: NO_ADDRESS, address: 'Mitre 2, Lanús, Buenos Aires' },
    ])
    await mark(pickup, true)
    expect(await waiting()).not.toContain(pickup)
    expect(await waiting()).toContain(first)
    // An order without an address chooses none for the next order (R35).
    await db.kysely.deleteFrom('sales_order_line').where('order_id', '=', pickup).execute()
    await db.kysely.deleteFrom('sales_order').where('id', '=', pickup).execute()
    expect((await user.caller.call(lastDelivery, { query: {} })).data).toBe(NO_ADDRESS)
  })

  test('move with their user in one transaction, told to the log, and follow when the link is mended', async () => {
    const { db } = database()
    const user = await newUser()
    const made = await orderOf(user, PICKUP)
    const wrong = await makeClient(db)
    const right = await makeClient(db)
    await link(user.id, wrong.id)
    const later = await orderOf(user, PICKUP)
    expect(await historyOf({ clientId: wrong.id })).toEqual([later, made])
    await link(user.id, right.id)
    // Orders for a client stay with that client; orders of a new user move with the user.
    expect(await historyOf({ clientId: wrong.id })).toEqual([later])
    expect(await historyOf({ clientId: right.id })).toEqual([made])
    // The user's page finds both.
    expect(await historyOf({ accountId: user.id })).toEqual([later, made])
    const told = (await admin.call(getHistory, { params: { entity: 'order', id: made } })).data
    expect(told.map(({ action, by }) => [action, by.split(' ')[0]])).toContainEqual(['move', 'Jefa'])
    const moves = await db.kysely
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('entity', '=', 'order')
      .where('entity_id', '=', String(made))
      .orderBy('id')
      .execute()
    expect(moves).toEqual([
      { before: { client_id: NO_CLIENT }, after: { client_id: wrong.id } },
      { before: { client_id: wrong.id }, after: { client_id: right.id } },
    ])
  })

  test('an order that a device sends again after its user was linked is the same one (R22)', async () => {
    const user = await newUser()
    await app.upToDate()
    const line = { id: null, articleId: article.id, quantity: 3, note: '', clientId: null }
    expect((await user.caller.call(saveCartLine, { body: line })).status).toBe(200)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const sendOnce = (addressId: number) => user.caller.call(createOrder, { query: { addressId, note: '' }, headers })
    const made = await sendOnce(user.addressId)
    expect(made.status).toBe(200)
    await link(user.id, (await makeClient(database().db)).id)
    const again = await sendOnce(user.addressId)
    expect([again.status, again.data.orderId]).toEqual([200, made.data.orderId])
    // Another request with its key is none.
    expect((await sendOnce(PICKUP)).status).toBe(409)
  })

  test('move to the client that is made of the user', async () => {
    const user = await newUser()
    const made = await orderOf(user, PICKUP)
    const body = { userId: user.id, sellerId: null, saleCondition: 1, bonus: 0, vatConditionId: 1, zoneId: 1 }
    expect((await admin.call(updateLegacyData, { body })).status).toBe(200)
    const { clientId } = (await admin.call(getUser, { params: { id: user.id } })).data
    expect(await historyOf({ clientId: clientId! })).toEqual([made])
    expect(await waiting()).toContain(made)
  })

  test('leave the list when somebody says so, once, told to the log, and come back', async () => {
    const { db } = database()
    const user = await newUser()
    const made = await orderOf(user, PICKUP)
    const entries = () =>
      db.kysely
        .selectFrom('audit')
        .select('action')
        .where('entity', '=', 'order')
        .where('entity_id', '=', String(made))
        .execute()
    expect((await mark(made, true)).data).toBe(true)
    expect((await mark(made, true)).data).toBe(true)
    expect(await waiting()).not.toContain(made)
    expect(await entries()).toHaveLength(1)
    expect((await mark(made, false)).data).toBe(true)
    expect(await waiting()).toContain(made)
    expect(await entries()).toHaveLength(2)

    const { id: clientId } = await makeClient(db)
    const known = await makeUser(db, 'cliente', { client_id: clientId })
    const other = await orderOf({ caller: await app.as(known) }, PICKUP)
    expect(await waiting()).not.toContain(other)
    expect((await mark(other, true)).status).toBe(404)
    expect((await mark(999_999, true)).status).toBe(404)
    expect((await mark(made, true, user.caller)).status).toBe(403)
  })

  test('one of several clients whose orders match is chosen before articles are added up', async () => {
    const { db } = database()
    const client = await makeClient(db, { business_name: 'Bazar Ñandubay', search_text: 'bazar nandubay' })
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    const ofClient = await orderOf({ caller: buyer }, PICKUP)
    const one = await newUser('Kiosco Ñandubay')
    const two = await newUser('Kiosco Ñandubay')
    await orderOf(one, PICKUP)
    await orderOf(one, PICKUP)
    await orderOf(two, PICKUP)
    const { data: clients } = await admin.call(listHistoricClients, { query: { client: 'nandubay' } })
    expect(clients).toEqual([
      { clientId: client.id, userId: null, businessName: 'Bazar Ñandubay', orders: 1, total: 30_00 },
      { clientId: NO_CLIENT, userId: one.id, businessName: 'Kiosco Ñandubay', orders: 2, total: 60_00 },
      { clientId: NO_CLIENT, userId: two.id, businessName: 'Kiosco Ñandubay', orders: 1, total: 30_00 },
    ])
    const added = async (clientId: number, userId?: number) =>
      (await admin.call(listHistoricArticles, { query: { client: '', clientId, userId } })).data
    expect(await added(client.id)).toMatchObject([{ articleId: article.id, orders: 1, quantity: 3 }])
    expect(await added(NO_CLIENT, one.id)).toMatchObject([{ orders: 2, quantity: 6 }])
    expect(ofClient).toBeGreaterThan(0)
  })
})
