/** Cancelling an order until ERP or depot take it (R331). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { getFulfilment, setOrderStates, undoOrderStates } from '../../../contract/fulfilment.ts'
import { getOrderToChange } from '../../../contract/order-changes.ts'
import { packingList } from '../../../contract/order-documents.ts'
import { cancelOrder, createOrder, getOrder, myOrders } from '../../../contract/orders.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { cases } from '../../../testkit/cases.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { takeOrder, withdrawOrder } from '../../db/hand-over.ts'
import { erpLinkHandlers } from '../../erp/erp.ts'
import type { ErpLink } from '../../ports/erp/port.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('cancelling an order', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let stranger: TestCaller
  let preparer: TestCaller
  let clientId: number
  let article: { id: number }
  let key = 0

  beforeAll(async () => {
    const { db } = database()
    article = await makeArticle(db, { code: '00417', listPrice: 10_00 })
    const client = await makeClient(db)
    clientId = client.id
    app = await openTestApp(db, { hasErp: true })
    admin = await app.as(await makeUser(db, 'admin'))
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id, first_name: 'Ana', last_name: 'Sosa' }))
    preparer = await app.as(await makeUser(db, 'cliente', { client_id: client.id, order_right: 'prepare' }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.upToDate()
  })
  afterAll(() => app.close())

  const setDelay = async (value: string) => {
    const answer = await admin.call(saveSettings, { body: [{ key: 'ENTREGA_PEDIDOS', value }] })
    await app.upToDate()
    return answer.status
  }
  const order = async (): Promise<number> => {
    const lines = [{ row: 0, articleId: article.id, quantity: 2 }]
    await buyer.call(saveCartLines, { body: { clientId: null, lines } })
    const query = { clientId, addressId: 0, note: `${key++}`, condition: -1, shownTotal: 20_00 }
    const { data } = await buyer.call(createOrder, { query, body: {} })
    return data.orderId
  }
  const cancel = (caller: TestCaller, id: number, reason = '') =>
    caller.call(cancelOrder, { params: { id }, body: { reason } })
  const until = async (id: number) => (await buyer.call(getOrder, { params: { id } })).data.cancelableUntil
  const stored = (id: number) =>
    database()
      .db.kysely.selectFrom('sales_order')
      .select(['erp_state', 'taken_at', 'withdrawn_at', 'hand_over_at', 'created_at', 'pending_units'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const jobs = (kind: 'erpOrder' | 'cancelledOrderMail', id: number) =>
    database()
      .db.kysely.selectFrom('job')
      .select(['run_at', 'payload'])
      .where('kind', '=', kind)
      .where('payload', '@>', JSON.stringify({ orderId: id }))
      .execute()
  /** What the ERP was sent of an order, as the job does it when its time has come. */
  async function sendToErp(id: number): Promise<number[]> {
    const sent: number[] = []
    const link = {
      sendOrder: async (outgoing: { id: number }) => {
        sent.push(outgoing.id)
        return { orderId: outgoing.id, state: 'exported', number: null, reason: '' }
      },
    } as unknown as ErpLink
    const { erpOrder } = erpLinkHandlers(database().db, link)
    await erpOrder({ orderId: id }, { id: 1, signal: new AbortController().signal } as never)
    return sent
  }

  test('until somebody sets how long, an order goes at once and is not cancelled', async () => {
    const id = await order()
    expect(await until(id)).toBeUndefined()
    expect(await cancel(buyer, id)).toMatchObject({
      status: 409,
      json: { message: 'Ya está en preparación: consulte' },
    })
    expect(await sendToErp(id)).toEqual([id])
  })

  test('minutes or an hour are taken, anything else is refused', async () => {
    for (const refused of ['', '-1', '1441', '25:00', '9:30', '18.00', 'mucho'])
      expect(await setDelay(refused)).toBe(400)
    for (const taken of ['0', '1440', '00:00', '23:59', '30']) expect(await setDelay(taken)).toBe(200)
  })

  test('within its minutes it is cancelled once: never sent, told to all who were told of it, gone from what is pending', async () => {
    await setDelay('30')
    await admin.call(saveSettings, { body: [{ key: 'NOTIF_PED', value: 'ventas@tienda.example' }] })
    const id = await order()
    const { hand_over_at, created_at } = await stored(id)
    expect(Date.parse(String(hand_over_at)) - Date.parse(String(created_at))).toBe(30 * 60_000)
    expect(Date.parse(String((await jobs('erpOrder', id))[0]?.run_at))).toBe(Date.parse(String(hand_over_at)))
    expect(await until(id)).toBe(new Date(String(hand_over_at)).toISOString())
    expect((await preparer.call(getOrder, { params: { id } })).data.cancelableUntil).toBeUndefined()

    expect((await cancel(stranger, id)).status).toBe(403)
    expect((await cancel(preparer, id)).status).toBe(403)
    expect((await cancel(buyer, 987_654)).status).toBe(404)
    expect((await cancel(buyer, id, 'Lo pedí dos veces')).status).toBe(200)
    // Sent again, e.g. after an answer that was lost.
    expect((await cancel(buyer, id, 'Lo pedí dos veces')).status).toBe(200)
    expect(await sendToErp(id)).toEqual([])

    expect(await until(id)).toBeUndefined()
    expect(await stored(id)).toMatchObject({ erp_state: null, pending_units: 0, taken_at: null })
    const row = (await buyer.call(myOrders, { query: { page: 0, text: '' } })).data.find((one) => one.id === id)
    expect(row).toMatchObject({ fulfilmentState: 'cancelled', pendingUnits: 0 })
    const steps = (await admin.call(getFulfilment, { params: { id } })).data.steps.slice(1)
    expect(steps).toMatchObject([{ state: 'cancelled', source: 'shop', reason: 'Lo pedí dos veces' }])
    const mailed = (await jobs('cancelledOrderMail', id)).map(({ payload }) => (payload as { to: string }).to)
    expect(mailed).toContain('ventas@tienda.example')
    expect(new Set(mailed).size).toBe(mailed.length)
    const log = await database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'after'])
      .where('entity', '=', 'order')
      .where('entity_id', '=', String(id))
      .execute()
    expect(log).toEqual([{ action: 'cancel', after: { reason: 'Lo pedí dos veces' } }])
  })

  test('until an hour of the day: today where it is ahead, else tomorrow', async () => {
    const inArgentina = (at: Date) =>
      new Intl.DateTimeFormat('es-AR', {
        timeZone: 'America/Argentina/Buenos_Aires',
        ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      }).format(at)
    for (const hoursAhead of [2, -2]) {
      const target = new Date(Date.now() + hoursAhead * 3_600_000)
      await setDelay(inArgentina(target))
      const at = new Date(String((await stored(await order())).hand_over_at))
      expect(inArgentina(at)).toBe(inArgentina(target))
      const ahead = (at.getTime() - Date.now()) / 3_600_000
      expect(ahead).toBeGreaterThan(hoursAhead > 0 ? 1.9 : 21.9)
      expect(ahead).toBeLessThan(hoursAhead > 0 ? 2.1 : 22.1)
    }
    await setDelay('30')
  })

  test('whoever prints the packing list takes it, and of a cancelled order there is none', async () => {
    const printed = await order()
    expect((await admin.call(packingList, { params: { id: printed } })).status).toBe(200)
    expect(await until(printed)).toBeUndefined()
    expect((await cancel(buyer, printed)).status).toBe(409)
    const cancelled = await order()
    await cancel(buyer, cancelled)
    expect(await admin.call(packingList, { params: { id: cancelled } })).toMatchObject({
      status: 409,
      json: { message: 'El pedido se canceló: no hay nada que preparar' },
    })
  })

  test('once the office says anything of an order it is not cancelled; what the office cancels does not go to the ERP', async () => {
    const say = (id: number, state: 'preparing' | 'cancelled') =>
      admin.call(setOrderStates, { body: { orders: [{ id }], state } })
    const prepared = await order()
    expect((await say(prepared, 'preparing')).status).toBe(200)
    expect(await until(prepared)).toBeUndefined()
    expect((await cancel(buyer, prepared)).status).toBe(409)
    expect(await sendToErp(prepared)).toEqual([prepared])
    const calledOff = await order()
    expect((await say(calledOff, 'cancelled')).status).toBe(200)
    expect(await sendToErp(calledOff)).toEqual([])
    expect(await stored(calledOff)).toMatchObject({ erp_state: null, taken_at: null })
  })

  test('a seller who lost the client still sees the own order, and neither cancels nor changes it', async () => {
    const { db } = database()
    const [first, second] = [await makeSeller(db), await makeSeller(db)]
    const client = await makeClient(db, { seller_id: first })
    const seller = await app.as(await makeUser(db, 'vendedor', { seller_id: first }))
    await app.upToDate()
    const lines = [{ row: 0, articleId: article.id, quantity: 2 }]
    await seller.call(saveCartLines, { body: { clientId: client.id, lines } })
    const query = { clientId: client.id, addressId: 0, note: '', condition: -1, shownTotal: 20_00 }
    const id = (await seller.call(createOrder, { query, body: {} })).data.orderId
    expect((await seller.call(getOrderToChange, { params: { id } })).status).toBe(200)
    await db.kysely.updateTable('client').set({ seller_id: second }).where('id', '=', client.id).execute()
    await app.upToDate()
    expect((await seller.call(getOrder, { params: { id } })).status).toBe(200)
    expect((await seller.call(getOrderToChange, { params: { id } })).status).toBe(403)
    expect((await cancel(seller, id)).status).toBe(403)
    expect((await cancel(admin, id)).status).toBe(200)
  })

  test('an order that the ERP never hears of does not come back: not by a state, not by an undo', async () => {
    const say = (ids: readonly number[], state: 'preparing' | 'cancelled') =>
      admin.call(setOrderStates, { body: { orders: ids.map((id) => ({ id })), state } })
    const [withdrawn, other] = [await order(), await order()]
    await cancel(buyer, withdrawn)
    const text = `El pedido web ${withdrawn} se canceló antes de pasar a preparación y no vuelve: haga uno nuevo`
    expect(await say([other, withdrawn], 'preparing')).toMatchObject({ status: 409, json: { message: text } })
    // All or none.
    expect(await sendToErp(other)).toEqual([other])
    expect((await say([withdrawn], 'cancelled')).status).toBe(200)

    const calledOff = await order()
    const { data } = await say([calledOff], 'cancelled')
    expect(await sendToErp(calledOff)).toEqual([])
    const undo = await admin.call(undoOrderStates, { params: { id: data.batchId! } })
    expect(undo).toMatchObject({ status: 409, json: { message: expect.stringContaining(`${calledOff} se canceló`) } })
    expect((await buyer.call(getOrder, { params: { id: calledOff } })).data.fulfilmentState).toBe('cancelled')
    // Until its time has come it may be undone, and goes.
    const meant = await order()
    const mistake = await say([meant], 'cancelled')
    expect((await admin.call(undoOrderStates, { params: { id: mistake.data.batchId! } })).status).toBe(200)
    expect(await sendToErp(meant)).toEqual([meant])
  })

  test('of cancelling and taking one wins, whoever comes first', { timeout: 600_000 }, async () => {
    const { db } = database()
    const races = cases(5_000)
    const seen = { taken: 0, cancelled: 0 }
    const id = await order()
    for (let race = 0; race < races; race++) {
      await db.kysely
        .updateTable('sales_order')
        .set({ taken_at: null, withdrawn_at: null, erp_state: 'pending' })
        .where('id', '=', id)
        .execute()
      const both = [() => takeOrder(db.kysely, id), () => db.tx((t) => withdrawOrder(t, id))] as const
      const [taken, cancelled] =
        race % 2 === 0
          ? await Promise.all([both[0](), both[1]()])
          : await Promise.all([both[1](), both[0]()]).then(([second, first]) => [first, second])
      expect(Number(taken) + Number(cancelled)).toBe(1)
      const { taken_at, withdrawn_at } = await stored(id)
      expect([taken_at !== null, withdrawn_at !== null]).toEqual([taken, cancelled])
      seen[taken ? 'taken' : 'cancelled']++
    }
    expect(seen.taken).toBeGreaterThan(0)
    expect(seen.cancelled).toBeGreaterThan(0)
  })
})
