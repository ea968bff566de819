/** What who prepares orders sends, another buyer of the client confirms, changes or sends back (R371, R372). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { preparesOnly } from '../../../contract/buyer-rights.ts'
import { changeBuyer, inviteBuyer } from '../../../contract/buyers.ts'
import { getSimpleCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { getOrderTerms } from '../../../contract/order-amounts.ts'
import { createOrder, getOrder, getOrderLines, myOrders, numberText, repeatOrder } from '../../../contract/orders.ts'
import * as calls from '../../../contract/saved-lists.ts'
import type { JobInfo } from '../../jobs/kinds.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { sentCartMailHandler } from './sent-carts.mail.ts'

const isRelease = process.env.TEST_CASES === 'all'
const ROUNDS = isRelease ? 10_000 : 24
const texts = calls.savedListTexts

withDatabases('carts sent to be confirmed', (database) => {
  let app: TestApp
  let truck: { id: number }
  let ball: { id: number }
  let client: MadeClient
  let ana: TestCaller
  let anaId: number
  let berta: TestCaller
  let lola: TestCaller
  let lolaId: number
  let sellerId: number

  beforeAll(async () => {
    const { db } = database()
    truck = await makeArticle(db, { code: '7', description: 'Camión de madera', listPrice: 10_00 })
    ball = await makeArticle(db, { code: 'P-1', description: 'Pelota de goma', listPrice: 5_00 })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId })
    const of = { client_id: client.id }
    anaId = (await makeUser(db, 'cliente', { ...of, first_name: 'Ana', last_name: 'Sosa' })).id
    ana = await app.as({ id: anaId })
    berta = await app.as(await makeUser(db, 'cliente', { ...of, first_name: 'Berta', last_name: 'Ríos' }))
    lolaId = (await makeUser(db, 'cliente', { ...of, first_name: 'Lola', last_name: 'Paz', order_right: 'prepare' })).id
    lola = await app.as({ id: lolaId })
  })

  const clientOf = () => ({ clientId: client.id })
  const fill = (who: TestCaller, quantity = 3) =>
    who.call(saveCartLines, {
      body: {
        ...clientOf(),
        lines: [
          { row: 0, articleId: truck.id, quantity, note: 'rojo' },
          { row: 1, articleId: ball.id, quantity: 2, note: '' },
        ],
      },
    })
  const cartOf = async (who: TestCaller) =>
    (await who.call(getSimpleCart, { query: clientOf() })).data.map(({ articleId, quantity }) => [articleId, quantity])
  const send = (who: TestCaller, note = 'por la mañana') =>
    who.call(calls.sendCart, {
      body: { ...clientOf(), name: 'Para el lunes', addressId: client.addresses[0] ?? 0, note },
    })
  /** Fills a cart and sends it; answers the list as it is then. */
  async function sent(): Promise<calls.SavedList> {
    await fill(lola)
    return (await send(lola)).data
  }
  const shownLines = (quantity = 3) => [
    { articleId: truck.id, quantity, note: 'rojo', unitPrice: 10_00 },
    { articleId: ball.id, quantity: 2, note: '', unitPrice: 5_00 },
  ]
  const confirm = (
    who: TestCaller,
    { id, version }: { id: number; version: number },
    given: { lines?: ReturnType<typeof shownLines>; shownTotal?: number; addressId?: number } = {},
  ) =>
    who.call(calls.confirmSentCart, {
      params: { id },
      body: {
        ...clientOf(),
        ...{ addressId: client.addresses[0] ?? 0, note: '', lines: shownLines(), shownTotal: 40_00, version },
        ...given,
      },
    })
  const sendBack = (who: TestCaller, id: number, word = 'Faltan muñecas') =>
    who.call(calls.returnSentCart, { params: { id }, body: { ...clientOf(), word } })
  const open = (who: TestCaller, id: number) => who.call(calls.getSavedList, { params: { id }, query: clientOf() })
  const lists = async (who: TestCaller) => (await who.call(calls.listSavedLists, { query: clientOf() })).data
  const take = (who: TestCaller, id: number) =>
    who.call(calls.loadSavedList, { params: { id }, body: { ...clientOf(), clearCart: true } })
  const refusal = ({ status, json }: { status: number; json: { message: string } }) => [status, json.message]
  const ordersOf = () =>
    database().db.kysely.selectFrom('sales_order').selectAll().where('client_id', '=', client.id).execute()
  async function mailsTo(userId: number, about: 'waiting' | 'returned' | 'confirmed', listId: number) {
    const { db } = database()
    const jobs = await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'sentCartMail').execute()
    const mails: MailMessage[] = []
    const mailer = { send: async (mail: MailMessage) => ({ accepted: [String(mails.push(mail))] }) }
    const handler = sentCartMailHandler({ db, mailer, shop: { name: 'Bulto', url: 'https://tienda.example' } })
    const job: JobInfo = {
      id: 1,
      kind: 'sentCartMail',
      attempt: 1,
      createdAt: '',
      signal: new AbortController().signal,
    }
    for (const { payload } of jobs) {
      const told = payload as { userId: number; about: typeof about; listId: number }
      if (told.userId === userId && told.about === about && told.listId === listId) await handler(told, job)
    }
    return mails
  }

  test('what is sent leaves the cart, waits for those who confirm, who are mailed, and is one order that names both', async () => {
    const list = await sent()
    expect(list).toMatchObject({ kind: 'aside', lineCount: 2, sent: { state: 'waiting', note: 'por la mañana' } })
    expect(await cartOf(lola)).toEqual([])
    const waiting = await lists(ana)
    expect(waiting).toMatchObject([{ id: list.id, madeBy: 'Lola Paz', sent: { state: 'waiting' } }])
    const [mail, ...more] = await mailsTo(anaId, 'waiting', list.id)
    expect(more).toEqual([])
    for (const words of [
      'Lola Paz',
      '2 artículos',
      'por la mañana',
      `https://tienda.example/mis-listas?lista=${list.id}`,
    ])
      expect(mail?.text).toContain(words)
    const { lines } = (await open(ana, list.id)).data
    expect(lines).toMatchObject([
      { code: '7', quantity: 3, note: 'rojo', unitPrice: 10_00, unitPriceBefore: 10_00 },
      { code: 'P-1', quantity: 2 },
    ])
    await fill(ana, 9)
    const made = await confirm(ana, list)
    expect(made.status).toBe(200)
    // As Ana's own order, and her cart is as it was.
    expect(await ordersOf()).toMatchObject([{ user_id: anaId, created_by: anaId, total: 40_00, line_count: 2 }])
    expect(await cartOf(ana)).toEqual([
      [truck.id, 9],
      [ball.id, 2],
    ])
    const params = { id: made.data.orderId }
    expect((await ana.call(getOrderLines, { params })).data).toMatchObject([
      { note: 'rojo', quantity: 3 },
      { quantity: 2 },
    ])
    const admin = await app.as(await makeUser(database().db, 'admin'))
    for (const who of [ana, berta, lola, admin])
      expect((await who.call(getOrder, { params })).data.madeBy).toBe('Armó Lola Paz, confirmó Ana Sosa')
    const listed = (await lola.call(myOrders, { query: { page: 0, text: '' } })).data
    expect(listed.map(({ id, madeBy }) => [id, madeBy])).toEqual([[params.id, 'Armó Lola Paz, confirmó Ana Sosa']])
    expect(await lists(ana)).toEqual([])
    expect(await lists(lola)).toEqual([])
    const [told] = await mailsTo(lolaId, 'confirmed', list.id)
    expect(told?.text).toContain('Ana Sosa confirmó el pedido que usted armó')
    expect(told?.text).toContain(`https://tienda.example/pedido/${params.id}`)
  })

  test('who confirms changes lines first; what was changed since it was read is not confirmed', async () => {
    const list = await sent()
    const body = { ...clientOf(), lines: [{ articleId: truck.id, quantity: 6, note: '' }], version: list.version }
    const changed = await ana.call(calls.changeSavedList, { params: { id: list.id }, body })
    expect(changed.status).toBe(200)
    expect((await open(lola, list.id)).data.lines).toMatchObject([{ quantity: 6 }])
    expect((await confirm(berta, list)).status).toBe(409)
    expect(await ordersOf()).toEqual([])
    const lines = shownLines(6).slice(0, 1)
    expect((await confirm(berta, changed.data, { lines, shownTotal: 60_00 })).status).toBe(200)
    expect(await ordersOf()).toMatchObject([{ total: 60_00, line_count: 1 }])
  })

  test('it is an order like any other: another price is told first, and the gate’s rules hold', async () => {
    const { kysely } = database().db
    const list = await sent()
    const cheaper = shownLines().map((line) => ({ ...line, unitPrice: line.unitPrice - 1 }))
    const told = await confirm(ana, list, { lines: cheaper, shownTotal: 39_95 })
    expect([told.status, told.json.details.map(({ precio }: { precio: number }) => precio)]).toEqual([409, [10, 5]])
    expect((await confirm(ana, list, { addressId: 999_999 })).status).toBe(400)
    await kysely.insertInto('order_rule').values({ scope: 'all', target_id: null, least_amount: 50_00 }).execute()
    try {
      const short = await confirm(ana, list)
      expect([short.status, short.json.message]).toEqual([409, expect.stringContaining('pedido mínimo')])
    } finally {
      await kysely.deleteFrom('order_rule').execute()
    }
    await kysely.updateTable('client').set({ active: false }).where('id', '=', client.id).execute()
    expect((await confirm(ana, list)).status).toBe(403)
    // A refused attempt leaves it waiting.
    await kysely.updateTable('client').set({ active: true }).where('id', '=', client.id).execute()
    expect(await ordersOf()).toEqual([])
    expect((await confirm(ana, list)).status).toBe(200)
  })

  test('what is sent back is its maker’s alone, with the word, and is taken up, changed and sent again', async () => {
    const list = await sent()
    expect((await sendBack(ana, list.id)).status).toBe(200)
    expect(await lists(ana)).toEqual([])
    expect((await open(ana, list.id)).status).toBe(404)
    expect(await lists(lola)).toMatchObject([
      { id: list.id, sent: { state: 'returned', word: 'Faltan muñecas', decidedBy: 'Ana Sosa' } },
    ])
    const [mail] = await mailsTo(lolaId, 'returned', list.id)
    expect(mail?.text).toContain('Dice: Faltan muñecas')
    expect(refusal(await confirm(berta, list))).toEqual([409, texts.returned])
    expect(refusal(await sendBack(berta, list.id))).toEqual([409, texts.returned])
    expect((await take(lola, list.id)).status).toBe(200)
    expect(await lists(lola)).toEqual([])
    expect(await cartOf(lola)).toEqual([
      [truck.id, 3],
      [ball.id, 2],
    ])
    expect((await confirm(ana, (await send(lola)).data)).status).toBe(200)
  })

  test('the same who confirms again gets the same order; another hears who confirmed it, and its number', async () => {
    const list = await sent()
    const { data } = await confirm(ana, list)
    expect((await confirm(ana, list)).data).toEqual(data)
    expect(refusal(await confirm(berta, list))).toEqual([
      409,
      `Ese pedido ya lo confirmó Ana Sosa. ${numberText(data)}`,
    ])
    expect(refusal(await sendBack(berta, list.id))[0]).toBe(409)
    expect(await ordersOf()).toHaveLength(1)
  })

  test('the screens are told what the caller may do, and how much waits', async () => {
    const termsOf = async (who: TestCaller) => (await who.call(getOrderTerms, { query: clientOf() })).data
    expect([(await termsOf(lola)).preparesOnly, (await termsOf(ana)).toConfirm]).toEqual([true, undefined])
    const list = await sent()
    expect([(await termsOf(lola)).toConfirm, (await termsOf(berta)).toConfirm]).toEqual([undefined, 1])
    await sendBack(ana, list.id)
    expect((await termsOf(berta)).toConfirm).toBeUndefined()
  })

  describe('is refused', () => {
    test('an order of who only prepares, by every door', async () => {
      const { db } = database()
      await fill(lola)
      const query = { ...clientOf(), addressId: client.addresses[0] ?? 0, note: '', condition: undefined }
      const whole = await lola.call(createOrder, { query, body: {} } as never)
      expect(refusal(whole)).toEqual([403, preparesOnly])
      // As a device sends what it kept, with its key.
      const kept = { query: { ...query, shownTotal: 40_00 }, body: { lines: shownLines(), known: [] } }
      const headers = { 'idempotency-key': 'ABCDEFGHIJKLMNOP' }
      expect(refusal(await lola.call(createOrder, { ...kept, headers } as never))).toEqual([403, preparesOnly])
      expect(refusal(await confirm(lola, await sent()))).toEqual([403, texts.mayNotDecide])
      // A repeated order comes into the cart, and goes no further.
      const list = await sent()
      const { data } = await confirm(ana, list)
      const repeated = { params: { id: data.orderId }, body: { ...clientOf(), clearCart: true } }
      expect((await lola.call(repeatOrder, repeated)).status).toBe(200)
      expect(refusal(await lola.call(createOrder, { query, body: {} } as never))).toEqual([403, preparesOnly])
      expect(await ordersOf()).toHaveLength(1)
      expect(await cartOf(lola)).toHaveLength(2)
      await db.kysely.updateTable('app_user').set({ order_right: 'confirm' }).where('id', '=', lolaId).execute()
      const again = await app.as({ id: lolaId })
      expect((await again.call(createOrder, { query, body: {} } as never)).status).toBe(200)
    })

    test('whoever is not to decide: who prepares, staff, and another client’s buyers, who do not see it', async () => {
      const { db } = database()
      const list = await sent()
      expect(refusal(await sendBack(lola, list.id))).toEqual([403, texts.mayNotDecide])
      const other = await makeUser(db, 'cliente', { client_id: client.id, order_right: 'prepare' })
      expect((await open(await app.as(other), list.id)).status).toBe(404)
      const seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
      expect((await confirm(seller, list)).status).toBe(404)
      expect((await open(seller, list.id)).status).toBe(404)
      const away = await makeClient(db)
      const stranger = await app.as(await makeUser(db, 'cliente', { client_id: away.id }))
      expect((await confirm(stranger, list)).status).toBe(403)
      const body = { clientId: away.id, word: 'no' }
      expect((await stranger.call(calls.returnSentCart, { params: { id: list.id }, body })).status).toBe(404)
      const asOwn = { clientId: away.id, addressId: 0, note: '', lines: shownLines(), shownTotal: 40_00, version: 1 }
      const tried = await stranger.call(calls.confirmSentCart, { params: { id: list.id }, body: asOwn })
      expect(tried.status).toBe(404)
      expect(await ordersOf()).toEqual([])
    })

    test('who confirms takes it neither into a cart nor away; its name is no longer changed', async () => {
      const list = await sent()
      expect(refusal(await take(ana, list.id))).toEqual([403, texts.notYours])
      const remove = { params: { id: list.id }, query: clientOf() }
      expect(refusal(await ana.call(calls.deleteSavedList, remove as never))).toEqual([403, texts.notYours])
      const share = { params: { id: list.id }, body: { ...clientOf(), shared: true } }
      expect(refusal(await lola.call(calls.changeSavedList, share))).toEqual([409, texts.isSent])
      expect((await lola.call(calls.deleteSavedList, remove as never)).status).toBe(200)
      expect(refusal(await confirm(ana, list))).toEqual([404, texts.gone])
    })

    test('an empty cart, a caller who confirms, and a client in which nobody does', async () => {
      const { kysely } = database().db
      expect(refusal(await send(lola))).toEqual([409, texts.emptyCart])
      await fill(ana)
      expect(refusal(await send(ana))).toEqual([409, texts.notSent])
      await fill(lola)
      await kysely
        .updateTable('app_user')
        .set({ active: false })
        .where('id', '<>', lolaId)
        .where('client_id', '=', client.id)
        .execute()
      expect(refusal(await send(lola))).toEqual([409, texts.nobodyConfirms])
      expect(await cartOf(lola)).toHaveLength(2)
    })

    test('who confirms no longer, from the very next call', async () => {
      const list = await sent()
      const body = { email: `paz${lolaId}@example.test`, firstName: 'Pía', lastName: '', right: 'confirm' as const }
      const { id } = (await ana.call(inviteBuyer, { body })).data
      const pia = await app.as({ id })
      expect((await open(pia, list.id)).status).toBe(200)
      expect((await ana.call(changeBuyer, { params: { id }, body: { right: 'prepare' } })).status).toBe(200)
      expect(refusal(await confirm(pia, list))).toEqual([403, texts.mayNotDecide])
      expect((await open(pia, list.id)).status).toBe(404)
    })
  })

  test('of two who decide at once one does: one order or none, and the lines are in one place', {
    timeout: isRelease ? 3_600_000 : 60_000,
  }, async () => {
    const { kysely } = database().db
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const list = await sent()
      const rivals = [() => confirm(berta, list), () => sendBack(berta, list.id), () => take(lola, list.id)]
      const rival = rivals[round % rivals.length] ?? rivals[0]!
      const answers = await Promise.all(
        round % 2 ? [confirm(ana, list), rival()] : [rival(), confirm(ana, list)].reverse(),
      )
      const [first, second] = answers.map(({ status }) => status)
      const made = (await ordersOf()).length
      const put = (await lists(lola)).length
      const inCart = (await cartOf(lola)).length > 0 ? 1 : 0
      seen.add(`${round % rivals.length}: ${first} ${second}`)
      expect([first === 200, second === 200].filter(Boolean), `round ${round}: ${first} ${second}`).toHaveLength(1)
      expect(made + put + inCart, `round ${round}`).toBe(1)
      // Of two who decide the second hears what the other did; a cart that was taken back is not there.
      const [, message] = refusal((first === 200 ? answers[1] : answers[0]) as never)
      if (round % rivals.length < 2)
        expect(message).toMatch(
          made === 0 ? /^Ese pedido ya fue devuelto/ : /^Ese pedido ya lo confirmó (Ana Sosa|Berta Ríos)\. Numero de/,
        )
      await kysely.deleteFrom('sent_cart').where('client_id', '=', client.id).execute()
      await sql`delete from sales_order_line where order_id in (select id from sales_order where client_id = ${client.id})`.execute(
        kysely,
      )
      await kysely.deleteFrom('sales_order').where('client_id', '=', client.id).execute()
      await kysely.deleteFrom('saved_list').where('client_id', '=', client.id).execute()
      await kysely.deleteFrom('cart_line').where('client_id', '=', client.id).execute()
    }
    expect(seen.size).toBeGreaterThanOrEqual(3)
  })
})
