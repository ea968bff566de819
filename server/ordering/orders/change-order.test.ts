/** Changing an order until ERP or depot take it, its versions, and adding a cart to it (R383 to R385). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSimpleCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { getFulfilment, setOrderStates } from '../../../contract/fulfilment.ts'
import { getOrderTerms } from '../../../contract/order-amounts.ts'
import { changeOrder, getOrderToChange, getOrderVersions } from '../../../contract/order-changes.ts'
import { packingList } from '../../../contract/order-documents.ts'
import { createOrderRule } from '../../../contract/order-rules.ts'
import { cancelOrder, createOrder, getOrder, getOrderLines } from '../../../contract/orders.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { cases } from '../../../testkit/cases.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { erpLinkHandlers } from '../../erp/erp.ts'
import type { ErpLink, OutgoingOrder } from '../../ports/erp/port.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { changedOrderMailHandler } from './change-order.mail.ts'

withDatabases('changing an order', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let colleague: TestCaller
  let preparer: TestCaller
  let stranger: TestCaller
  let clientId: number
  /** Articles at 10, 20 and 30 pesos. */
  let [a, b, c] = [0, 0, 0]
  let key = 0

  beforeAll(async () => {
    const { db } = database()
    a = (await makeArticle(db, { code: '00100', listPrice: 10_00 })).id
    b = (await makeArticle(db, { code: '00200', listPrice: 20_00 })).id
    c = (await makeArticle(db, { code: '00300', listPrice: 30_00, units_per_pack: 2 })).id
    const client = await makeClient(db)
    clientId = client.id
    app = await openTestApp(db, { hasErp: true })
    admin = await app.as(await makeUser(db, 'admin', { first_name: 'Eva', last_name: 'Paz' }))
    const ofClient = { client_id: client.id }
    buyer = await app.as(await makeUser(db, 'cliente', { ...ofClient, first_name: 'Ana', last_name: 'Sosa' }))
    colleague = await app.as(await makeUser(db, 'cliente', { ...ofClient, first_name: 'Luz', last_name: 'Rey' }))
    preparer = await app.as(await makeUser(db, 'cliente', { ...ofClient, order_right: 'prepare' }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await set('ENTREGA_PEDIDOS', '30')
  })
  afterAll(() => app.close())

  async function set(setting: 'ENTREGA_PEDIDOS' | 'NOTIF_PED' | 'PRECIOS_CON_IVA', value: string) {
    expect((await admin.call(saveSettings, { body: [{ key: setting, value }] })).status).toBe(200)
    await app.upToDate()
  }
  async function price(articleId: number, cents: number) {
    const { db } = database()
    await db.kysely.updateTable('price').set({ list_price: cents }).where('article_id', '=', articleId).execute()
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.upToDate()
  }
  const fill = (caller: TestCaller, lines: readonly (readonly [articleId: number, quantity: number])[]) =>
    caller.call(saveCartLines, {
      body: { clientId: null, lines: lines.map(([articleId, quantity], row) => ({ row, articleId, quantity })) },
    })
  /** An order of two units of the first article and one of the second: 40 pesos. */
  async function order(): Promise<number> {
    await fill(buyer, [
      [a, 2],
      [b, 1],
    ])
    const query = { clientId, addressId: 0, note: `${key++}`, condition: -1, shownTotal: 40_00 }
    const { data } = await buyer.call(createOrder, { query, body: {} })
    return data.orderId
  }
  type Line = readonly [articleId: number, quantity: number, cents: number, note?: string]
  interface Change {
    version?: number
    note?: string
    total?: number
    fromCart?: readonly (readonly [articleId: number, quantity: number])[]
    key?: string
    ask?: boolean
  }
  const change = (caller: TestCaller, id: number, lines: readonly Line[], more: Change = {}) =>
    caller.call(changeOrder, {
      params: { id },
      body: {
        version: more.version ?? 1,
        lines: lines.map(([articleId, quantity, unitPrice, note = '']) => ({
          ...{ articleId, quantity, unitPrice, note },
          ...(more.ask && { ask: true }),
        })),
        shownTotal: more.total ?? lines.reduce((sum, [, quantity, cents]) => sum + quantity * cents, 0),
        ...(more.note !== undefined && { note: more.note }),
        ...(more.fromCart && { fromCart: more.fromCart.map(([articleId, quantity]) => ({ articleId, quantity })) }),
      },
      ...(more.key && { headers: { 'idempotency-key': more.key } }),
    })
  const lines = async (id: number) =>
    (await buyer.call(getOrderLines, { params: { id } })).data.map((line) => [
      ...([line.articleId, line.quantity, line.unitPrice] as const),
    ])
  const cart = async (caller: TestCaller) =>
    (await caller.call(getSimpleCart)).data.map(({ articleId, quantity }) => [articleId, quantity])
  /** What the ERP is sent of an order, as the job does it when its time has come. */
  async function sendToErp(id: number): Promise<OutgoingOrder[]> {
    const sent: OutgoingOrder[] = []
    const link = {
      sendOrder: async (outgoing: OutgoingOrder) => {
        sent.push(outgoing)
        return { orderId: outgoing.id, state: 'exported', number: null, reason: '' }
      },
    } as unknown as ErpLink
    await erpLinkHandlers(database().db, link).erpOrder({ orderId: id }, {
      id: 1,
      signal: new AbortController().signal,
    } as never)
    return sent
  }
  const inErp = ({ version, total, lines: sent }: OutgoingOrder) => ({
    ...{ version, total },
    lines: sent.map(({ articleId, quantity, unitPrice }) => [articleId, quantity, unitPrice]),
  })

  test('an order keeps one sort of prices: once the shop’s hold VAT, nothing is added to one whose prices do not', async () => {
    const id = await order()
    await set('PRECIOS_CON_IVA', '1')
    const more = await change(buyer, id, [
      [a, 3, 10_00],
      [b, 1, 20_00],
    ])
    expect(more).toMatchObject({ status: 409, json: { message: expect.stringContaining('incluyen IVA') } })
    expect(await lines(id)).toEqual([
      [a, 2, 10_00],
      [b, 1, 20_00],
    ])
    expect((await change(buyer, id, [[a, 2, 10_00]])).status).toBe(200)
    await set('PRECIOS_CON_IVA', '0')
    expect((await change(buyer, id, [[a, 3, 10_00]], { version: 2 })).status).toBe(200)
  })

  test('adding, changing and taking out lines makes the next version, which list, page and ERP have whole; the one before stays as it was', async () => {
    await set('NOTIF_PED', 'ventas@tienda.example')
    const id = await order()
    const made = await change(
      buyer,
      id,
      [
        [b, 3, 20_00, 'rojo'],
        [c, 1, 30_00],
      ],
      { note: 'Por la tarde' },
    )
    expect(made.data).toEqual({ orderId: id, version: 2 })
    expect(await lines(id)).toEqual([
      [b, 3, 20_00],
      [c, 1, 30_00],
    ])
    const now = (await colleague.call(getOrder, { params: { id } })).data
    expect(now).toMatchObject({ version: 2, changedBy: 'Ana Sosa', total: 90_00, lineCount: 2, note: 'Por la tarde' })
    expect(now.pendingUnits).toBe(4)
    const earlier = (await buyer.call(getOrderVersions, { params: { id } })).data
    expect(earlier).toMatchObject([{ version: 1, madeBy: 'Ana Sosa', total: 40_00 }])
    expect(earlier[0]?.lines.map(({ articleId, quantity, unitPrice }) => [articleId, quantity, unitPrice])).toEqual([
      [a, 2, 10_00],
      [b, 1, 20_00],
    ])
    // Somebody of the shop changes it once more: buyers are not told who, the office is.
    expect((await change(admin, id, [[b, 3, 20_00]], { version: 2 })).data).toEqual({ orderId: id, version: 3 })
    expect((await buyer.call(getOrder, { params: { id } })).data).toMatchObject({ version: 3, changedBy: 'La tienda' })
    expect((await admin.call(getOrder, { params: { id } })).data).toMatchObject({ changedBy: 'Eva Paz' })
    expect((await buyer.call(getOrderVersions, { params: { id } })).data.map(({ version }) => version)).toEqual([2, 1])
    expect((await sendToErp(id)).map(inErp)).toEqual([{ version: 3, total: 60_00, lines: [[b, 3, 20_00]] }])
  })

  test('each version is mailed once to whoever was told of the order, told to webhooks and written into the audit', async () => {
    const { db } = database()
    const webhook = await db.kysely
      .insertInto('webhook')
      .values({ url: 'https://avisos.example/x', secret: 'whsec_x', events: ['pedido.cambiado'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await order()
    await change(buyer, id, [[a, 5, 10_00]])
    const jobs = await db.kysely
      .selectFrom('job')
      .select(['kind', 'payload'])
      .where('payload', '@>', JSON.stringify({ orderId: id }))
      .execute()
    const mailed = jobs.flatMap(({ kind, payload }) => (kind === 'changedOrderMail' ? [payload] : []))
    expect(mailed).toContainEqual({ orderId: id, version: 2, to: 'ventas@tienda.example' })
    // The client reads it, too: who of the shop it was is told on the page, and to staff alone (R384).
    await change(admin, id, [[a, 6, 10_00]], { version: 2 })
    const mails: MailMessage[] = []
    const handler = changedOrderMailHandler({
      ...{ db, shop: { name: 'Bulto', url: 'https://tienda.example' } },
      mailer: { send: async (mail) => ({ accepted: [String(mails.push(mail))] }) },
    })
    for (const version of [2, 3])
      await handler({ orderId: id, version, to: 'x@cliente.example' }, { id: 1, attempt: 1 } as never)
    expect(mails.map(({ text }) => /(.*) cambió el pedido/.exec(text)?.[1])).toEqual(['Ana Sosa', 'La tienda'])
    expect(new Set(mailed.map((payload) => JSON.stringify(payload))).size).toBe(mailed.length)
    const told = jobs.filter(({ kind }) => kind === 'webhook').map(({ payload }) => payload as { event: string })
    expect(told).toMatchObject([{ event: 'pedido.cambiado' }])
    await db.kysely.deleteFrom('webhook').where('id', '=', webhook.id).execute()
    const log = await db.kysely
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'order')
      .where('entity_id', '=', String(id))
      .execute()
    expect(log).toMatchObject([
      { action: 'change', before: { version: 1, total: 40_00 }, after: { version: 2, total: 50_00 } },
      { action: 'change', before: { version: 2 }, after: { version: 3, total: 60_00 } },
    ])
  })

  test('a line that stays keeps its price; what is new or has another quantity costs what it costs today', async () => {
    const id = await order()
    await price(a, 12_00)
    await price(b, 25_00)
    const before = (await buyer.call(getOrderToChange, { params: { id } })).data
    expect(before).toMatchObject({
      version: 1,
      lines: [{ agreedPrice: 10_00, unitPrice: 12_00 }, { agreedPrice: 20_00 }],
    })
    // The screen still shows the price of this morning.
    const refused = await change(buyer, id, [
      [a, 2, 10_00],
      [b, 2, 20_00],
    ])
    expect(refused).toMatchObject({
      status: 409,
      json: {
        message: 'Cambiaron precios. Revise los importes antes de guardar los cambios',
        details: [{ CODIGO_ART: '00200', precio: 25 }],
      },
    })
    expect(
      (
        await change(buyer, id, [
          [a, 2, 10_00],
          [b, 2, 25_00],
        ])
      ).data.version,
    ).toBe(2)
    expect(await lines(id)).toEqual([
      [a, 2, 10_00],
      [b, 2, 25_00],
    ])
    await price(a, 10_00)
    await price(b, 20_00)
  })

  test('it is judged as an order that is made now: what is sold, the least amount, stock, unusual quantities', async () => {
    const { db } = database()
    const id = await order()
    expect(await change(buyer, id, [])).toMatchObject({
      status: 409,
      json: { message: 'Un pedido sin artículos no se guarda: si no lo quiere, cancélelo' },
    })
    expect((await change(buyer, id, [[99_999_999, 1, 10_00]])).status).toBe(400)
    expect(
      (
        await change(buyer, id, [
          [a, 1, 10_00],
          [a, 2, 10_00],
        ])
      ).status,
    ).toBe(400)
    const asked = await change(buyer, id, [[c, 600, 30_00]], { ask: true })
    expect(asked).toMatchObject({
      status: 409,
      json: { details: [{ pregunta: expect.stringContaining('¿600 unidades?') }] },
    })
    const rule = { scope: 'all' as const, targetId: null, least: 35_00, freeFrom: null, days: [] as number[] }
    const { data } = await admin.call(createOrderRule, { body: rule })
    expect(await change(buyer, id, [[a, 3, 10_00]])).toMatchObject({
      status: 409,
      json: { message: 'Faltan $ 5,00 para el pedido mínimo, que es de $ 35,00' },
    })
    expect((await change(buyer, id, [[a, 4, 10_00]])).data.version).toBe(2)
    await db.kysely.deleteFrom('order_rule').where('id', '=', data.id).execute()
    await db.kysely.updateTable('listing').set({ active: false }).where('article_id', '=', a).execute()
    // What can't be had any more stays as it was ordered, but not in another quantity.
    expect(
      (
        await change(
          buyer,
          id,
          [
            [a, 4, 10_00],
            [b, 1, 20_00],
          ],
          { version: 2 },
        )
      ).data.version,
    ).toBe(3)
    expect(await change(buyer, id, [[a, 5, 10_00]], { version: 3 })).toMatchObject({
      status: 409,
      json: { message: 'Hay artículos que ya no están a la venta. Quítelos para guardar los cambios' },
    })
    await db.kysely.updateTable('listing').set({ active: true }).where('article_id', '=', a).execute()
    await db.kysely.updateTable('client').set({ active: false }).where('id', '=', clientId).execute()
    expect((await change(buyer, id, [[a, 5, 10_00]], { version: 3 })).status).toBe(403)
    await db.kysely.updateTable('client').set({ active: true }).where('id', '=', clientId).execute()
  })

  test('its own amount is not counted twice towards the credit limit', async () => {
    const { db } = database()
    const client = await makeClient(db)
    const limited = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    await db.kysely
      .insertInto('client_account')
      .values({
        client_id: client.id,
        at: new Date(Date.now() - 60_000).toISOString(),
        balance: 0,
        credit_limit: 100_00,
      })
      .execute()
    await db.kysely.insertInto('setting').values({ key: 'LIMITE_OBLIGATORIO', value: '1' }).execute()
    await app.upToDate()
    await fill(limited, [[a, 6]])
    const query = { clientId: client.id, addressId: 0, note: '', condition: -1, shownTotal: 60_00 }
    const id = (await limited.call(createOrder, { query, body: {} })).data.orderId
    expect((await change(limited, id, [[a, 10, 10_00]])).data.version).toBe(2)
    expect((await change(limited, id, [[a, 11, 10_00]], { version: 2 })).status).toBe(409)
    // The account has moved since: less is taken, more is not.
    await db.kysely.updateTable('client_account').set({ balance: 95_00 }).where('client_id', '=', client.id).execute()
    expect((await change(limited, id, [[a, 9, 10_00]], { version: 2 })).data.version).toBe(3)
    await db.kysely.deleteFrom('setting').where('key', '=', 'LIMITE_OBLIGATORIO').execute()
  })

  test('what would be held is not added to an order that is on its way, nor is a held order changed', async () => {
    const { db } = database()
    const client = await makeClient(db)
    const limited = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    // The ERP told the account between the order and its leaving: it cannot know the order yet.
    await db.kysely
      .insertInto('client_account')
      .values({
        client_id: client.id,
        at: new Date(Date.now() + 60_000).toISOString(),
        balance: 0,
        credit_limit: 100_00,
      })
      .execute()
    const rules = ['LIMITE_OBLIGATORIO', 'LIMITE_RETIENE'] as const
    for (const rule of rules) await db.kysely.insertInto('setting').values({ key: rule, value: '1' }).execute()
    await app.upToDate()
    const send = async (quantity: number) => {
      await fill(limited, [[a, quantity]])
      const query = { clientId: client.id, addressId: 0, note: '', condition: -1, shownTotal: quantity * 10_00 }
      return (await limited.call(createOrder, { query, body: {} })).data.orderId
    }
    const orderOf = async (id: number) => (await limited.call(getOrder, { params: { id } })).data
    const id = await send(6)
    const refused = await change(limited, id, [[a, 11, 10_00]])
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'El pedido supera el límite de crédito en $ 10,00. Con este cambio el pedido quedaría en espera: haga con lo nuevo un pedido aparte',
    ])
    expect(await orderOf(id)).toMatchObject({ held: null, total: 60_00 })
    expect((await orderOf(id)).version).toBeUndefined()
    // An order of its own waits alone, and the first one goes its way.
    const apart = await send(5)
    expect(await orderOf(apart)).toMatchObject({ held: 'el pedido supera el límite de crédito en $ 10,00' })
    const held = await change(limited, apart, [[a, 4, 10_00]])
    expect([held.status, held.json.message]).toEqual([
      409,
      'El pedido está en espera y así no se cambia: cancélelo y haga otro, o espere a que se libere',
    ])
    expect((await limited.call(getOrderToChange, { params: { id: apart } })).json.message).toBe(held.json.message)
    expect((await orderOf(id)).held).toBeNull()
    // With less it is no dearer, and passes.
    expect((await change(limited, id, [[a, 5, 10_00]])).data.version).toBe(2)
    for (const rule of rules) await db.kysely.deleteFrom('setting').where('key', '=', rule).execute()
  })

  test('nobody changes what somebody else did not show: another version, a cancelled or taken order, or an order of others', async () => {
    const id = await order()
    expect((await change(stranger, id, [[a, 9, 10_00]])).status).toBe(403)
    expect((await stranger.call(getOrderVersions, { params: { id } })).status).toBe(403)
    expect((await stranger.call(getOrderToChange, { params: { id } })).status).toBe(403)
    expect((await change(preparer, id, [[a, 9, 10_00]])).status).toBe(403)
    expect((await change(buyer, 987_654, [[a, 9, 10_00]])).status).toBe(404)
    expect((await change(colleague, id, [[a, 9, 10_00]])).data.version).toBe(2)
    expect((await change(buyer, id, [[a, 8, 10_00]])).json.message).toMatch(
      /^El pedido cambió: Luz Rey guardó la versión 2 el \d\d\/\d\d\/\d{4} \d\d:\d\d\. Revise cómo quedó$/,
    )
    const cancelled = await order()
    await buyer.call(cancelOrder, { params: { id: cancelled }, body: { reason: '' } })
    expect(await change(buyer, cancelled, [[a, 8, 10_00]])).toMatchObject({
      status: 409,
      json: { message: 'El pedido se canceló: ya no se puede cambiar' },
    })
    expect(await sendToErp(cancelled)).toEqual([])
    const printed = await order()
    expect((await admin.call(packingList, { params: { id: printed } })).status).toBe(200)
    const prepared = await order()
    await admin.call(setOrderStates, { body: { orders: [{ id: prepared }], state: 'preparing' } })
    await set('ENTREGA_PEDIDOS', '0')
    const atOnce = await order()
    await set('ENTREGA_PEDIDOS', '30')
    // Its hour has passed, and its job has not run yet.
    const late = await order()
    await database()
      .db.kysely.updateTable('sales_order')
      .set({ hand_over_at: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', late)
      .execute()
    for (const taken of [printed, prepared, atOnce, late]) {
      const refused = { status: 409, json: { message: 'Ya está en preparación: consulte' } }
      expect(await change(buyer, taken, [[a, 8, 10_00]])).toMatchObject(refused)
      expect(await buyer.call(getOrderToChange, { params: { id: taken } })).toMatchObject(refused)
      expect(await lines(taken)).toEqual([
        [a, 2, 10_00],
        [b, 1, 20_00],
      ])
    }
  })

  test('the same change sent again makes one version, also once it was taken; with the same key nothing else is saved', async () => {
    const id = await order()
    const sameKey = { key: `llave-${id}` }
    const asked = () => change(buyer, id, [[a, 7, 10_00]], sameKey)
    expect(
      (await Promise.all([asked(), asked(), asked()])).map(({ status, json }) => [status, json.VERSION_PED]),
    ).toEqual([1, 2, 3].map(() => [200, 2]))
    expect((await sendToErp(id)).map(inErp)).toEqual([{ version: 2, total: 70_00, lines: [[a, 7, 10_00]] }])
    expect((await asked()).data.version).toBe(2)
    expect(await change(buyer, id, [[a, 8, 10_00]], sameKey)).toMatchObject({
      status: 409,
      json: { message: 'Su cambio anterior ya se guardó, con otros datos. Revise cómo quedó el pedido' },
    })
    // Saving what is stored already is no version.
    const other = await order()
    expect(
      (
        await change(buyer, other, [
          [b, 1, 20_00],
          [a, 2, 10_00],
        ])
      ).data.version,
    ).toBe(1)
  })

  test('a cart is added to the last order that can still be changed, and exactly those lines leave it', async () => {
    const id = await order()
    expect((await buyer.call(getOrderTerms, { query: {} })).data.openOrder).toMatchObject({
      ...{ id, version: 1 },
    })
    expect((await preparer.call(getOrderTerms, { query: {} })).data.openOrder).toBeUndefined()
    expect((await stranger.call(getOrderTerms, { query: {} })).data.openOrder).toBeUndefined()
    await fill(buyer, [
      [b, 2],
      [c, 1],
    ])
    const more: Line[] = [
      [a, 2, 10_00],
      [b, 3, 20_00],
      [c, 1, 30_00],
    ]
    // Meanwhile the cart changed in another window.
    expect(
      await change(buyer, id, more, {
        fromCart: [
          [b, 1],
          [c, 1],
        ],
      }),
    ).toMatchObject({
      status: 409,
      json: { message: 'El carrito cambió en otro equipo o en otra ventana. Revíselo antes de agregarlo al pedido' },
    })
    await fill(buyer, [[a, 4]])
    const added = await change(buyer, id, more, {
      fromCart: [
        [b, 2],
        [c, 1],
      ],
      key: `suma-${id}`,
    })
    expect(added.data.version).toBe(2)
    expect(await cart(buyer)).toEqual([[a, 4]])
    // The answer was lost: sent again, it adds nothing twice.
    expect(
      (
        await change(buyer, id, more, {
          fromCart: [
            [b, 2],
            [c, 1],
          ],
          key: `suma-${id}`,
        })
      ).data.version,
    ).toBe(2)
    expect(await lines(id)).toEqual(more.map((line) => [...line]))
    expect((await buyer.call(getFulfilment, { params: { id } })).data.lines.map(({ ordered }) => ordered)).toEqual([
      2, 3, 1,
    ])
    await fill(buyer, [[a, 0]])
  })

  test('of change, cancelling and taking, in any order: the ERP gets the last version that was acknowledged, whole, or no cancelled order', {
    timeout: 900_000,
  }, async () => {
    const { db } = database()
    const races = cases(10_000) === 10_000 ? 10_000 : 500
    const seen = { changed: 0, cancelled: 0, refused: 0, sent: 0 }
    for (let race = 0; race < races; race++) {
      const id = await order()
      const acts = {
        change: async () =>
          (
            await change(buyer, id, [
              [a, 3, 10_00],
              [c, 1, 30_00],
            ])
          ).status,
        cancel: async () => (await buyer.call(cancelOrder, { params: { id }, body: { reason: '' } })).status,
        send: () => sendToErp(id),
      }
      const withCancel = race % 3 === 0
      const begun: Promise<unknown>[] = []
      const results: { change?: number; cancel?: number; sent?: OutgoingOrder[] } = {}
      const run = {
        change: () => acts.change().then((status) => Object.assign(results, { change: status })),
        cancel: () => acts.cancel().then((status) => Object.assign(results, { cancel: status })),
        send: () => acts.send().then((sent) => Object.assign(results, { sent })),
      }
      const names = (['change', 'send', ...(withCancel ? (['cancel'] as const) : [])] as const).toSorted(
        () => Math.random() - 0.5,
      )
      for (const name of names) {
        begun.push(run[name]())
        // Some begin at once, some while the one before is under way.
        for (let turn = Math.floor(Math.random() * 40); turn > 0; turn--) await new Promise(setImmediate)
      }
      await Promise.all(begun)
      const sent = results.sent ?? []
      const stored = await db.kysely
        .selectFrom('sales_order')
        .select(['version', 'total', 'taken_at', 'withdrawn_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const isChanged = results.change === 200
      expect([200, 409]).toContain(results.change)
      expect(stored.version).toBe(isChanged ? 2 : 1)
      expect(stored.total).toBe(isChanged ? 60_00 : 40_00)
      if (results.cancel === 200) expect([sent, stored.taken_at]).toEqual([[], null])
      else
        expect(sent.map(inErp)).toEqual([
          isChanged
            ? {
                version: 2,
                total: 60_00,
                lines: [
                  [a, 3, 10_00],
                  [c, 1, 30_00],
                ],
              }
            : {
                version: 1,
                total: 40_00,
                lines: [
                  [a, 2, 10_00],
                  [b, 1, 20_00],
                ],
              },
        ])
      seen[isChanged ? 'changed' : 'refused']++
      if (results.cancel === 200) seen.cancelled++
      if (sent.length > 0) seen.sent++
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  })
})
