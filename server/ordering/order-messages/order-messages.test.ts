/** Messages about orders: who agrees, what is told to whom, and that each is sent at most once (R393, R394). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { setOrderStates, undoOrderStates } from '../../../contract/fulfilment.ts'
import { agreeToOrderMessages, endOrderMessages, getOrderMessages } from '../../../contract/order-messages.ts'
import { createOrder } from '../../../contract/orders.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { withdrawOrder } from '../../db/hand-over.ts'
import { silentLog } from '../../db/log.ts'
import { retryTask } from '../../erp/erp-link/erp-admin.service.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'
import { NoticeRefused, NoticeUnknown, NoticeUnsent, type PhoneNotice } from '../../ports/notices/port.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { orderMessageHandler } from './send-message.service.ts'

const DAYTIME = { from: 0, until: 24 }

withDatabases('messages about orders', (database) => {
  let app: TestApp
  let off: TestApp
  let admin: TestCaller
  let adminId: number
  let buyer: TestCaller
  let buyerId: number
  let colleague: TestCaller
  let stranger: TestCaller
  let clientId: number
  let articleId: number
  let key = 0
  let sent: PhoneNotice[] = []
  /** What the provider does with each message, in their order; without one it takes it. */
  let answers: (Error | (() => Promise<void>))[] = []
  const workers: Worker[] = []
  /** How far the instances' clock is ahead of the database's: what is stored now is due. */
  let ahead = 0

  beforeAll(async () => {
    const { db } = database()
    articleId = (await makeArticle(db, { code: '00417', listPrice: 10_00 })).id
    clientId = (await makeClient(db)).id
    app = await openTestApp(db, { hasErp: true })
    off = await openTestApp(db, { sendsMessages: false })
    const office = await makeUser(db, 'admin')
    adminId = office.id
    admin = await app.as(office)
    const user = await makeUser(db, 'cliente', { client_id: clientId })
    buyerId = user.id
    buyer = await app.as(user)
    colleague = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.upToDate()
  })
  afterAll(async () => {
    await app.close()
    await off.close()
  })
  beforeEach(async () => {
    const { kysely } = database().db
    await kysely.deleteFrom('job').execute()
    await kysely.deleteFrom('message_consent').execute()
    sent = []
    answers = []
    ahead = 1_000
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop(0)
  })

  const agree = async (caller: TestCaller, phone: string) =>
    (await caller.call(agreeToOrderMessages, { body: { phone } })).status
  const consent = async (caller: TestCaller) => (await caller.call(getOrderMessages)).data
  const order = async (): Promise<number> => {
    const lines = [{ row: 0, articleId, quantity: 2 }]
    await buyer.call(saveCartLines, { body: { clientId: null, lines } })
    const query = { clientId, addressId: 0, note: `${key++}`, condition: -1, shownTotal: 20_00 }
    return (await buyer.call(createOrder, { query, body: {} })).data.orderId
  }
  const dispatch = async (orderId: number, guide: string) => {
    const { data } = await admin.call(setOrderStates, {
      body: { orders: [{ id: orderId }], state: 'dispatched', carrier: 'Vía Cargo', guide } as never,
    })
    return data
  }
  const jobs = () =>
    database()
      .db.kysely.selectFrom('job')
      .select(['id', 'state', 'error', 'payload', 'attempts'])
      .where('kind', '=', 'orderMessage')
      .orderBy('id')
      .execute()
  /** Lets an instance do what is due; `hours`: between which dispatches may be told. */
  async function work(hours = DAYTIME) {
    const { db } = database()
    const now = () => new Date(Date.now() + ahead)
    const sender = {
      send: async (notice: PhoneNotice) => {
        sent.push(notice)
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        await answer?.()
        return 'wamid.x'
      },
    }
    const handlers = { orderMessage: orderMessageHandler({ db, sender, hours, now }) }
    const worker = startWorker({ db, handlers, now, random: () => 1, log: silentLog })
    workers.push(worker)
    await worker.idle()
    await worker.stop()
  }
  const told = () => sent.map(({ to, kind, values }) => [to, kind, ...values])

  test('nobody is told who has not agreed, and nothing is asked where the shop sends none', async () => {
    expect(await consent(buyer)).toEqual({ offered: true, phone: null, agreedAt: null })
    await order()
    expect(await jobs()).toEqual([])
    const there = await off.as({ id: buyerId })
    expect((await consent(there)).offered).toBe(false)
    expect(await agree(there, '387 400-0000')).toBe(409)
    expect(await consent(buyer)).toMatchObject({ phone: null })
  })

  test('a number is stored as WhatsApp has it, with the moment; what is no number is refused', async () => {
    for (const phone of ['', '400-0000', 'no tengo', '387 4000000 / 387 4111111'])
      expect(await agree(buyer, phone)).toBe(400)
    expect(await agree(buyer, '(0387) 15-4000000')).toBe(200)
    const first = await consent(buyer)
    expect(first).toMatchObject({ offered: true, phone: '5493874000000' })
    expect(Math.abs(Date.parse(first.agreedAt ?? '') - Date.now())).toBeLessThan(60_000)
    // Said again it is the same consent; another number is another one.
    await agree(buyer, '387 4000000')
    expect((await consent(buyer)).agreedAt).toBe(first.agreedAt)
    await agree(buyer, '11 2345-6789')
    expect(await consent(buyer)).toMatchObject({ phone: '5491123456789' })
    expect(await consent(stranger)).toMatchObject({ phone: null })
    await buyer.call(endOrderMessages)
    expect(await consent(buyer)).toEqual({ offered: true, phone: null, agreedAt: null })
  })

  test('an order is told once to each of its readers who agreed, and to nobody else', async () => {
    await agree(buyer, '387 4000000')
    await agree(colleague, '387 4111111')
    await agree(stranger, '387 4222222')
    const id = await order()
    await work()
    expect(told().sort()).toEqual([
      ['5493874000000', 'received', `web ${id}`, '1 artículo'],
      ['5493874111111', 'received', `web ${id}`, '1 artículo'],
    ])
    await work()
    expect(sent).toHaveLength(2)
  })

  test('a dispatch is told once for each parcel, with its way, and not if it is taken back', async () => {
    await agree(buyer, '387 4000000')
    const [id, other] = [await order(), await order()]
    await work()
    sent = []
    await dispatch(id, 'G-77')
    const undone = await dispatch(other, 'G-78')
    expect((await admin.call(undoOrderStates, { params: { id: undone.batchId ?? 0 } })).status).toBe(200)
    ahead += 61_000
    await work()
    expect(told().filter(([, , number]) => number === `web ${id}`)).toEqual([
      ['5493874000000', 'dispatched', `web ${id}`, 'Vía Cargo, guía G-77'],
    ])
    sent = []
    await dispatch(id, 'G-77')
    ahead += 61_000
    await work()
    expect(sent).toEqual([])
  })

  test('a dispatch that is told at night waits for the morning', async () => {
    await agree(buyer, '387 4000000')
    const id = await order()
    await work()
    await dispatch(id, 'G-1')
    // 23:00 in Argentina, tomorrow.
    const night = new Date(Date.now() + 86_400_000)
    night.setUTCHours(2, 0, 0, 0)
    ahead = night.getTime() - Date.now()
    await work({ from: 8, until: 20 })
    expect(sent.map(({ kind }) => kind)).toEqual(['received'])
    ahead += 9 * 3_600_000
    await work({ from: 8, until: 20 })
    expect(sent.map(({ kind }) => kind)).toEqual(['received', 'dispatched'])
  })

  test('who takes the consent back, or may not sign in any more, is told nothing that waits', async () => {
    await agree(buyer, '387 4000000')
    await agree(colleague, '387 4111111')
    await order()
    await buyer.call(endOrderMessages)
    const { kysely } = database().db
    await kysely
      .updateTable('app_user')
      .set({ active: false })
      .where('client_id', '=', clientId)
      .where('id', '<>', buyerId)
      .execute()
    await work()
    expect(sent).toEqual([])
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done'])
    await kysely.updateTable('app_user').set({ active: true }).where('client_id', '=', clientId).execute()
  })

  test('an order that was cancelled meanwhile is not called received', async () => {
    await agree(buyer, '387 4000000')
    const id = await order()
    const { db } = database()
    await db.kysely
      .updateTable('sales_order')
      .set({ hand_over_at: new Date(Date.now() + 60_000).toISOString() })
      .where('id', '=', id)
      .execute()
    await db.tx((t) => withdrawOrder(t, id))
    await work()
    expect(sent).toEqual([])
    expect(await jobs()).toMatchObject([{ state: 'done' }])
  })

  test('what surely did not leave is tried again; for a day, then the office is told', async () => {
    await agree(buyer, '387 4000000')
    await order()
    answers = [new NoticeUnsent('WhatsApp contestó 503'), new NoticeUnsent('WhatsApp contestó 503')]
    await work()
    expect(await jobs()).toMatchObject([{ state: 'pending', error: 'WhatsApp contestó 503' }])
    ahead += 5_000
    await work()
    ahead += 10_000
    await work()
    expect(sent).toHaveLength(3)
    expect(await jobs()).toMatchObject([{ state: 'done', attempts: 3 }])

    await order()
    answers = Array.from({ length: 9 }, () => new NoticeUnsent('WhatsApp contestó 503'))
    ahead = 25 * 3_600_000
    await work()
    expect((await jobs()).at(-1)).toMatchObject({ state: 'dead', error: 'WhatsApp contestó 503' })
  })

  test('a refusal ends it at once, with the reason for the office', async () => {
    await agree(buyer, '387 4000000')
    await order()
    answers = [new NoticeRefused('WhatsApp: Message undeliverable (código 131026)')]
    await work()
    expect(await jobs()).toMatchObject([
      { state: 'dead', attempts: 1, error: 'WhatsApp: Message undeliverable (código 131026)' },
    ])
    const tasks = await admin.request('GET', '/api/erp/tareas')
    expect(JSON.stringify(tasks.json)).toContain('Aviso por WhatsApp del pedido')
  })

  test('after silence it is not sent again, until somebody of the office says so', async () => {
    await agree(buyer, '387 4000000')
    await order()
    answers = [new NoticeUnknown('WhatsApp no contestó')]
    await work()
    const [job] = await jobs()
    expect(job).toMatchObject({ state: 'dead', error: expect.stringContaining('No se sabe si el mensaje salió') })
    ahead += 3_600_000
    await work()
    expect(sent).toHaveLength(1)
    await retryTask(database().db, { userId: adminId } as never, Number(job?.id))
    await work()
    expect(sent).toHaveLength(2)
    expect(await jobs()).toMatchObject([{ state: 'done' }])
  })

  test('an instance that dies while a message leaves makes no second one', async () => {
    await agree(buyer, '387 4000000')
    await order()
    let begun = () => {}
    const begins = new Promise<void>((resolve) => {
      begun = resolve
    })
    let end = () => {}
    answers = [
      () => {
        begun()
        return new Promise<void>((resolve) => {
          end = resolve
        })
      },
    ]
    void work()
    await begins
    // Its lease ends while it hangs: another instance takes the job.
    ahead += 3_600_000
    await work()
    expect(sent).toHaveLength(1)
    end()
  })

  test('the same event stored twice is one message', async () => {
    await agree(buyer, '387 4000000')
    const id = await order()
    const payload = { orderId: id, userId: buyerId, about: 'received' as const, parcel: '', day: '' }
    const again = await database().db.tx((t) =>
      enqueue(t, { kind: 'orderMessage', payload, uniqueKey: `orderMessage:received:${id}:${buyerId}` }),
    )
    expect(again).toBeNull()
  })
})
