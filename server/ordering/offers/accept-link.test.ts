/** Orders that a seller sends and a client accepts by a link, without an account (R387, R388). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { linkTexts, withdrawLink } from '../../../contract/links.ts'
import * as calls from '../../../contract/offers.ts'
import { addressRefused, getOrder, myOrders, totalChanged } from '../../../contract/orders.ts'
import { createSavedList, deleteSavedList, listSavedLists, loadSavedList } from '../../../contract/saved-lists.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { JobInfo } from '../../jobs/kinds.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { withdrawLink as takeBack } from '../links/links.service.ts'
import { followOrders } from '../orders/after-orders.service.ts'
import { acceptOffer } from './accept-offer.service.ts'
import { offerMailHandler } from './offers.mail.ts'
import { offerCart } from './offers.service.ts'

const isRelease = process.env.TEST_CASES === 'all'
const ROUNDS = isRelease ? 10_000 : 500
const texts = calls.offerTexts
/** A seller withdraws the own link: nobody's clients are asked about. */
const reach = { client: async () => true, user: async () => true, exists: async () => true }

withDatabases('orders accepted by link', (database) => {
  let app: TestApp
  let truck: { id: number }
  let ball: { id: number }
  let client: MadeClient
  let sellerId: number
  let rita: { id: number }
  let seller: TestCaller

  beforeAll(async () => {
    const { db } = database()
    truck = await makeArticle(db, { code: '7', description: 'Camión de madera', listPrice: 10_00, multiple: 3 })
    ball = await makeArticle(db, { code: 'P-1', description: 'Pelota de goma', listPrice: 5_00 })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId, business_name: 'Juguetería Sol' })
    rita = await makeUser(db, 'vendedor', { seller_id: sellerId, first_name: 'Rita', last_name: 'Paz' })
    seller = await app.as(rita)
    await price(truck.id, 10_00)
  })

  async function price(articleId: number, cents: number) {
    await database().db.tx(async (t, publish) => {
      await t.updateTable('price').set({ list_price: cents }).where('article_id', '=', articleId).execute()
      await raiseCatalogueVersion(t, publish)
    })
  }
  const inDays = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  const clientOf = () => ({ clientId: client.id })
  const fill = () =>
    seller.call(saveCartLines, {
      body: {
        ...clientOf(),
        lines: [
          { row: 0, articleId: truck.id, quantity: 3, note: 'rojo' },
          { row: 1, articleId: ball.id, quantity: 2, note: '' },
        ],
      },
    })
  /** Puts a cart aside; answers its list. */
  async function aside() {
    await fill()
    return (await seller.call(createSavedList, { body: { ...clientOf(), name: 'Para Sol', shared: false } })).data
  }
  const offer = (listId: number, more: { lastDay?: string; addressId?: number } = {}) =>
    seller.call(calls.makeOffer, {
      body: {
        ...clientOf(),
        listId,
        addressId: client.addresses[0] ?? 0,
        note: 'por la tarde',
        lastDay: inDays(7),
        ...more,
      },
    })
  const sent = async () => (await offer((await aside()).id)).data
  const quoted = async () => {
    await fill()
    const body = { ...clientOf(), addressId: 0, note: '' }
    return (await seller.call(calls.offerQuotation, { body })).data
  }
  const open = (key: string) => app.visitor.call(calls.openOffer, { body: { key } })
  const both = [
    { articleId: 0, quantity: 3, unitPrice: 10_00 },
    { articleId: 1, quantity: 2, unitPrice: 5_00 },
  ]
  const linesShown = (given = both) =>
    given.map(({ articleId, ...line }) => ({ ...line, articleId: articleId === 0 ? truck.id : ball.id }))
  const accept = (key: string, given: typeof both = both, shownTotal?: number) =>
    app.visitor.call(calls.acceptOffer, {
      body: {
        key,
        lines: linesShown(given),
        shownTotal: shownTotal ?? given.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0),
      },
    })
  const decline = (key: string, word = '') => app.visitor.call(calls.declineOffer, { body: { key, word } })
  const withdraw = (id: number) => seller.call(withdrawLink, { params: { id } })
  const refusal = ({ status, json }: { status: number; json: { message: string } }) => [status, json.message]
  const orders = () =>
    database().db.kysely.selectFrom('sales_order').selectAll().where('client_id', '=', client.id).execute()
  const lists = async () => (await seller.call(listSavedLists, { query: clientOf() })).data
  const told = async () => (await seller.call(calls.listOffers, { query: clientOf() })).data
  async function mails() {
    const { db } = database()
    const jobs = await db.kysely
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'offerMail')
      .where(sql<boolean>`payload->>'userId' = ${String(rita.id)}`)
      .execute()
    const all: MailMessage[] = []
    const mailer = { send: async (mail: MailMessage) => ({ accepted: [String(all.push(mail))] }) }
    const handler = offerMailHandler({ db, mailer, shop: { name: 'Bulto', url: 'https://tienda.example' } })
    const job: JobInfo = {
      ...{ id: 1, kind: 'offerMail', attempt: 1, createdAt: '' },
      signal: new AbortController().signal,
    }
    for (const { payload } of jobs) await handler(payload as never, job)
    return all
  }

  test('whoever has the link is not told how many units are in stock (R388)', async () => {
    const { db } = database()
    const { key } = await sent()
    await db.kysely.insertInto('setting').values({ key: 'STOCK_OBLIGATORIO', value: '1' }).execute()
    await db.kysely.updateTable('article').set({ stock: 37 }).where('id', '=', truck.id).execute()
    const given = [{ articleId: 0, quantity: 99, unitPrice: 10_00 }]
    const [status, message] = refusal(await accept(key, given))
    expect([status, message]).toEqual([
      409,
      'No hay stock suficiente de 7. Pida menos unidades, o comuníquese con quien se lo envió',
    ])
    await db.kysely.deleteFrom('setting').where('key', '=', 'STOCK_OBLIGATORIO').execute()
    await db.kysely.updateTable('article').set({ stock: null }).where('id', '=', truck.id).execute()
  })

  test('a client without an account sees that order alone, accepts it, and it is the seller’s order for it, once', async () => {
    const list = await aside()
    const { key, until, quotation } = (await offer(list.id)).data
    expect(quotation).toBeNull()
    expect(until).toBe(`${inDays(8)}T03:00:00.000Z`)
    const { data, json } = await open(key)
    expect(data).toMatchObject({
      ...{ state: 'waiting', client: 'Juguetería Sol', seller: 'Rita Paz', note: 'por la tarde', orderId: null },
      lines: [
        {
          code: '7',
          description: 'Camión de madera',
          quantity: 3,
          multiple: 3,
          unitPrice: 10_00,
          note: 'rojo',
          sold: true,
        },
        { code: 'P-1', quantity: 2, unitPrice: 5_00, sentPrice: 5_00 },
      ],
    })
    // Neither stock, nor CUIT, nor a code of the client's.
    expect(Object.keys(json).sort()).toEqual(
      [
        'IDCON_PED',
        'NUMERO_PED',
        'cliente',
        'cotizacion',
        'dir',
        'direccion',
        'estado',
        'hasta',
        'obs',
        'pedidoEsta',
        'renglones',
        'vendedor',
      ].sort(),
    )
    const first = await accept(key)
    expect(first.data).toMatchObject({ already: false })
    const [order, ...more] = await orders()
    expect(more).toEqual([])
    expect(order).toMatchObject({
      ...{ id: first.data.orderId, user_id: rita.id, created_by: rita.id, total: 40_00, note: 'por la tarde' },
      address_id: client.addresses[0],
    })
    // Again, and from another device: the same order.
    for (let times = 0; times < 2; times++) expect((await accept(key)).data).toEqual({ ...first.data, already: true })
    expect((await open(key)).data).toMatchObject({ state: 'accepted', orderId: first.data.orderId, lines: [] })
    expect(refusal(await decline(key))).toEqual([409, linkTexts.used])
    expect(await orders()).toHaveLength(1)
    // The cart put aside ended with it, and the seller was told once.
    expect(await lists()).toEqual([])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    for (const words of ['Juguetería Sol aceptó', '$ 40', `/pedido/${first.data.orderId}`])
      expect(mail?.text).toContain(words)
    expect(await told()).toMatchObject([{ state: 'accepted', linkId: null, orderId: first.data.orderId }])
    const maker = 'Armó Rita Paz, aceptó el cliente por enlace'
    const buyer = await app.as(await makeUser(database().db, 'cliente', { client_id: client.id }))
    for (const who of [seller, buyer])
      expect((await who.call(getOrder, { params: { id: first.data.orderId } })).data.madeBy).toBe(maker)
    expect((await seller.call(myOrders, { query: { page: 0, text: '', ofClients: true } })).data).toMatchObject([
      { madeBy: maker },
    ])
  })

  test('quantities are changed in multiples and lines taken out; nothing else comes in', async () => {
    const { key } = await sent()
    const other = await makeArticle(database().db, { listPrice: 1_00 })
    const foreign = [{ articleId: other.id, quantity: 1, unitPrice: 1_00 }]
    const tried = await app.visitor.call(calls.acceptOffer, { body: { key, lines: foreign, shownTotal: 1_00 } })
    expect(tried.status).toBe(400)
    // Five are sold as six: nothing is made before somebody has seen that.
    const rounded = await accept(key, [{ articleId: 0, quantity: 5, unitPrice: 10_00 }])
    expect(refusal(rounded)).toEqual([409, totalChanged])
    expect(rounded.json.details).toMatchObject([{ IDART_IO: truck.id, cantidad: 6 }])
    const { data } = await accept(key, [{ articleId: 0, quantity: 6, unitPrice: 10_00 }])
    const lines = await database()
      .db.kysely.selectFrom('sales_order_line')
      .select(['article_id', 'quantity', 'note'])
      .where('order_id', '=', data.orderId)
      .execute()
    expect(lines).toEqual([{ article_id: truck.id, quantity: 6, note: 'rojo' }])
  })

  test('a price that changed meanwhile is shown before anything is final', async () => {
    const { key } = await sent()
    await price(truck.id, 12_00)
    expect((await open(key)).data.lines[0]).toMatchObject({ unitPrice: 12_00, sentPrice: 10_00 })
    const refused = await accept(key)
    expect(refusal(refused)).toEqual([409, totalChanged])
    expect(refused.json.details).toMatchObject([{ IDART_IO: truck.id, precio: 12 }])
    expect(await orders()).toEqual([])
    expect(await lists()).toHaveLength(1)
    const seen = [{ articleId: 0, quantity: 3, unitPrice: 12_00 }, both[1]!]
    expect((await accept(key, seen)).status).toBe(200)
    expect(await orders()).toMatchObject([{ total: 46_00 }])
  })

  test('what is no longer sold is shown as that, and the rest is accepted without it', async () => {
    const { db } = database()
    const { key } = await sent()
    const sell = (active: boolean) =>
      db.kysely.updateTable('listing').set({ active }).where('article_id', '=', ball.id).execute()
    await sell(false)
    expect((await open(key)).data.lines).toMatchObject([{ sold: true }, { sold: false, code: 'P-1' }])
    expect((await accept(key)).status).toBe(409)
    const done = await accept(key, both.slice(0, 1))
    await sell(true)
    expect(done.status).toBe(200)
    expect(await orders()).toMatchObject([{ total: 30_00, line_count: 1 }])
  })

  test('a quotation’s prices hold until its day, and its link has its number; the cart stays', async () => {
    const made = await quoted()
    expect(made.quotation).toBeGreaterThan(0)
    expect(made.until).toBe(`${inDays(16)}T03:00:00.000Z`)
    await price(truck.id, 99_00)
    expect((await open(made.key)).data).toMatchObject({
      quotation: made.quotation,
      lines: [{ unitPrice: 10_00, sentPrice: 10_00 }, { unitPrice: 5_00 }],
    })
    // They were quoted without VAT, and are no prices with it.
    const { kysely } = database().db
    const nine = [{ articleId: 0, quantity: 9, unitPrice: 10_00 }]
    await kysely.insertInto('setting').values({ key: 'PRECIOS_CON_IVA', value: '1' }).execute()
    expect(refusal(await accept(made.key, nine))).toEqual([409, expect.stringMatching(/^Por ahora este pedido/)])
    await kysely.deleteFrom('setting').where('key', '=', 'PRECIOS_CON_IVA').execute()
    expect((await accept(made.key, nine)).status).toBe(200)
    const [order] = await orders()
    expect(order).toMatchObject({ total: 90_00 })
    const line = await database()
      .db.kysely.selectFrom('sales_order_line')
      .select(['unit_price', 'list_price'])
      .where('order_id', '=', order?.id ?? 0)
      .executeTakeFirst()
    expect(line).toEqual({ unit_price: 10_00, list_price: 10_00 })
    // The same content has the same number, and another link.
    const again = await quoted()
    expect(again.quotation).not.toBe(made.quotation)
    const carts = await database()
      .db.kysely.selectFrom('cart_line')
      .select('id')
      .where('user_id', '=', rita.id)
      .execute()
    expect(carts).toHaveLength(2)
  })

  test('no, with a word: the seller is mailed once, and nothing can be accepted after it', async () => {
    const { key } = await sent()
    expect((await decline(key, 'Es caro este mes')).data).toEqual({ state: 'declined' })
    expect((await decline(key, 'otra vez')).data).toEqual({ state: 'declined' })
    expect(refusal(await accept(key))).toEqual([409, texts.declined])
    expect((await open(key)).data).toMatchObject({ state: 'declined', lines: [] })
    const all = await mails()
    expect(all).toHaveLength(1)
    expect(all[0]?.text).toContain('Es caro este mes')
    expect(await told()).toMatchObject([{ state: 'declined', word: 'Es caro este mes', linkId: null }])
    // What was put aside is there to be changed and sent again.
    expect(await lists()).toHaveLength(1)
    expect(await orders()).toEqual([])
  })

  describe('what was sent twice is ordered once', () => {
    test('a cart put aside, by whichever link; the other one tells the order', async () => {
      const list = await aside()
      const [first, second] = [(await offer(list.id)).data, (await offer(list.id)).data]
      const { orderId } = (await accept(second.key)).data
      expect((await accept(first.key)).data).toMatchObject({ orderId, already: true })
      expect((await open(first.key)).data).toMatchObject({ state: 'accepted', orderId, lines: [] })
      expect(refusal(await decline(first.key))).toEqual([409, linkTexts.used])
      expect(await orders()).toHaveLength(1)
      expect(await told()).toMatchObject(Array(2).fill({ state: 'accepted', linkId: null, orderId }))
    })

    test('both links at once', async () => {
      for (let round = 0; round < 20; round++) {
        const list = await aside()
        const [first, second] = [(await offer(list.id)).data, (await offer(list.id)).data]
        const answers = await Promise.all([accept(first.key), accept(second.key)])
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1)
        expect(await orders()).toHaveLength(1)
        await forget()
      }
    })

    test('a quotation; one that is sent again after it was ordered is another order', async () => {
      const [first, second] = [await quoted(), await quoted()]
      expect(second.quotation).toBe(first.quotation)
      const { orderId } = (await accept(first.key)).data
      expect((await accept(second.key)).data).toMatchObject({ orderId, already: true })
      const again = await quoted()
      expect(again.quotation).toBe(first.quotation)
      expect((await open(again.key)).data).toMatchObject({ state: 'waiting', orderId: null })
      const { data } = await accept(again.key)
      expect(data.already).toBe(false)
      expect(await orders()).toHaveLength(2)
      expect((await told()).map((one) => one.orderId)).toEqual([data.orderId, orderId, orderId])
    })
  })

  describe('whoever has the link reads nothing of the client’s account', () => {
    const accountSays = async (rules: Record<string, string>) => {
      const { kysely } = database().db
      for (const [key, value] of Object.entries(rules))
        await sql`insert into setting (key, value) values (${key}, ${value})
          on conflict (key) do update set value = excluded.value`.execute(kysely)
      await sql`insert into client_account (client_id, at, balance, credit_limit) values (${client.id}, now(), 100000, 50000)
        on conflict (client_id) do nothing`.execute(kysely)
    }
    test('where it refuses the order', async () => {
      await accountSays({ LIMITE_OBLIGATORIO: '1', LIMITE_RETIENE: '0' })
      const { key } = await sent()
      const answer = await accept(key)
      await accountSays({ LIMITE_OBLIGATORIO: '0' })
      expect(refusal(answer)).toEqual([409, texts.notNow])
      expect(await orders()).toEqual([])
    })
    test('where it holds the order: the page and the seller’s mail say that it waits, the mail alone says why', async () => {
      await accountSays({ LIMITE_OBLIGATORIO: '1', LIMITE_RETIENE: '1' })
      const { key } = await sent()
      const done = await accept(key)
      await accountSays({ LIMITE_OBLIGATORIO: '0', LIMITE_RETIENE: '0' })
      expect(done.data).toMatchObject({ orderState: 'held', already: false })
      const opened = await open(key)
      expect(opened.data).toMatchObject({ state: 'accepted', orderState: 'held' })
      expect(JSON.stringify([done.json, opened.json])).not.toMatch(/límite|\$/)
      expect((await mails())[0]?.text).toMatch(/En espera: .*límite/)
      const { kysely } = database().db
      await kysely
        .updateTable('sales_order')
        .set({ withdrawn_at: new Date().toISOString() })
        .where('id', '=', done.data.orderId)
        .execute()
      expect((await open(key)).data).toMatchObject({ orderState: 'cancelled' })
    })
  })

  describe('a link opens nothing', () => {
    test('once it was withdrawn, once its day is over, and where somebody guesses', async () => {
      const [withdrawn, ended] = [await sent(), await sent()]
      expect((await withdraw(withdrawn.id)).status).toBe(200)
      await sql`update shared_link set ends_at = now() - interval '1 second' where id = ${ended.id}`.execute(
        database().db.kysely,
      )
      for (const key of [withdrawn.key, ended.key, 'x'.repeat(32)]) {
        expect(refusal(await open(key))).toEqual([404, linkTexts.gone])
        expect(refusal(await accept(key))).toEqual([404, linkTexts.gone])
        expect(refusal(await decline(key))).toEqual([404, linkTexts.gone])
      }
      expect(await orders()).toEqual([])
    })

    test('once the seller took the cart up again, or deleted it', async () => {
      const taken = await aside()
      const first = (await offer(taken.id)).data
      await seller.call(loadSavedList, { params: { id: taken.id }, body: { ...clientOf(), clearCart: true } })
      const deleted = await aside()
      const second = (await offer(deleted.id)).data
      await seller.call(deleteSavedList, { params: { id: deleted.id }, query: clientOf() } as never)
      for (const { key } of [first, second]) expect(refusal(await accept(key))).toEqual([404, linkTexts.gone])
      expect(await orders()).toEqual([])
    })

    test('once its cart is gone, also where an instance of the version before took it up', async () => {
      const list = await aside()
      const { key } = (await offer(list.id)).data
      // As that instance does: it knows no links.
      await database().db.kysely.deleteFrom('saved_list').where('id', '=', list.id).execute()
      expect(refusal(await open(key))).toEqual([404, linkTexts.gone])
      expect(refusal(await accept(key))).toEqual([404, linkTexts.gone])
      expect(await orders()).toEqual([])
    })

    test('once its seller may not order for the client any more', async () => {
      const { key } = await sent()
      const { kysely } = database().db
      await kysely.updateTable('client').set({ seller_id: null }).where('id', '=', client.id).execute()
      for (const answer of [await accept(key), await open(key)]) expect(refusal(answer)).toEqual([409, texts.makerGone])
      await kysely.updateTable('client').set({ seller_id: sellerId }).where('id', '=', client.id).execute()
      await kysely.updateTable('app_user').set({ enabled: false }).where('id', '=', rita.id).execute()
      expect(refusal(await accept(key))).toEqual([409, texts.makerGone])
      expect(await orders()).toEqual([])
    })
  })

  test('the gate of orders rules here too: a client out of use, which is not told to whoever has the link', async () => {
    const { key } = await sent()
    await database().db.kysely.updateTable('client').set({ active: false }).where('id', '=', client.id).execute()
    expect(refusal(await accept(key))).toEqual([409, texts.notNow])
    expect(await orders()).toEqual([])
    expect(await lists()).toHaveLength(1)
  })

  test('what can’t be sent: another’s address, a day that is past, an empty cart, what is not sold', async () => {
    const list = await aside()
    const away = await makeClient(database().db)
    const wrong = await offer(list.id, { addressId: away.addresses[0] ?? 1 })
    expect(wrong.json.details).toEqual([{ field: 'dir', message: addressRefused }])
    expect((await offer(list.id, { lastDay: inDays(-1) })).status).toBe(400)
    expect((await seller.call(calls.offerQuotation, { body: { ...clientOf(), addressId: 0, note: '' } })).status).toBe(
      409,
    )
    await price(truck.id, 0)
    expect(refusal(await offer(list.id))).toEqual([409, texts.notSold])
  })

  test('two devices accept one link, and the seller withdraws it: one order, or none and the link is gone', {
    timeout: isRelease ? 7_200_000 : 300_000,
  }, async () => {
    const { db } = database()
    const caller: Caller = { userId: rita.id, type: 'vendedor', name: 'Rita', clientId: -1, sellerId }
    const effects = {
      numberedHere: true,
      afterOrders: (t: never, ids: readonly number[]) => followOrders(t, ids, false),
    }
    const given = { lines: linesShown(), shownTotal: 40_00 }
    const seen = new Set<string>()
    await forget()
    for (let round = 0; round < ROUNDS; round++) {
      await fill()
      const made = await db.tx((t) =>
        offerCart(t, { ...clientOf(), caller, addressId: 0, note: '', lastDay: inDays(1) }, 1),
      )
      // By the use cases themselves: an address may not call as often as this.
      const device = () => acceptOffer(db, effects, made.id, given)
      const rivals = [
        ...(round % 4 === 1 ? [() => takeBack(db, caller, reach, made.id)] : []),
        ...[device, device],
        ...(round % 4 === 3 ? [() => takeBack(db, caller, reach, made.id)] : []),
      ]
      // Each rival begins at once, or after a look at the orders: so that each comes first now and then, on either database.
      const begun: Promise<PromiseSettledResult<Awaited<ReturnType<(typeof rivals)[number]>>>[]>[] = []
      for (const rival of rivals) {
        begun.push(Promise.allSettled([rival()]))
        if (round % 8 === 1) await orders()
      }
      const ended = (await Promise.all(begun)).flat()
      const told = ended.flatMap((end) => (end.status === 'fulfilled' && 'orderId' in end.value ? [end.value] : []))
      const refused = ended.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []))
      const orderIds = (await orders()).map((order) => order.id)
      const what = `round ${round}: ${JSON.stringify([orderIds, told, refused])}`
      if (orderIds.length === 0) {
        // The seller was first: both devices hear that the link is gone.
        expect(rivals, what).toHaveLength(3)
        expect([told, refused], what).toEqual([[], [linkTexts.gone, linkTexts.gone]])
        seen.add('withdrawn')
      } else {
        // Both are told the one number, and one of them made it; the seller hears that it was used.
        expect(orderIds, what).toHaveLength(1)
        expect(
          told.map(({ orderId }) => orderId),
          what,
        ).toEqual([orderIds[0], orderIds[0]])
        expect(
          told.filter(({ already }) => !already),
          what,
        ).toHaveLength(1)
        expect(refused, what).toEqual(rivals.length === 3 ? [linkTexts.used] : [])
        const jobs = await db.kysely.selectFrom('job').select('id').where('kind', '=', 'offerMail').execute()
        expect(jobs, what).toHaveLength(1)
        seen.add(rivals.length === 3 ? 'accepted before' : 'accepted')
      }
      await forget()
    }
    expect([...seen].toSorted()).toEqual(['accepted', 'accepted before', 'withdrawn'])
  })

  async function forget() {
    const { kysely } = database().db
    await sql`delete from job`.execute(kysely)
    await sql`delete from offer where client_id = ${client.id}`.execute(kysely)
    await sql`delete from shared_link where client_id = ${client.id}`.execute(kysely)
    await sql`delete from sales_order_line where order_id in (select id from sales_order where client_id = ${client.id})`.execute(
      kysely,
    )
    await kysely.deleteFrom('sales_order').where('client_id', '=', client.id).execute()
  }
})
