/** A client that the ERP put out of use: whoever sends an order, by whatever door, is refused, and nothing is lost (R317). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import { searchProducts } from '../../../contract/catalogue.ts'
import { getFeedStatus } from '../../../contract/erp.ts'
import { importOrders, reviewImport } from '../../../contract/order-import.ts'
import { createOrder, myOrders, repeatOrder } from '../../../contract/orders.ts'
import { filterUsers } from '../../../contract/user-admin.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const TO_CLIENT = 'Su cuenta de cliente no está activa. Comuníquese con nosotros.'
const TO_STAFF = 'El cliente no está activo en el sistema de gestión'
const CUIT = '30712345671'

withDatabases('the gate of orders', (database) => {
  let app: TestApp
  let article: { id: number }
  let client: MadeClient
  let buyer: TestCaller
  let seller: TestCaller
  let admin: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    article = await makeArticle(db, { code: '00123', listPrice: 1_000_01 })
    admin = await app.as(await makeUser(db, 'admin'))
    await app.upToDate()
  })
  afterAll(() => app.close())

  /** A client in use, with its user, its seller, and a line in the cart of each. */
  beforeEach(async () => {
    const { db } = database()
    await db.kysely.updateTable('client').set({ cuit: '' }).where('cuit', '=', CUIT).execute()
    const sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId, cuit: CUIT })
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    await save(buyer, null)
    await save(seller, client.id)
  })
  const save = async (caller: TestCaller, clientId: number | null) => {
    const body = { id: null, articleId: article.id, quantity: 12, note: 'con moño', clientId }
    expect((await caller.call(saveCartLine, { body })).status).toBe(200)
  }
  const putOutOfUse = async () => {
    const { kysely } = database().db
    await kysely.updateTable('client').set({ active: false }).where('id', '=', client.id).execute()
    await kysely.updateTable('client_address').set({ active: false }).where('client_id', '=', client.id).execute()
  }
  const order = (caller: TestCaller, query: { clientId?: number; addressId?: number; shownTotal?: number } = {}) =>
    caller.call(createOrder, {
      query: { note: '', addressId: 0, ...query },
      headers: { 'idempotency-key': 'ABCDEFGHIJKLMNOP' },
    })
  const refusedWith = (message: string) => ({ status: 403, json: { error: 'FORBIDDEN', message } })

  test('its user orders nothing, sees catalogue and orders, and keeps the cart', async () => {
    expect((await order(buyer)).status).toBe(200)
    await save(buyer, null)
    await putOutOfUse()
    const again = (query: Parameters<typeof order>[1]) =>
      buyer.call(createOrder, {
        query: { note: '', addressId: 0, ...query },
        headers: { 'idempotency-key': 'QRSTUVWXYZABCDEF' },
      })
    // Pickup, an address that went with the client, and a total that the device knew before prices changed.
    for (const query of [{}, { addressId: client.addresses[0]! }, { shownTotal: 1 }])
      expect(await again(query)).toMatchObject(refusedWith(TO_CLIENT))
    expect((await buyer.call(getSimpleCart, { query: {} })).data).toHaveLength(1)
    expect((await buyer.call(myOrders, { query: { page: 0, text: '' } })).data).toHaveLength(1)
    expect((await buyer.request('GET', `${searchProducts.path}?index=0&n=00123`)).status).toBe(200)
    // What was answered before is answered again: the order stands.
    expect((await order(buyer)).status).toBe(200)
  })

  test('nor does its seller, who keeps the cart too', async () => {
    await putOutOfUse()
    expect(await order(seller, { clientId: client.id })).toMatchObject(refusedWith(TO_STAFF))
    expect((await seller.call(getSimpleCart, { query: { clientId: client.id } })).data).toHaveLength(1)
  })

  test('an order repeated fills the cart and goes no further', async () => {
    const { orderId } = (await order(buyer)).data
    await putOutOfUse()
    expect((await buyer.call(repeatOrder, { params: { id: orderId } })).status).toBe(200)
    expect(
      await buyer.call(createOrder, {
        query: { note: '', addressId: 0 },
        headers: { 'idempotency-key': 'QRSTUVWXYZABCDEF' },
      }),
    ).toMatchObject(refusedWith(TO_CLIENT))
    expect((await buyer.call(getSimpleCart, { query: {} })).data).toHaveLength(1)
  })

  test('an import says it before and after, and makes the orders of the others', async () => {
    const { db } = database()
    const other = await makeClient(db, { cuit: '30700000016', addresses: 0 })
    await putOutOfUse()
    const file = `CUIT;NUMERO;CODIGO;CANTIDAD\n${CUIT};7;00123;12\n30700000016;8;00123;12\n`
    const { json } = await postFile(app.app, admin, `${reviewImport.path}`, file, { name: 'pedidos.csv' })
    const review = json as { pedidos: { motivo: string }[] }
    expect(review.pedidos.map(({ motivo }) => motivo)).toEqual([TO_STAFF, ''])
    const items = [{ code: '00123', quantity: 12, price: 0, note: '', row: 2 }]
    const outcomes = await admin.call(importOrders, {
      body: [
        { cuit: CUIT, addressId: 0, condition: 1, items },
        { cuit: '30700000016', addressId: 0, condition: 1, items },
      ],
    })
    expect(outcomes.data.map(({ reason }) => reason)).toEqual([TO_STAFF, ''])
    const made = await db.kysely.selectFrom('sales_order').select('client_id').where('channel', '=', 'import').execute()
    expect(made).toEqual([{ client_id: other.id }])
  })

  test('the office sees whose users cannot order', async () => {
    const before = (await admin.call(getFeedStatus)).data.usersOutOfUse
    await putOutOfUse()
    expect((await admin.call(getFeedStatus)).data.usersOutOfUse).toBe(before + 1)
    const query = { page: 0, name: '', type: '', enabled: '', active: '', clientInUse: '0' }
    const { data } = await admin.call(filterUsers, { query })
    expect(data.length).toBe(before + 1)
    expect(data.every(({ clientInUse }) => !clientInUse)).toBe(true)
  })
})
