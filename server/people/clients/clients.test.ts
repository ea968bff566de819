import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart, saveCartLine } from '../../../contract/cart.ts'
import {
  CLIENT_MATCHES,
  findClients,
  getClient,
  getClientByCode,
  getClientZone,
  listAllPendingCarts,
  listClients,
  listClientsForOrders,
  listPendingCarts,
  listSellersClients,
} from '../../../contract/clients.ts'
import { priceOf } from '../../../contract/price.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { clientAddresses } from '../../../contract/users.ts'
import { clientSearchText } from '../../lib/search-text.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('clients', (database) => {
  let app: TestApp
  let seller: number
  let sellerUser: { id: number }
  let vendedor: TestCaller
  let other: TestCaller
  let admin: TestCaller
  let cliente: TestCaller

  const searchable = (given: { code: string; business_name: string; cuit: string }) => ({
    ...given,
    search_text: clientSearchText({ ...given, businessName: given.business_name }),
  })
  const names = async (caller: TestCaller, text: string) =>
    (await caller.call(findClients, { query: { text, page: 0, recent: [] } })).data.map(
      ({ businessName }) => businessName,
    )

  beforeAll(async () => {
    const { db } = database()
    seller = await makeSeller(db)
    const stranger = await makeSeller(db)
    const made = [
      ['A-10', 'Juguetería Güemes SRL', '30712345671', seller],
      ['A-100', 'Güemes Juguetes de Salta', '30700000016', seller],
      ['B-7', 'El Payaso Rojo', '20111111112', stranger],
      ['B_8', 'Libros y Juguetes 100% Rojos', '27222222223', stranger],
    ] as const
    for (const [code, business_name, cuit, seller_id] of made)
      await makeClient(db, { ...searchable({ code, business_name, cuit }), seller_id })
    sellerUser = await makeUser(db, 'vendedor', { seller_id: seller })
    app = await openTestApp(db)
    vendedor = await app.as(sellerUser)
    other = await app.as(await makeUser(db, 'vendedor', { seller_id: stranger }))
    admin = await app.as(await makeUser(db, 'admin'))
    cliente = await app.as(await makeUser(db, 'cliente'))
  })
  afterAll(() => app.close())

  test('words are found in any order, without accents, parts of words last', async () => {
    expect(await names(admin, 'guemes jug')).toEqual(['Güemes Juguetes de Salta', 'Juguetería Güemes SRL'])
    expect(await names(admin, 'SRL güe')).toEqual(['Juguetería Güemes SRL'])
    expect(await names(admin, 'rojo')).toEqual(['El Payaso Rojo', 'Libros y Juguetes 100% Rojos'])
    expect(await names(admin, 'ayaso')).toEqual(['El Payaso Rojo'])
    expect(await names(admin, '\\ -')).toEqual([])
  })

  test('a code and a CUIT are found whole or begun, with and without dashes', async () => {
    expect(await names(admin, 'a-10')).toEqual(['Juguetería Güemes SRL', 'Güemes Juguetes de Salta'])
    expect(await names(admin, '30-71234567-1')).toEqual(['Juguetería Güemes SRL'])
    expect(await names(admin, '30-7123')).toEqual(['Juguetería Güemes SRL'])
    expect(await names(admin, '2011111')).toEqual(['El Payaso Rojo'])
  })

  test('signs that mean something to the database are letters like any other', async () => {
    expect(await names(admin, '100%')).toEqual(['Libros y Juguetes 100% Rojos'])
    expect(await names(admin, 'b_8')).toEqual(['Libros y Juguetes 100% Rojos'])
    expect(await names(admin, '\\')).toEqual([])
  })

  test('a vendedor finds and lists the own clients only', async () => {
    expect(await names(vendedor, 'jug')).toHaveLength(2)
    expect(await names(vendedor, 'rojo')).toEqual([])
    expect((await vendedor.call(listClients)).data).toHaveLength(2)
    expect((await admin.call(listClients)).data).toHaveLength(4)
    expect((await admin.call(listSellersClients, { query: { userId: sellerUser.id } })).data).toHaveLength(2)
    expect((await vendedor.call(listSellersClients)).data).toHaveLength(2)
    expect((await other.call(listSellersClients, { query: { userId: sellerUser.id } })).status).toBe(403)
    expect((await vendedor.call(getClientByCode, { query: { code: 'B-7' } })).data).toBeNull()
    expect((await other.call(getClientByCode, { query: { code: 'b-7' } })).json).toMatchObject({
      RAZONSOCIAL_CLI: 'El Payaso Rojo',
      CUIT_CLI: '20111111112',
    })
    expect((await cliente.call(findClients, { query: { text: 'jug', page: 0, recent: [] } })).status).toBe(403)
  })

  test('a vendedor without a seller has no clients', async () => {
    const lost = await app.as(await makeUser(database().db, 'vendedor'))
    expect((await lost.call(listClients)).data).toEqual([])
    expect(await names(lost, 'jug')).toEqual([])
    expect((await lost.call(listAllPendingCarts)).data).toEqual([])
  })

  test('one client by id, with the zone, and null for none', async () => {
    const { db } = database()
    await db.kysely.insertInto('zone').values({ id: 77, name: 'Norte' }).execute()
    const { id } = await makeClient(db, { seller_id: seller, zone_id: 77, sale_condition: 4, active: false })
    expect((await vendedor.call(getClient, { query: { id } })).data).toMatchObject({ id, condition: 4 })
    expect((await vendedor.call(getClientZone, { query: { id } })).data).toBe(77)
    expect((await other.call(getClient, { query: { id } })).status).toBe(403)
    expect((await admin.call(getClient, { query: { id: 999_999 } })).data).toBeNull()
    expect((await vendedor.call(listClients)).data.map((one) => one.id)).not.toContain(id)
  })

  test('one call answers all that orders for the own clients need', async () => {
    const { db } = database()
    const mine = await makeSeller(db)
    const carrier = await db.kysely
      .insertInto('carrier')
      .values({ id: 31, name: 'Cruz del Sur' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const full = await makeClient(db, {
      seller_id: mine,
      code: 'D-1',
      business_name: 'Duende',
      contact_name: 'Eva',
      cuit: '30712345671',
      sale_condition: 4,
      search_text: 'a',
      addresses: 3,
    })
    const [first, second, closed] = full.addresses as [number, number, number]
    const change = (id: number, values: { carrier_id?: number; active?: boolean }) =>
      db.kysely.updateTable('client_address').set(values).where('id', '=', id).execute()
    await change(second, { carrier_id: carrier.id })
    await change(closed, { active: false })
    const none = await makeClient(db, { seller_id: mine, addresses: 0, search_text: 'b' })
    await makeClient(db, { seller_id: mine, active: false })
    const orders = [second, first].map((address_id) => ({
      user_id: sellerUser.id,
      client_id: full.id,
      business_name: '',
      address: '',
      sale_line: 'c',
      sale_condition: 4,
      note: '',
      total: 0,
      line_count: 0,
      channel: 'web' as const,
      address_id,
      created_by: sellerUser.id,
    }))
    for (const order of orders) await db.kysely.insertInto('sales_order').values(order).execute()
    const their = await app.as(await makeUser(db, 'vendedor', { seller_id: mine }))
    const { json } = await their.call(listClientsForOrders)
    expect(json).toEqual([
      {
        ID_CLI: full.id,
        codigo: 'D-1',
        RAZONSOCIAL_CLI: 'Duende',
        nombre: 'Eva',
        CUIT_CLI: '30712345671',
        IDCDV_CLI: 4,
        linea: 'c',
        ultima: first,
        direcciones: [
          expect.objectContaining({ ID_DIR: first, LOCALIDAD_DIR: 'Salta', NOMBRE_EXP: '' }),
          expect.objectContaining({ ID_DIR: second, NOMBRE_EXP: 'Cruz del Sur' }),
        ],
        reglas: { PEDIDO_MINIMO: null, ENVIO_SIN_CARGO: null, DIAS_ENTREGA: [] },
      },
      expect.objectContaining({ ID_CLI: none.id, linea: 'j', ultima: null, direcciones: [] }),
    ])
    // The same as one call for each.
    const one = await their.call(clientAddresses, { params: { clientId: full.id } })
    expect(json[0]).toMatchObject({ direcciones: one.json })
    const all = (await admin.call(listClientsForOrders)).data.map(({ id }) => id)
    expect(all).toEqual((await admin.call(listClients)).data.map(({ id }) => id))
    expect((await vendedor.call(listClientsForOrders)).data.map(({ id }) => id)).not.toContain(full.id)
    expect((await cliente.call(listClientsForOrders)).status).toBe(403)
  })

  test('at most so many clients are answered, the same ones each time', async () => {
    const { db } = database()
    const rows = Array.from({ length: CLIENT_MATCHES + 5 }, (_, n) => {
      const client = { code: `M${n}`, business_name: `Muchos ${n % 3}`, cuit: '' }
      return { ...searchable(client), id: 500_000 + n, sale_condition: 1 }
    })
    await db.kysely.insertInto('client').values(rows).execute()
    const page = async (text: string, at: number) =>
      (await admin.call(findClients, { query: { text, page: at, recent: [] } })).data
    const first = await page('muchos', 0)
    expect(first).toHaveLength(CLIENT_MATCHES)
    expect(await page('muchos', 0)).toEqual(first)
    const rest = await page('muchos', 1)
    expect(rest).toHaveLength(5)
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(CLIENT_MATCHES + 5)
    // Without a text the list is all of them by name, page by page, and a vendedor's the own ones.
    const everybody = (await admin.call(listClients)).data
    expect([...(await page('', 0)), ...(await page('  ', 1))]).toMatchObject(everybody)
    expect(await names(vendedor, '')).toEqual(
      (await vendedor.call(listClients)).data.map(({ businessName }) => businessName),
    )
  })

  test('the clients had last come first, each with its locality and the lines of the own cart (R258)', async () => {
    const { db } = database()
    const mine = await makeSeller(db)
    const named = (business_name: string, addresses: number) =>
      makeClient(db, { ...searchable({ code: business_name, business_name, cuit: '' }), seller_id: mine, addresses })
    const [abeja, bruja, cometa] = [await named('Abeja', 1), await named('Bruja', 0), await named('Cometa', 2)]
    const [first] = cometa.addresses
    await db.kysely.updateTable('client_address').set({ locality: 'Cariló' }).where('id', '=', first!).execute()
    const article = await makeArticle(db, { listPrice: 500_00 })
    const [their, mate] = [
      await app.as(await makeUser(db, 'vendedor', { seller_id: mine })),
      await app.as(await makeUser(db, 'vendedor', { seller_id: mine })),
    ]
    await app.upToDate()
    const body = { id: null, articleId: article.id, quantity: 3, note: '', clientId: bruja.id }
    expect((await their.call(saveCartLine, { body })).status).toBe(200)
    const found = async (caller: TestCaller, text: string, recent: number[]) =>
      (await caller.call(findClients, { query: { text, page: 0, recent } })).data
    const rows = await found(their, '', [cometa.id, bruja.id])
    expect(rows.map(({ id }) => id)).toEqual([cometa.id, bruja.id, abeja.id])
    expect(rows.map(({ locality }) => locality)).toEqual(['Cariló', '', 'Salta'])
    expect(rows.map(({ cartLines }) => cartLines)).toEqual([0, 1, 0])
    expect((await found(mate, '', [])).map(({ cartLines }) => cartLines)).toEqual([0, 0, 0])
    // A better match stays the better one.
    expect((await found(their, 'abeja', [cometa.id])).map(({ id }) => id)).toEqual([abeja.id])
    // A client of another seller is none of them.
    expect((await found(other, '', [cometa.id])).map(({ id }) => id)).not.toContain(cometa.id)
  })

  test('waiting carts add up to what the carts show, and each seller has the own ones', async () => {
    const { db } = database()
    const prices = [
      [38_30, 500, 3],
      [99_99, 3_333, 7],
      [1, 4_999, 1_000],
      [12_345_678_90, 1, 999],
    ] as const
    const articles: number[] = []
    for (const [listPrice, discount] of prices) articles.push((await makeArticle(db, { listPrice, discount })).id)
    const gone = await makeArticle(db, { listPrice: 500_00 })
    articles.push(gone.id)
    const client = await makeClient(db, { seller_id: seller, cuit: '30711111118', email: 'cli@example.test' })
    await app.upToDate()
    for (const [n, articleId] of articles.entries()) {
      const body = { id: null, articleId, quantity: prices[n]?.[2] ?? 1, note: '', clientId: client.id }
      expect((await vendedor.call(saveCartLine, { body })).status).toBe(200)
    }
    await db.kysely.updateTable('article').set({ active: false }).where('id', '=', gone.id).execute()
    const [cart, ...more] = (await vendedor.call(listAllPendingCarts)).data
    expect(more).toEqual([])
    const lines = (await admin.call(getCart, { query: { userId: sellerUser.id, clientId: client.id } })).data
    const total = lines
      .filter(({ sold }) => sold)
      .reduce((sum, line) => sum + lineAmount(priceOf(line), line.quantity), 0)
    expect(cart).toMatchObject({
      userId: sellerUser.id,
      clientId: client.id,
      total,
      lineCount: 5,
      cuit: '30711111118',
      email: 'cli@example.test',
      seller: `Vendedor ${seller}`,
    })
    expect(Date.parse(cart!.updatedAt)).toBeGreaterThan(0)
    expect((await other.call(listAllPendingCarts)).data).toEqual([])
    expect((await other.call(listPendingCarts, { query: { userId: sellerUser.id } })).status).toBe(403)
    expect((await admin.call(listPendingCarts, { query: { userId: sellerUser.id } })).data).toEqual([cart])
    expect((await admin.call(listAllPendingCarts)).data).toContainEqual(cart)
  })
})
