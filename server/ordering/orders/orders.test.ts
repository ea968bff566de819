import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCart, getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import {
  createOrder,
  getOrderLines,
  lastClientOrderNumber,
  lastDelivery,
  lastOrderNumber,
  myOrders,
  repeatOrder,
} from '../../../contract/orders.ts'
import { PAGE_SIZE } from '../../../contract/rules.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withBothDatabases } from '../../test/test-database.ts'

withBothDatabases('orders', (database, kind) => {
  let app: TestApp
  let rounded: { id: number; code: string }
  let plain: { id: number; code: string }

  beforeAll(async () => {
    const { db } = database()
    rounded = await makeArticle(db, { code: 'B-2', multiple: 6, listPrice: 38_30, discount: 500 })
    plain = await makeArticle(db, { code: 'A-1', listPrice: 1_000_01 })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())

  async function newBuyer(addresses = 1): Promise<{ buyer: TestCaller; client: MadeClient; userId: number }> {
    const { db } = database()
    const client = await makeClient(db, { addresses })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    return { buyer: await app.as(user), client, userId: user.id }
  }
  const fill = async (
    buyer: TestCaller,
    lines: [articleId: number, quantity: number][],
    clientId: number | null = null,
  ) => {
    await app.upToDate()
    for (const [articleId, quantity] of lines) {
      const body = { id: null, articleId, quantity, note: `nota ${articleId}`, clientId }
      expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
    }
  }
  const order = (buyer: TestCaller, query: Partial<Parameters<typeof confirm>[1]> = {}, key?: string) =>
    confirm(buyer, { note: '', ...query }, key)
  const confirm = (
    buyer: TestCaller,
    query: { note: string; clientId?: number; addressId?: number; condition?: number; shownTotal?: number },
    key?: string,
  ) => buyer.call(createOrder, { query, headers: key ? { 'idempotency-key': key } : {} })

  test('stock informs, and refuses an order line by line only while the setting says so', async () => {
    const { db } = database()
    const binding = (value: string) =>
      db.kysely
        .insertInto('setting')
        .values({ key: 'STOCK_OBLIGATORIO', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    const few = await makeArticle(db, { code: 'POCO-1', listPrice: 100 })
    const many = await makeArticle(db, { code: 'MUCHO-1', listPrice: 100 })
    await db.kysely.updateTable('article').set({ stock: 5 }).where('id', '=', few.id).execute()
    await db.kysely.updateTable('article').set({ stock: 500 }).where('id', '=', many.id).execute()
    const { buyer, client } = await newBuyer()
    const asked: [number, number][] = [
      [few.id, 6],
      [many.id, 6],
      [plain.id, 6],
    ]
    await fill(buyer, asked)
    await binding('1')
    const refused = await order(buyer, { addressId: client.addresses[0]! })
    expect(refused.status).toBe(409)
    expect(refused.json.message).toBe(
      'No hay stock suficiente de POCO-1 (pidió 6, hay 5). Cambie las cantidades para enviar el pedido',
    )
    expect((await buyer.call(countCart)).data).toBe(3)
    await binding('0')
    expect((await order(buyer, { addressId: client.addresses[0]! })).status).toBe(200)
  })

  test('an order freezes what was agreed, to the cent, and empties the cart', async () => {
    const { buyer, client } = await newBuyer()
    await fill(buyer, [
      [rounded.id, 30],
      [plain.id, 3],
    ])
    const total = 30 * 36_39 + 3 * 1_000_01
    const { data } = await order(buyer, {
      addressId: client.addresses[0]!,
      note: 'Entregar a la mañana',
      shownTotal: total,
    })
    expect(data.erpNumber).toBeGreaterThan(0)
    expect((await buyer.call(countCart)).data).toBe(0)
    const [row] = (await buyer.call(myOrders)).data
    expect(row).toMatchObject({
      id: data.orderId,
      erpNumber: data.erpNumber,
      total,
      lineCount: 2,
      clientId: client.id,
    })
    expect(row!.address).toContain('Calle')
    const lines = (await buyer.call(getOrderLines, { params: { id: data.orderId } })).data
    expect(lines).toMatchObject([
      { code: 'A-1', unitPrice: 1_000_01, quantity: 3, note: `nota ${plain.id}` },
      { code: 'B-2', unitPrice: 36_39, quantity: 30 },
    ])
    expect((await buyer.call(lastOrderNumber)).data).toBe(data.erpNumber)
  })

  test('the last delivery is where the last order of the client went', async () => {
    const { buyer, client } = await newBuyer(2)
    expect((await buyer.call(lastDelivery)).data).toBeNull()
    for (const addressId of [client.addresses[1]!, 0, client.addresses[0]!]) {
      await fill(buyer, [[plain.id, 1]])
      await order(buyer, { addressId })
      expect((await buyer.call(lastDelivery)).data).toBe(addressId)
      expect((await buyer.call(myOrders)).data[0]).toMatchObject({ addressId })
    }
  })

  test('a closed page refuses its calls to clients: orders, and filling a cart by repeating one', async () => {
    const { db } = database()
    const { buyer } = await newBuyer()
    await fill(buyer, [[plain.id, 1]])
    const { data } = await order(buyer, { addressId: 0 })
    const pages = [
      { key: 'PEDIDOS', value: '0' },
      { key: 'CARRITO', value: '0' },
    ] as const
    const repeat = () =>
      buyer.call(repeatOrder, { params: { id: data.orderId }, body: { clientId: null, clearCart: false } })
    try {
      await db.tx(async (t, publish) => {
        await t.insertInto('setting').values(pages).execute()
        publish('settings')
      })
      await expect.poll(async () => (await order(buyer)).status).toBe(403)
      expect((await repeat()).status).toBe(403)
    } finally {
      await db.tx(async (t, publish) => {
        await t.deleteFrom('setting').where('key', 'in', ['PEDIDOS', 'CARRITO']).execute()
        publish('settings')
      })
    }
    await expect.poll(async () => (await repeat()).status).toBe(200)
  })

  test('an order whose total no number can hold is refused, and the orders can still be read', async () => {
    const { db } = database()
    const { buyer } = await newBuyer()
    const dear = await makeArticle(db, { listPrice: 1_00 })
    await fill(buyer, [[dear.id, 1_000_000]])
    const { kysely } = db
    await kysely.updateTable('price').set({ list_price: 9e12 }).where('article_id', '=', dear.id).execute()
    const tooMuch = { id: null, articleId: dear.id, quantity: 999_999, note: '', clientId: null }
    await kysely.updateTable('catalogue_version').set({ version: 1_000_000 }).execute()
    await app.upToDate()
    expect((await buyer.call(saveCartLine, { body: tooMuch })).status).toBe(400)
    expect((await order(buyer, { addressId: 0 })).status).toBe(400)
    expect((await buyer.call(myOrders, { query: { page: 0, text: '' } })).data).toEqual([])
  })

  test('the last order number of who has no ERP client is the own one', async () => {
    const { db } = database()
    const ana = await app.as(await makeUser(db))
    const eva = await app.as(await makeUser(db))
    await fill(ana, [[plain.id, 1]])
    const { data } = await order(ana, { addressId: 0 })
    expect((await ana.call(lastClientOrderNumber)).data).toBe(data.erpNumber)
    for (const query of [{}, { clientId: -1 }]) {
      expect((await eva.call(lastClientOrderNumber, { query })).data).toBeNull()
    }
  })

  test('a later change of price does not touch an order', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const article = await makeArticle(db, { listPrice: 50_00 })
    await fill(buyer, [[article.id, 2]])
    const { orderId } = (await order(buyer)).data
    await db.kysely.updateTable('price').set({ list_price: 99_00 }).where('article_id', '=', article.id).execute()
    expect((await buyer.call(getOrderLines, { params: { id: orderId } })).data[0]!.unitPrice).toBe(50_00)
    expect((await buyer.call(myOrders)).data[0]!.total).toBe(100_00)
  })

  test('the same key answers the same order, also with a cart that was filled again', async () => {
    const { buyer, client } = await newBuyer()
    await fill(buyer, [[plain.id, 1]])
    const query = { addressId: client.addresses[0]! }
    const first = await order(buyer, query, 'clave-1')
    expect((await order(buyer, query, 'clave-1')).data).toEqual(first.data)
    await fill(buyer, [[plain.id, 5]])
    expect((await order(buyer, query, 'clave-1')).data).toEqual(first.data)
    expect((await buyer.call(countCart)).data).toBe(1)
    expect((await order(buyer, query, 'clave-2')).data.orderId).not.toBe(first.data.orderId)
    expect((await buyer.call(myOrders)).data).toHaveLength(2)
  })

  test('a seller is shown, on demand, also what the own clients ordered themselves, and no other client’s', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    const [own, other] = [await makeClient(db, { seller_id: seller }), await makeClient(db)]
    for (const { id } of [own, other]) {
      const buyer = await app.as(await makeUser(db, 'cliente', { client_id: id }))
      await fill(buyer, [[plain.id, 1]])
      expect((await order(buyer, { note: '', addressId: 0 })).status).toBe(200)
    }
    const shown = async (ofClients: boolean) =>
      (await vendedor.call(myOrders, { query: { page: 0, text: '', ofClients } })).data.map(({ clientId }) => clientId)
    expect([await shown(false), await shown(true)]).toEqual([[], [own.id]])
  })

  test('a key that has made its order for another client, address, note or terms names that order, and makes nothing', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const own = await makeClient(db, { seller_id: seller, sale_condition: 4, addresses: 2 })
    const other = await makeClient(db, { seller_id: seller })
    const vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    const [addressId, second] = own.addresses as [number, number]
    const query = { clientId: own.id, addressId, note: 'por la mañana' }
    await fill(vendedor, [[plain.id, 1]], own.id)
    const made = await order(vendedor, query, 'clave')
    expect(made.status).toBe(200)
    for (const change of [
      { clientId: other.id },
      { clientId: other.id, addressId: other.addresses[0]! },
      { addressId: second },
      { addressId: 0 },
      { note: 'por la tarde' },
      // The client's own condition, named: terms that stay when the client's own change.
      { condition: 4 },
      { condition: 1 },
    ]) {
      await fill(vendedor, [[plain.id, 7]], change.clientId ?? own.id)
      const refused = await order(vendedor, { ...query, ...change }, 'clave')
      expect([change, refused.status]).toEqual([change, 409])
      expect(refused.json).toMatchObject({
        error: 'CONFLICT',
        message: expect.stringContaining(`Numero de pedido: ${made.data.erpNumber}`),
        details: [{ IDCON_PED: made.data.orderId, NUMERO_PED: made.data.erpNumber }],
      })
    }
    expect((await vendedor.call(myOrders)).data).toHaveLength(1)
    expect((await vendedor.call(countCart, { query: { clientId: other.id } })).data).toBe(1)
    // Only the total of the request differs.
    expect((await order(vendedor, { ...query, shownTotal: 1 }, 'clave')).data).toEqual(made.data)
    await db.kysely.updateTable('client').set({ sale_condition: 1 }).where('id', '=', own.id).execute()
    expect((await order(vendedor, query, 'clave')).data).toEqual(made.data)
  })

  test('of two requests with one key for two clients at once one is made, and the other is told which', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const clients = [await makeClient(db, { seller_id: seller }), await makeClient(db, { seller_id: seller })]
    const vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    for (const { id } of clients) await fill(vendedor, [[plain.id, 1]], id)
    const answers = await Promise.all(clients.map(({ id }) => order(vendedor, { clientId: id, addressId: 0 }, 'clave')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const made = answers.find(({ status }) => status === 200)!
    const told = answers.find(({ status }) => status === 409)!
    expect(told.json).toMatchObject({ details: [{ IDCON_PED: made.data.orderId }] })
    expect((await vendedor.call(myOrders)).data).toHaveLength(1)
  })

  test('keys belong to their user', async () => {
    const one = await newBuyer(0)
    const other = await newBuyer(0)
    await fill(one.buyer, [[plain.id, 1]])
    await fill(other.buyer, [[plain.id, 2]])
    const first = await order(one.buyer, {}, 'clave-comun')
    const second = await order(other.buyer, {}, 'clave-comun')
    expect(second.data.orderId).not.toBe(first.data.orderId)
  })

  test('a refused attempt leaves neither an order nor its key behind', async () => {
    const { buyer, client } = await newBuyer()
    await fill(buyer, [[plain.id, 1]])
    const refused = await order(buyer, { addressId: 999_999 }, 'clave')
    expect(refused.status).toBe(400)
    expect(refused.json.message).toBe('Seleccione una direccion valida')
    expect((await buyer.call(myOrders)).data).toEqual([])
    expect((await buyer.call(countCart)).data).toBe(1)
    expect((await order(buyer, { addressId: client.addresses[0]! }, 'clave')).status).toBe(200)
  })

  test.each([
    ['ten requests with one key', () => 'la-misma'],
    ['ten requests with a key each', (n: number) => `clave-${n}`],
  ])('%s at once make exactly one order', async (_, keyOf) => {
    const { buyer, client } = await newBuyer()
    await fill(buyer, [
      [plain.id, 1],
      [rounded.id, 6],
    ])
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_unused, n) => order(buyer, { addressId: client.addresses[0]! }, keyOf(n))),
    )
    const made = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.IDCON_PED))
    expect(made.size).toBe(1)
    for (const { status, json } of answers) {
      if (status !== 200) expect([status, json.message]).toEqual([409, 'No hay items en tu carrito..'])
    }
    expect((await buyer.call(myOrders)).data).toHaveLength(1)
  })

  test('a total that is not what the screen showed is a conflict that names the changed lines', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const article = await makeArticle(db, { code: 'SUBE', listPrice: 10_00 })
    await fill(buyer, [
      [article.id, 2],
      [plain.id, 1],
    ])
    await db.kysely.updateTable('price').set({ list_price: 12_00 }).where('article_id', '=', article.id).execute()
    const refused = await order(buyer, { shownTotal: 20_00 + 1_000_01 })
    expect(refused.status).toBe(409)
    expect(refused.json.details).toEqual([
      {
        IDART_IO: article.id,
        CODIGO_ART: 'SUBE',
        DESCRIP_ART: expect.any(String),
        cantidad: 2,
        precio: 12,
        enVenta: 1,
      },
    ])
    expect((await buyer.call(countCart)).data).toBe(2)
    expect((await order(buyer, { shownTotal: 24_00 + 1_000_01 })).status).toBe(200)
  })

  test('an article no longer sold stops the order and is named', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const article = await makeArticle(db, { code: 'SALE' })
    await fill(buyer, [[article.id, 1]])
    await db.kysely.updateTable('article').set({ active: false }).where('id', '=', article.id).execute()
    const refused = await order(buyer)
    expect(refused.status).toBe(409)
    expect(refused.json.details).toMatchObject([{ CODIGO_ART: 'SALE', enVenta: 0 }])
  })

  test('an article whose whole price a discount takes stops the order, whatever total was shown (R6)', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const article = await makeArticle(db, { code: 'REGALO' })
    await fill(buyer, [[article.id, 1]])
    await db.kysely.updateTable('listing').set({ discount: 10_000 }).where('article_id', '=', article.id).execute()
    for (const shown of [{}, { shownTotal: 0 }]) {
      const refused = await order(buyer, shown)
      expect([refused.status, refused.json.details]).toMatchObject([409, [{ CODIGO_ART: 'REGALO', enVenta: 0 }]])
    }
  })

  test('addresses: pickup, none at all, and none chosen although there are some', async () => {
    const some = await newBuyer(2)
    await fill(some.buyer, [[plain.id, 1]])
    expect((await order(some.buyer, { addressId: -1 })).status).toBe(400)
    expect((await order(some.buyer, { addressId: 0 })).status).toBe(200)
    expect((await some.buyer.call(myOrders)).data[0]!.address).toBe('Retiro en el local')
    const none = await newBuyer(0)
    await fill(none.buyer, [[plain.id, 1]])
    expect((await order(none.buyer, { addressId: some.client.addresses[0]! })).status).toBe(400)
    expect((await order(none.buyer, { addressId: -1 })).status).toBe(200)
  })

  test('an empty cart is no order, and a client can not choose a condition', async () => {
    const { buyer } = await newBuyer(0)
    expect((await order(buyer)).json.message).toBe('No hay items en tu carrito..')
    await fill(buyer, [[plain.id, 1]])
    expect((await order(buyer, { condition: 4 })).status).toBe(400)
    expect((await order(buyer, { condition: -1 })).status).toBe(200)
  })

  test('a seller orders for own clients, and the client sees the order', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const own = await makeClient(db, { seller_id: seller, sale_condition: 4 })
    const vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    const client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
    await fill(vendedor, [[plain.id, 1]], own.id)
    const { data } = await order(vendedor, { clientId: own.id, addressId: own.addresses[0]! })
    const stored = await db.kysely
      .selectFrom('sales_order')
      .select(['sale_condition', 'sale_line', 'channel'])
      .where('id', '=', data.orderId)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ sale_condition: 4, sale_line: 'c', channel: 'web' })
    expect((await client.call(myOrders)).data.map(({ id }) => id)).toEqual([data.orderId])
    expect((await client.call(myOrders)).json[0]).not.toHaveProperty('creadoPor')
    expect((await client.call(myOrders)).json[0]).not.toHaveProperty('canal')
    expect((await vendedor.call(myOrders)).json[0]).toMatchObject({
      creadoPor: expect.stringContaining('Nombre'),
      canal: 'web',
    })

    // All orders of the chosen client, by any maker; no other client's.
    await fill(client, [[rounded.id, 6]])
    const byClient = await order(client, { addressId: own.addresses[0]! })
    const idsOf = async (caller: TestCaller, query: { clientId?: number; text?: string }) =>
      (await caller.call(myOrders, { query: { page: 0, text: '', ...query } })).data.map(({ id }) => id)
    expect(await idsOf(vendedor, {})).toEqual([data.orderId])
    expect(await idsOf(vendedor, { clientId: own.id })).toEqual([byClient.data.orderId, data.orderId])
    const foreign = { page: 0, text: '', clientId: (await makeClient(db)).id }
    expect((await vendedor.call(myOrders, { query: foreign })).status).toBe(403)
    expect((await client.call(myOrders, { query: foreign })).status).toBe(403)
    // By number, by an article's code, by the client's name without its accents, every word.
    expect(await idsOf(client, { text: `${byClient.data.orderId}` })).toContain(byClient.data.orderId)
    expect(await idsOf(client, { text: rounded.code })).toEqual([byClient.data.orderId])
    await db.kysely
      .updateTable('sales_order')
      .set({ business_name: 'JUGUETERÍA Ñandú' })
      .where('id', '=', data.orderId)
      .execute()
    expect(await idsOf(client, { text: 'nandu jugueteria' })).toEqual([data.orderId])
    expect(await idsOf(client, { text: 'nandu otra' })).toEqual([])

    const stranger = (await newBuyer()).buyer
    expect((await stranger.call(getOrderLines, { params: { id: data.orderId } })).status).toBe(403)
    const otherSeller = await app.as(await makeUser(db, 'vendedor', { seller_id: await makeSeller(db) }))
    expect((await otherSeller.call(getOrderLines, { params: { id: data.orderId } })).status).toBe(403)
    expect((await order(vendedor, { clientId: (await makeClient(db)).id })).status).toBe(403)
    expect((await order(vendedor)).status).toBe(403)
  })

  test('my orders come by pages, the last first, none twice', async () => {
    const { db } = database()
    const { buyer, client, userId } = await newBuyer()
    const row = (n: number) => ({
      user_id: userId,
      client_id: client.id,
      business_name: 'x',
      address_id: 0,
      address: `pedido ${n}`,
      sale_condition: 1,
      total: n,
      line_count: 1,
      channel: 'web' as const,
      created_by: userId,
    })
    await db.kysely
      .insertInto('sales_order')
      .values(Array.from({ length: PAGE_SIZE + 3 }, (_, n) => row(n)))
      .execute()
    const first = (await buyer.call(myOrders, { query: { page: 0, text: '' } })).data
    const second = (await buyer.call(myOrders, { query: { page: 1, text: '' } })).data
    expect([first.length, second.length]).toEqual([PAGE_SIZE, 3])
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  })

  test('repeating reports every line, at today’s multiples, and deletes the cart only when asked', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const leaves = await makeArticle(db, { code: 'R-1', description: 'Zeppelin azul' })
    await makeArticle(db, { code: 'R-9', description: 'Zeppelin rojo' })
    const grows = await makeArticle(db, { code: 'R-2', multiple: 1 })
    const stays = await makeArticle(db, { code: 'R-3' })
    await fill(buyer, [
      [leaves.id, 1],
      [grows.id, 10],
      [stays.id, 2],
    ])
    const { orderId } = (await order(buyer)).data
    await db.tx(async (t, publish) => {
      await t.updateTable('listing').set({ active: false }).where('article_id', '=', leaves.id).execute()
      await t.updateTable('article').set({ multiple: 12 }).where('id', '=', grows.id).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    await fill(buyer, [[plain.id, 1]])

    const params = { id: orderId }
    const added = (await buyer.call(repeatOrder, { params, body: { clientId: null, clearCart: false } })).data
    expect(added.map(({ code, outcome, quantity }) => [code, outcome, quantity])).toEqual([
      ['R-1', 'sin-venta', 0],
      ['R-2', 'cantidad', 12],
      ['R-3', 'agregado', 2],
    ])
    // A line that was not set has a reason and similar articles.
    expect(added.map(({ reason, proposals }) => [reason, proposals?.map(({ code }) => code)])).toEqual([
      ['Este artículo ya no está a la venta', ['R-9']],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect((await buyer.call(countCart)).data).toBe(3)
    await buyer.call(repeatOrder, { params, body: { clientId: null, clearCart: true } })
    const kept = (await buyer.call(getSimpleCart)).data
    expect(kept.map(({ articleId }) => articleId).sort()).toEqual([grows.id, stays.id].sort())
  })

  test('a repeated order tells what each line cost then and costs today', async () => {
    const { db } = database()
    const { buyer } = await newBuyer(0)
    const rises = await makeArticle(db, { code: 'P-1', listPrice: 7200_00 })
    const goes = await makeArticle(db, { code: 'P-2', listPrice: 50_00 })
    await fill(buyer, [
      [rises.id, 2],
      [goes.id, 1],
    ])
    const { orderId } = (await order(buyer)).data
    // 9.560 less 5 percent is 9.082 today.
    await db.tx(async (t, publish) => {
      await t.updateTable('price').set({ list_price: 9560_00 }).where('article_id', '=', rises.id).execute()
      await t.updateTable('listing').set({ discount: 500 }).where('article_id', '=', rises.id).execute()
      await t.updateTable('listing').set({ active: false }).where('article_id', '=', goes.id).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    const { data } = await buyer.call(repeatOrder, {
      params: { id: orderId },
      body: { clientId: null, clearCart: true },
    })
    expect(data.map(({ code, unitPriceBefore, unitPrice }) => [code, unitPriceBefore, unitPrice])).toEqual([
      ['P-1', 7200_00, 9082_00],
      ['P-2', 50_00, 0],
    ])
  })

  test('an order of 30 lines takes at most 12 SQL statements', async () => {
    const { db, place } = database()
    const { buyer, client } = await newBuyer()
    const articles = await Promise.all(Array.from({ length: 30 }, () => makeArticle(db)))
    await fill(
      buyer,
      articles.map(({ id }) => [id, 2]),
    )
    // Statements are counted on a second opening of the database; the embedded one can be opened only once.
    if (kind === 'embedded') return
    const statements: string[] = []
    const { openDatabase } = await import('../../db/open.ts')
    const counted = await openDatabase({ ...place.options, onStatement: (sql) => statements.push(sql) })
    const second = await openTestApp(counted)
    try {
      const user = await db.kysely
        .selectFrom('app_user')
        .select('id')
        .where('client_id', '=', client.id)
        .executeTakeFirstOrThrow()
      const again = await second.as(user)
      await again.call(countCart)
      statements.length = 0
      expect((await order(again, { addressId: client.addresses[0]! }, 'contada')).status).toBe(200)
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(12)
    } finally {
      await second.close()
      await counted.close()
    }
  })
})
