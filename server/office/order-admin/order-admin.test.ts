import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteCart, deleteCartLine, getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import {
  deleteCarts,
  HISTORY_PAGE_SIZE,
  listCarts,
  listHistoricArticles,
  listHistory,
  RESTORE_MINUTES,
  restoreCarts,
} from '../../../contract/order-admin.ts'
import { createOrder, emptyCart, getOrderLines } from '../../../contract/orders.ts'
import { NO_CLIENT, NO_SELLER } from '../../../contract/rules.ts'
import { clientSearchText } from '../../lib/search-text.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('orders and carts of all clients', (database) => {
  let app: TestApp
  let admin: TestCaller
  let adminId: number
  let supervisor: TestCaller
  let vendedor: TestCaller
  let vendedorId: number
  let stranger: TestCaller
  let prospect: TestCaller
  let prospectId: number
  let duende: Awaited<ReturnType<typeof newClient>>
  let payaso: Awaited<ReturnType<typeof newClient>>
  let article: { id: number; code: string }
  let other: { id: number; code: string }

  async function newClient(businessName: string, code: string, cuit: string, sellerId: number) {
    const { db } = database()
    const given = { code, business_name: businessName, cuit, seller_id: sellerId }
    const client = await makeClient(db, {
      ...given,
      search_text: clientSearchText({ code, businessName, cuit }),
      email: `${code}@example.test`,
    })
    const user = await makeUser(db, 'cliente', {
      client_id: client.id,
      phone: '387 4000000',
      mobile: '387 15 4111111',
      first_name: 'Clara',
      last_name: code,
      email: `clara.${code}@example.test`,
    })
    return { ...client, userId: user.id, caller: await app.as(user) }
  }

  beforeAll(async () => {
    const { db } = database()
    article = await makeArticle(db, { listPrice: 10_00 })
    other = await makeArticle(db, { listPrice: 2_50 })
    app = await openTestApp(db)
    const own = await makeSeller(db)
    const strangers = await makeSeller(db)
    const boss = await makeUser(db, 'admin')
    adminId = boss.id
    admin = await app.as(boss)
    supervisor = await app.as(await makeUser(db, 'supervisor'))
    const seller = await makeUser(db, 'vendedor', { seller_id: own, first_name: 'Vera', last_name: 'Paz' })
    vendedorId = seller.id
    vendedor = await app.as(seller)
    stranger = await app.as(await makeUser(db, 'vendedor', { seller_id: strangers }))
    const newcomer = await makeUser(db, 'cliente', { business_name: 'Kiosco Ñandú', first_name: 'Nora' })
    prospectId = newcomer.id
    prospect = await app.as(newcomer)
    duende = await newClient('Juguetería Güemes', 'D-1', '30712345671', own)
    payaso = await newClient('El Payaso', 'P-1', '30700000016', strangers)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await database().db.kysely.deleteFrom('cart_line').execute()
  })

  const fill = async (caller: TestCaller, articleId: number, quantity: number, clientId = NO_CLIENT) => {
    await app.upToDate()
    const body = { id: null, articleId, quantity, note: 'una nota', clientId }
    expect((await caller.call(saveCartLine, { body })).status).toBe(200)
  }
  const quantitiesOf = async (userId: number, clientId: number) =>
    (await admin.call(getSimpleCart, { query: { userId, clientId } })).data.map((line) => [
      line.articleId,
      line.quantity,
    ])
  const auditOf = (userId: number, clientId: number) =>
    database()
      .db.kysely.selectFrom('audit')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'cart')
      .where('entity_id', '=', `${userId}/${clientId}`)
      .orderBy('id')
      .execute()

  test('a waiting cart says whose it is, who fills it, how to reach the client and since when it stands', async () => {
    await fill(vendedor, article.id, 3, duende.id)
    await fill(vendedor, other.id, 2, duende.id)
    await database()
      .db.kysely.updateTable('cart_line')
      .set({ created_at: new Date(Date.now() - 5.5 * 86_400_000) })
      .where('article_id', '=', other.id)
      .execute()
    const [cart, ...more] = (await admin.call(listCarts)).json
    expect(more).toEqual([])
    expect(cart).toMatchObject({
      id: vendedorId,
      idcli: duende.id,
      razon: 'Juguetería Güemes',
      email: 'D-1@example.test',
      cuit: '30712345671',
      total: 35,
      items: 2,
      usuario: 'Vera Paz',
      tipo: 'vendedor',
      dias: 5,
      telefono: '387 4000000',
      celular: '387 15 4111111',
    })
    expect(cart.vendedor).toMatch(/^Vendedor/)
    // Changing the quantity of a line gives the cart a later date and leaves its age.
    await fill(vendedor, other.id, 4, duende.id)
    expect((await admin.call(listCarts)).data[0]).toMatchObject({ days: 5 })
  })

  test('a vendedor sees the carts of the own clients, whoever fills them; supervisor and admin all', async () => {
    await fill(duende.caller, article.id, 1)
    await fill(payaso.caller, article.id, 1)
    await fill(prospect, article.id, 1)
    const names = async (caller: TestCaller) =>
      (await caller.call(listCarts)).data.map(({ businessName }) => businessName).sort()
    expect(await names(vendedor)).toEqual(['Juguetería Güemes'])
    expect(await names(stranger)).toEqual(['El Payaso'])
    const all = ['El Payaso', 'Juguetería Güemes', 'Kiosco Ñandú']
    expect([await names(supervisor), await names(admin)]).toEqual([all, all])
    expect((await duende.caller.call(listCarts)).status).toBe(403)
    for (const address of ['/api/itemsCarrito/all', '/api/pedidos/itemsCarrito/all'])
      expect((await admin.request('GET', address)).json).toHaveLength(3)
  })

  test('all carts are deleted, told to the log, and come back without touching what came since', async () => {
    await fill(vendedor, article.id, 3, duende.id)
    await fill(duende.caller, article.id, 7)
    await fill(duende.caller, other.id, 9)
    await fill(prospect, article.id, 5)
    const before = (await admin.call(listCarts)).json
    for (const caller of [supervisor, vendedor, duende.caller])
      expect((await caller.call(deleteCarts)).status).toBe(403)
    const deleted = await admin.request('DELETE', '/api/itemsCarrito/all')
    expect(deleted.json).toBe(3)
    expect((await admin.call(listCarts)).data).toEqual([])
    expect((await admin.call(deleteCarts)).data).toBe(0)
    expect(await auditOf(prospectId, NO_CLIENT)).toMatchObject([
      {
        user_id: adminId,
        action: 'delete',
        before: {
          lines: [`${article.code} × 5`],
          kept: [{ article_id: article.id, quantity: 5, note: 'una nota' }],
        },
      },
    ])
    // The client goes on filling the cart meanwhile.
    await fill(duende.caller, other.id, 2)
    const someone = await app.as(await makeUser(database().db, 'admin'))
    expect((await someone.call(restoreCarts)).status).toBe(404)
    expect((await admin.call(restoreCarts)).data).toEqual({ carts: 3, lines: 3, kept: 1 })
    expect((await quantitiesOf(duende.userId, duende.id)).sort()).toEqual(
      [
        [article.id, 7],
        [other.id, 2],
      ].sort(),
    )
    const untouched = ({ id }: { id: number }) => id !== duende.userId
    expect((await admin.call(listCarts)).json.filter(untouched)).toEqual(before.filter(untouched))
    expect((await auditOf(prospectId, NO_CLIENT)).map(({ action }) => action)).toEqual(['delete', 'restore'])
    // Once is enough.
    expect((await admin.call(restoreCarts)).json).toMatchObject({
      message: 'No hay carritos borrados para recuperar',
    })
  })

  test('the way back closes after some minutes; the lines still stand in the log', async () => {
    await fill(payaso.caller, article.id, 4)
    expect((await admin.call(deleteCarts)).data).toBe(1)
    await database()
      .db.kysely.updateTable('change_batch')
      .set({ at: new Date(Date.now() - (RESTORE_MINUTES + 1) * 60_000) })
      .where('undone_at', 'is', null)
      .execute()
    expect((await admin.call(restoreCarts)).status).toBe(404)
    expect((await auditOf(payaso.userId, payaso.id)).at(-1)).toMatchObject({
      before: { lines: [`${article.code} × 4`], kept: [{ quantity: 4 }] },
    })
  })

  test('an admin deletes one cart of another and takes it back; what users delete themselves is told as well', async () => {
    await fill(payaso.caller, article.id, 4)
    await fill(payaso.caller, other.id, 6)
    const address = { params: { userId: payaso.userId, clientId: payaso.id } }
    expect((await supervisor.call(deleteCart, address)).status).toBe(403)
    expect((await admin.call(deleteCart, address)).data).toBe(2)
    expect((await admin.call(restoreCarts)).data).toEqual({ carts: 1, lines: 2, kept: 0 })
    expect((await payaso.caller.call(deleteCart, address)).data).toBe(2)
    expect((await auditOf(payaso.userId, payaso.id)).at(-1)).toMatchObject({
      user_id: payaso.userId,
      action: 'delete',
    })
    expect((await admin.call(restoreCarts)).status).toBe(404)
    await fill(payaso.caller, article.id, 8)
    const [line] = (await payaso.caller.call(getSimpleCart)).data
    expect((await admin.call(deleteCartLine, { params: { id: line!.id } })).data).toBe(0)
    expect((await auditOf(payaso.userId, payaso.id)).at(-1)).toMatchObject({
      user_id: adminId,
      before: { kept: [{ quantity: 8 }] },
    })
  })

  test('an order placed while all carts are deleted has its lines, or is refused: none is in both places', async () => {
    for (let round = 0; round < 6; round++) {
      await database().db.kysely.deleteFrom('cart_line').execute()
      await fill(duende.caller, article.id, 3)
      await fill(duende.caller, other.id, 4)
      const query = { addressId: duende.addresses[0]!, note: '' }
      const order = () => duende.caller.call(createOrder, { query })
      const both = [order, () => admin.call(deleteCarts)]
      const [first, second] = await Promise.all((round % 2 ? both : both.toReversed()).map((make) => make()))
      const placed = round % 2 ? first! : second!
      const lines = await quantitiesOf(duende.userId, duende.id)
      expect(lines).toEqual([])
      const restored = await admin.call(restoreCarts)
      if (placed.status === 200) {
        const { IDCON_PED: id } = placed.json
        expect((await duende.caller.call(getOrderLines, { params: { id } })).data).toHaveLength(2)
        expect(restored.status).toBe(404)
      } else {
        expect(placed.json.message).toBe(emptyCart)
        expect(restored.data).toMatchObject({ lines: 2 })
      }
    }
  })

  const order = async (
    of: { userId: number; clientId: number; businessName: string },
    createdAt: string,
    lines: readonly [article: { id: number; code: string }, quantity: number, unitPrice: number][] = [],
  ) => {
    const { kysely } = database().db
    const { userId: user_id, clientId: client_id, businessName: business_name } = of
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        user_id,
        client_id,
        business_name,
        created_by: user_id,
        created_at: createdAt,
        address_id: 0,
        address: 'Retiro',
        sale_condition: 1,
        channel: 'web' as const,
        total: lines.reduce((sum, [, quantity, price]) => sum + quantity * price, 0),
        line_count: lines.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [{ id: article_id, code }, quantity, unit_price] of lines)
      await kysely
        .insertInto('sales_order_line')
        .values({
          order_id: id,
          article_id,
          code,
          description: `Desc ${code}`,
          list_price: unit_price,
          discount: 0,
          unit_price,
          multiple: 1,
          quantity,
          created_by: user_id,
          channel: 'web' as const,
        })
        .execute()
    return id
  }
  const search = async (caller: TestCaller, asked: Partial<Parameters<typeof ask>[1]> = {}) => {
    const { data } = await ask(caller, asked)
    return { ids: data.map(({ id }) => id), matches: data[0]?.matches }
  }
  const ask = (
    caller: TestCaller,
    query: {
      client?: string
      clientId?: number
      userId?: number
      sellerId?: number
      from?: string
      to?: string
      page?: number
      sort?: { by: 'createdAt' | 'total'; down: boolean }
    },
  ) => caller.call(listHistory, { query: { client: '', page: 0, ...query } })

  test('what a client ordered in March: by name, code or CUIT, and by days of Argentina', async () => {
    const of = { userId: duende.userId, clientId: duende.id, businessName: 'Juguetería Güemes' }
    // 28/02 23:59 and 01/03 00:00, 31/03 23:59 and 01/04 00:00 in Buenos Aires.
    const february = await order(of, '2025-03-01T02:59:00Z', [[article, 1, 5_00]])
    const first = await order(of, '2025-03-01T03:00:00Z', [
      [article, 2, 10_00],
      [other, 10, 1_00],
    ])
    const last = await order(of, '2025-04-01T02:59:00Z', [[article, 3, 11_00]])
    await order(of, '2025-04-01T03:00:00Z')
    const foreign = await order(
      { userId: payaso.userId, clientId: payaso.id, businessName: 'El Payaso' },
      '2025-03-10T12:00:00Z',
    )
    const newcomers = await order(
      { userId: prospectId, clientId: NO_CLIENT, businessName: 'Kiosco Ñandú' },
      '2025-03-11T12:00:00Z',
    )
    const march = { from: '2025-03-01', to: '2025-03-31' }
    expect(await search(admin, march)).toEqual({ ids: [last, newcomers, foreign, first], matches: 4 })
    for (const client of ['guemes jug', 'd-1', '30-71234567-1'])
      expect(await search(admin, { client, ...march })).toEqual({ ids: [last, first], matches: 2 })
    expect((await search(admin, { client: 'nandu', ...march })).ids).toEqual([newcomers])
    expect((await search(admin, { client: 'no hay', ...march })).ids).toEqual([])
    expect((await search(admin, { clientId: duende.id, to: '2025-02-28' })).ids).toEqual([february])
    expect((await search(admin, { userId: prospectId })).ids).toEqual([newcomers])
    expect((await search(admin, { ...march, clientId: duende.id, sort: { by: 'total', down: true } })).ids).toEqual([
      last,
      first,
    ])
    // Each in the own reach.
    expect((await search(supervisor, march)).ids).toHaveLength(4)
    expect((await search(vendedor, march)).ids).toEqual([last, first])
    expect((await search(stranger, { ...march, client: 'payaso' })).ids).toEqual([foreign])
    expect((await search(vendedor, { ...march, client: 'payaso' })).ids).toEqual([])
    expect((await search(vendedor, { ...march, client: 'nandu' })).ids).toEqual([])
    expect((await ask(vendedor, { clientId: payaso.id })).status).toBe(403)
    expect((await ask(vendedor, { userId: payaso.userId })).status).toBe(403)
    expect((await duende.caller.call(listHistory, { query: { client: '', page: 0 } })).status).toBe(403)
    for (const day of ['31/03/2025', '2025-02-30', 'marzo'])
      expect((await admin.request('GET', `/api/productos/pedidos/historicos?desde=${day}`)).status).toBe(400)
    // Article by article.
    const added = await admin.call(listHistoricArticles, { query: { client: 'guemes', ...march } })
    expect(added.json).toEqual([
      {
        IDART_PEDI: article.id,
        CODIGO_ART: article.code,
        DESCRIP_ART: `Desc ${article.code}`,
        pedidos: 2,
        cantidad: 5,
        importe: 53,
      },
      {
        IDART_PEDI: other.id,
        CODIGO_ART: other.code,
        DESCRIP_ART: `Desc ${other.code}`,
        pedidos: 1,
        cantidad: 10,
        importe: 10,
      },
    ])
    const everybodys = await admin.call(listHistoricArticles, { query: { client: '', ...march } })
    expect([everybodys.status, everybodys.json.message]).toEqual([400, 'Busque un solo cliente para ver sus artículos'])
  })

  test('of the clients that a seller has now, and of those without a seller', async () => {
    const { db } = database()
    const [ownSeller, strangersSeller] = await Promise.all(
      [duende, payaso].map(async ({ id }) => {
        const of = db.kysely.selectFrom('client').select('seller_id').where('id', '=', id)
        return (await of.executeTakeFirstOrThrow()).seller_id!
      }),
    )
    const free = await makeClient(db, { business_name: 'Sin Nadie', search_text: 'sin nadie' })
    const on = (userId: number, clientId: number, businessName: string) =>
      order({ userId, clientId, businessName }, '2023-05-10T12:00:00Z')
    const own = await on(duende.userId, duende.id, 'Juguetería Güemes')
    const foreign = await on(payaso.userId, payaso.id, 'El Payaso')
    const nobodys = await on(duende.userId, free.id, 'Sin Nadie')
    const newcomers = await on(prospectId, NO_CLIENT, 'Kiosco Ñandú')
    const may = { from: '2023-05-01', to: '2023-05-31' }
    const of = async (caller: TestCaller, sellerId: number, client = '') =>
      (await search(caller, { ...may, sellerId, client })).ids
    expect(await of(admin, ownSeller!)).toEqual([own])
    expect(await of(admin, strangersSeller!)).toEqual([foreign])
    expect(await of(admin, ownSeller!, 'payaso')).toEqual([])
    expect(await of(admin, NO_SELLER)).toEqual([newcomers, nobodys])
    expect(await of(admin, NO_SELLER, 'nandu')).toEqual([newcomers])
    expect(await of(admin, NO_SELLER, 'nadie')).toEqual([nobodys])
    // What a vendedor asks for stays within the own clients.
    expect(await of(vendedor, ownSeller!)).toEqual([own])
    expect(await of(vendedor, strangersSeller!)).toEqual([])
    expect(await of(vendedor, NO_SELLER)).toEqual([])
    expect((await admin.request('GET', '/api/productos/pedidos/historicos?v=nadie')).status).toBe(400)
  })

  test('pages of 20 with the count of all on the first row; as a workbook all that match', async () => {
    const of = { userId: payaso.userId, clientId: payaso.id, businessName: 'El Payaso' }
    const made: number[] = []
    for (let n = 0; n < HISTORY_PAGE_SIZE + 5; n++)
      made.push(await order(of, `2024-06-${String((n % 20) + 1).padStart(2, '0')}T12:00:00Z`))
    const asked = { client: 'payaso', from: '2024-06-01', to: '2024-06-30' }
    const [first, second, third] = await Promise.all([0, 1, 2].map((page) => search(admin, { ...asked, page })))
    expect(first).toMatchObject({ matches: 25, ids: { length: 20 } })
    expect(second).toMatchObject({ matches: 25, ids: { length: 5 } })
    expect(third!.ids).toEqual([])
    expect([...first!.ids, ...second!.ids].sort()).toEqual(made.sort())
    await database()
      .db.kysely.updateTable('sales_order')
      .set({ import_number: '0077' })
      .where('id', '=', made[0]!)
      .execute()
    const sheet = await app.app.inject({
      method: 'GET',
      url: '/api/productos/pedidos/historicos?cli=payaso&desde=2024-06-01&hasta=2024-06-30&index=1',
      headers: { authorization: `Bearer ${admin.token}`, accept: SHEET },
    })
    expect(sheet.headers['content-disposition']).toContain('"pedidos.xlsx"')
    const rows = (await readXlsx(new Uint8Array(sheet.rawPayload))).sheets[0]?.rows ?? []
    expect(rows).toHaveLength(26)
    expect(rows[0]).toContain('Nro WEB')
    const place = rows[0]!.indexOf('N° del cliente')
    expect(
      rows
        .slice(1)
        .map((row) => [row[0], row[place] ?? ''])
        .filter(([, number]) => number),
    ).toEqual([[made[0], '0077']])
  })
})
