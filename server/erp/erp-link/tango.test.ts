/** Orders of a shop whose ERP is Tango, from the buyer's call through the outbox to what Tango Tiendas holds (R418). */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { saveCartLine } from '../../../contract/cart.ts'
import { resendOrder } from '../../../contract/erp.ts'
import { listHistory } from '../../../contract/order-admin.ts'
import { createOrder } from '../../../contract/orders.ts'
import { markDemo } from '../../db/demo-mark.ts'
import { folderLink } from '../../ports/erp/folder-link.ts'
import { tangoLink } from '../../ports/erp/interfaces/tango-link.ts'
import type { ErpLink } from '../../ports/erp/port.ts'
import { ownClients } from '../../ports/erp-clients/own.ts'
import { runJobs, testClock } from '../../test/jobs.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { seeded } from '../../test/stubs/erp.ts'
import { type TangoFault, type TangoStub, tangoFaults, tangoStub } from '../../test/stubs/tango.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { announcedClients, erpLinkHandlers, readAnswers } from './erp-link.service.ts'

const never = new AbortController().signal

withDatabases('orders to Tango', (database) => {
  let app: TestApp
  let admin: TestCaller
  let root: string
  let tango: TangoStub
  let link: ErpLink
  const articles: number[] = []
  const clock = testClock()
  beforeAll(async () => {
    const { db } = database()
    root = await mkdtemp(join(tmpdir(), 'bulto-tango-'))
    await db.kysely.insertInto('vat_condition').values({ id: 1, name: 'RI' }).execute()
    for (const given of [
      { code: '0100010001', listPrice: 100_10, discount: 1050, vat_rate: 2_100 },
      { code: '00007', listPrice: 33_33, discount: 0, vat_rate: 1_050 },
    ])
      articles.push((await makeArticle(db, given)).id)
    app = await openTestApp(db, { hasErp: true })
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })
  beforeEach(async () => {
    // An order that a test left waiting is not sent by the next one.
    await database().db.kysely.deleteFrom('job').execute()
    tango = await tangoStub()
    link = linkTo(tango)
    onTestFinished(() => tango.close())
  })
  const linkTo = ({ url, token }: TangoStub, timeoutMs = 5_000) =>
    tangoLink(
      { url, token, priceList: 2, saleCondition: undefined },
      database().db.kysely,
      folderLink(root, 'json', { settleMs: 0 }),
      { everyMs: 0, timeoutMs },
    )

  interface Buyer {
    buyer: TestCaller
    clientId: number
    addressId: number
  }
  async function newBuyer(vatConditionId: number | null = 1): Promise<Buyer> {
    const { db } = database()
    const client = await makeClient(db, { addresses: 1, cuit: '30712345671', vat_condition_id: vatConditionId })
    await db.kysely.updateTable('client_address').set({ province_id: 9 }).where('client_id', '=', client.id).execute()
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    return { buyer: await app.as(user), clientId: client.id, addressId: client.addresses[0] ?? 0 }
  }
  async function placeOrder({ buyer, addressId }: Buyer): Promise<number> {
    await app.upToDate()
    for (const [at, articleId] of articles.entries()) {
      const body = { id: null, articleId, quantity: 3 + at, note: '', clientId: null }
      expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
    }
    return (await buyer.call(createOrder, { query: { note: 'De mañana', addressId } })).data.orderId
  }
  const work = (hours = 1) => runJobs(database().db, clock, erpLinkHandlers(database().db, link), hours)
  /** What the office is shown of an order. */
  async function shown(orderId: number) {
    const { data } = await admin.call(listHistory, { query: { client: '', page: 0, size: 100 } })
    const found = data.find((row) => row.id === orderId)
    return [found?.erpState, found?.erpReason]
  }
  /** Why the sending of an order failed last; '' where it did not. */
  async function failure(orderId: number): Promise<string> {
    const jobs = await database()
      .db.kysely.selectFrom('job')
      .select(['payload', 'error'])
      .where('kind', '=', 'erpOrder')
      .execute()
    return jobs.find(({ payload }) => (payload as { orderId?: number }).orderId === orderId)?.error ?? ''
  }
  const runs = async () =>
    (await database().db.kysely.selectFrom('erp_run').select('report').orderBy('id').execute()).map(
      ({ report }) => (report as { text: string }).text,
    )
  const postsOf = () => tango.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/order'))

  test('arrive once, to the cent, and the office sees what becomes of them', async () => {
    const someone = await newBuyer()
    const orderId = await placeOrder(someone)
    expect(await shown(orderId)).toEqual(['pending', ''])
    await work(3)
    const { body, times } = tango.orders.get(String(orderId)) ?? expect.fail('no order')
    expect(times).toBe(1)
    expect(body).toMatchObject({
      // 3 × 89,59 and 4 × 33,33.
      Total: 402.09,
      IvaIncluded: false,
      PriceListNumber: 2,
      Comment: 'De mañana',
      Customer: {
        CustomerID: someone.clientId,
        Code: `C${someone.clientId}`,
        IVACategoryCode: 'RI',
        ProvinceCode: '9',
      },
      OrderItems: [
        { SKUCode: '0100010001', Quantity: 3, UnitPrice: 89.59 },
        { SKUCode: '00007', Quantity: 4, UnitPrice: 33.33 },
      ],
      Shipping: { ShippingID: orderId, City: 'Salta', ProvinceCode: '9' },
    })
    expect(postsOf()[0]?.headers).not.toHaveProperty('idempotency-key')
    expect(await readdir(join(root, 'salida')).catch(() => [])).toEqual([])
    expect(await shown(orderId)).toEqual(['exported', ''])

    const held = tango.orders.get(String(orderId))!
    held.state = 'RECIBIDA'
    await readAnswers(database().db, link, never)
    expect(await shown(orderId)).toEqual(['exported', ''])
    held.state = 'EN PROCESO'
    await readAnswers(database().db, link, never)
    expect(await shown(orderId)).toEqual(['accepted', ''])
    expect(tango.requests.at(-1)?.headers.accesstoken).toBe(tango.token)
  })

  test.each(['empty', 'null'] as const)(
    'arrive, too, where Tango says %s of orders that it does not have',
    async (none) => {
      tango.none = none
      const orderId = await placeOrder(await newBuyer())
      await work()
      expect(await shown(orderId)).toEqual(['exported', ''])
    },
  )

  test('say that prices hold the VAT where the shop’s do', async () => {
    const { db } = database()
    const setting = { key: 'PRECIOS_CON_IVA', value: '1' } as const
    await db.kysely
      .insertInto('setting')
      .values(setting)
      .onConflict((it) => it.column('key').doUpdateSet(setting))
      .execute()
    onTestFinished(async () => void (await db.kysely.deleteFrom('setting').where('key', '=', setting.key).execute()))
    const orderId = await placeOrder(await newBuyer())
    await work()
    expect(tango.orders.get(String(orderId))?.body).toMatchObject({ Total: 402.09, IvaIncluded: true })
  })

  test('are posted once though the answer was lost', async () => {
    link = linkTo(tango, 300)
    const orderId = await placeOrder(await newBuyer())
    tango.onCall = (method) => (method === 'POST' ? 'lost' : undefined)
    await work()
    expect(await shown(orderId)).toEqual(['pending', ''])
    expect(await failure(orderId)).toBe('El ERP no respondió bien a /order: tardó demasiado')
    tango.onCall = () => undefined
    await work()
    expect(await shown(orderId)).toEqual(['exported', ''])
    expect(postsOf()).toHaveLength(1)
  })

  test('that somebody there has refused meanwhile are not made again by a repeat', async () => {
    link = linkTo(tango, 300)
    const orderId = await placeOrder(await newBuyer())
    tango.onCall = (method) => (method === 'POST' ? 'lost' : undefined)
    await work()
    tango.onCall = () => undefined
    tango.orders.get(String(orderId))!.state = 'EN LIMBO'
    await work()
    expect(await shown(orderId)).toEqual(['pending', ''])
    expect(await failure(orderId)).toBe(`Tango dice «EN LIMBO» del pedido ${orderId}, y no se entiende`)
    tango.orders.get(String(orderId))!.state = 'RECHAZADA'
    const reason =
      'Rechazado en Tango, en la revisión de pedidos de Tango Tiendas. No se puede volver a enviar: si corresponde, cárguelo allí.'
    await work()
    expect(await shown(orderId)).toEqual(['rejected', reason])
    expect((await admin.call(resendOrder, { params: { id: orderId } })).status).toBe(200)
    await work()
    expect(await shown(orderId)).toEqual(['rejected', reason])
    expect(postsOf()).toHaveLength(1)
  })

  test('that Tango has, though it did not find them when it was asked, are not told as refused', async () => {
    link = linkTo(tango, 300)
    const orderId = await placeOrder(await newBuyer())
    tango.onCall = (method) => (method === 'POST' ? 'lost' : undefined)
    await work()
    tango.orders.get(String(orderId))!.state = 'EN PROCESO'
    let questions = 0
    tango.onCall = (method) => (method === 'GET' && questions++ === 0 ? 'late' : undefined)
    await work()
    expect(postsOf()).toHaveLength(2)
    expect(await shown(orderId)).toEqual(['accepted', ''])
    expect(tango.orders.get(String(orderId))?.times).toBe(1)
  })

  test.each([
    ['GET', '500', 'Tango respondió 500 a /order: An error has occurred.'],
    ['GET', 'noise', 'Tango respondió 200 a /order'],
    ['GET', 'contradiction', 'Tango respondió 200 a /order: x'],
    ['GET', 'html', 'El ERP no respondió bien a /order: la respuesta está cortada o no es JSON'],
    ['GET', 'cut', 'El ERP no respondió bien a /order: la respuesta está cortada o no es JSON'],
    ['GET', 'paging', 'Tango respondió 400 a /order'],
    ['GET', 'others', 'Tango respondió sobre otros pedidos'],
    ['GET', 'silence', 'El ERP no respondió bien a /order: tardó demasiado'],
    ['POST', 'silence', 'El ERP no respondió bien a /order: tardó demasiado'],
    ['POST', '500', 'Tango respondió 500 a /order: An error has occurred.'],
    ['POST', 'noise', 'Tango respondió 200 a /order'],
    ['POST', 'contradiction', 'Tango respondió 200 a /order: x'],
    ['POST', 'html', 'El ERP no respondió bien a /order: la respuesta está cortada o no es JSON'],
    ['POST', 'redirect', 'El ERP no respondió bien a /order: '],
  ] as [string, TangoFault, string][])(
    'wait after a %s that ends in %s, and then arrive once',
    async (method, fault, reason) => {
      link = linkTo(tango, 300)
      const orderId = await placeOrder(await newBuyer())
      tango.onCall = (called) => (called === method ? fault : undefined)
      await work()
      expect(await shown(orderId)).toEqual(['pending', ''])
      expect(await failure(orderId)).toContain(reason)
      tango.onCall = () => undefined
      await work()
      expect(await shown(orderId)).toEqual(['exported', ''])
      expect(tango.orders.get(String(orderId))?.times).toBe(1)
    },
  )

  test('wait while the token is not taken, and no message repeats it', async () => {
    const orderId = await placeOrder(await newBuyer())
    link = linkTo({ ...tango, token: 'otro-token-secreto' })
    await work()
    expect(await shown(orderId)).toEqual(['pending', ''])
    expect(await failure(orderId)).toBe('Tango no acepta el token (TANGO_TOKEN)')
    link = linkTo(tango)
    tango.onCall = (method) => (method === 'POST' ? { refuse: 'Invalid AccessToken ' } : undefined)
    await work()
    expect(await shown(orderId)).toEqual(['pending', ''])
    tango.onCall = () => undefined
    await work()
    expect(await shown(orderId)).toEqual(['exported', ''])
  })

  test('that Tango refuses show its words, and arrive once they are sent again', async () => {
    const orderId = await placeOrder(await newBuyer())
    tango.onCall = (method) => (method === 'POST' ? { refuse: 'Order date is older than 30 days. ' } : undefined)
    await work()
    expect(await shown(orderId)).toEqual(['rejected', 'Tango: Order date is older than 30 days.'])
    tango.onCall = () => undefined
    await admin.call(resendOrder, { params: { id: orderId } })
    await work()
    expect(await shown(orderId)).toEqual(['exported', ''])
    expect(tango.orders.get(String(orderId))?.times).toBe(1)
  })

  test('that lack what Tango asks for are not sent, and say what it is', async () => {
    const orderId = await placeOrder(await newBuyer(null))
    await work()
    expect(await shown(orderId)).toEqual(['rejected', 'Falta la condición de IVA del cliente, y Tango la pide.'])
    expect(postsOf()).toEqual([])
  })

  test('that are fetched tell the province of the first address that has one', async () => {
    const { db } = database()
    const someone = await newBuyer()
    await db.kysely
      .updateTable('client_address')
      .set({ province_id: null })
      .where('id', '=', someone.addressId)
      .execute()
    const second = { id: 8_000, client_id: someone.clientId, street: 'Mitre 1', locality: 'Ushuaia', province_id: 24 }
    await db.kysely.insertInto('client_address').values(second).execute()
    const orderId = await placeOrder({ ...someone, addressId: 0 })
    await work()
    const { body } = tango.orders.get(String(orderId)) ?? expect.fail('no order')
    expect(body).toHaveProperty('Customer.ProvinceCode', '24')
    expect(body).not.toHaveProperty('Shipping')
    // What is delivered goes to its own address, and no other one stands in for it.
    const delivered = await placeOrder(someone)
    await work()
    expect(await shown(delivered)).toEqual(['rejected', 'Falta una dirección con provincia, y Tango la pide.'])
  })

  test('tell nothing of an address that has become another client’s', async () => {
    const { db } = database()
    const [someone, other] = [await newBuyer(), await newBuyer()]
    const orderId = await placeOrder(someone)
    const moved = db.kysely.updateTable('client_address').set({ client_id: other.clientId })
    await moved.where('id', '=', someone.addressId).execute()
    await work()
    expect(postsOf()).toEqual([])
    expect(await shown(orderId)).toEqual(['rejected', 'Falta una dirección con provincia, y Tango la pide.'])
  })

  test('of the demo shop never go there', async () => {
    const { db } = database()
    await db.tx(markDemo)
    onTestFinished(async () => void (await db.kysely.deleteFrom('demo_fill').execute()))
    const orderId = await placeOrder(await newBuyer())
    await work()
    expect(tango.requests).toEqual([])
    expect(await shown(orderId)).toEqual([
      'rejected',
      'Esta es la tienda de muestra: sus pedidos no van a otro programa.',
    ])
  })

  test('whose number another order has there are looked at by a person', async () => {
    const first = await placeOrder(await newBuyer())
    await work()
    const orderId = await placeOrder(await newBuyer())
    const { body } = tango.orders.get(String(first)) ?? expect.fail('no order')
    tango.orders.set(String(orderId), { body: { ...body, Date: '2025-02-03T10:00:00' }, state: 'FINALIZADA', times: 1 })
    await work()
    expect(await shown(orderId)).toEqual([
      'observed',
      `Tango ya tenía una orden ${orderId}, del 2025-02-03T10:00:00. Mire si es este pedido; si no, cárguelo allí.`,
    ])
    expect(postsOf()).toHaveLength(1)
  })

  test('are answered beside those whose state is not understood, each of which is told once', async () => {
    const someone = await newBuyer()
    const [one, two, three] = [await placeOrder(someone), await placeOrder(someone), await placeOrder(someone)]
    await work()
    tango.orders.get(String(one))!.state = 'EN LIMBO'
    tango.orders.get(String(two))!.state = 'ANULADA'
    tango.orders.get(String(three))!.state = 'EN DUDA'
    const before = (await runs()).length
    await readAnswers(database().db, link, never)
    await readAnswers(database().db, link, never)
    tango.orders.get(String(three))!.state = 'EN PROCESO'
    await readAnswers(database().db, link, never)
    const unknown = (state: string, id: number) => `Tango dice «${state}» del pedido ${id}, y no se entiende\r\n`
    expect((await runs()).slice(before)).toEqual([unknown('EN LIMBO', one) + unknown('EN DUDA', three)])
    expect(await shown(one)).toEqual(['exported', ''])
    expect(await shown(two)).toEqual([
      'rejected',
      expect.stringMatching(/^Anulado en Tango\. No se puede volver a enviar/),
    ])
    expect(await shown(three)).toEqual(['accepted', ''])
  })

  test('that Tango holds under another date are told, and take no answer of that one', async () => {
    const orderId = await placeOrder(await newBuyer())
    await work()
    const held = tango.orders.get(String(orderId)) ?? expect.fail('no order')
    tango.orders.set(String(orderId), {
      ...held,
      body: { ...held.body, Date: '2025-02-03T10:00:00' },
      state: 'ANULADA',
    })
    const before = (await runs()).length
    await readAnswers(database().db, link, never)
    await readAnswers(database().db, link, never)
    const text = `Tango tiene una orden ${orderId} del 2025-02-03T10:00:00, que no es la fecha del pedido.`
    expect((await runs()).slice(before)).toEqual([`${text} No se toma lo que dice de ella (ANULADA): mírela allí.\r\n`])
    expect(await shown(orderId)).toEqual(['exported', ''])
  })

  test('are answered by files, too, while Tango is silent, which is told once', async () => {
    link = linkTo(tango, 300)
    const orderId = await placeOrder(await newBuyer())
    await work()
    const before = (await runs()).length
    tango.onCall = () => 'silence'
    for (let times = 0; times < 2; times++) await readAnswers(database().db, link, never)
    const answer = `IDCON_PED;ESTADO;NUMERO_PED;MOTIVO\r\n${orderId};aceptado;${90_000 + orderId};\r\n`
    await writeFile(join(root, 'respuestas', 'entrada', 'respuestas-1.csv'), answer)
    await readAnswers(database().db, link, never)
    await readAnswers(database().db, link, never)
    expect(await shown(orderId)).toEqual(['accepted', ''])
    expect((await runs()).slice(before)).toEqual([expect.stringContaining('tardó demasiado')])
  })

  test('are asked about fifty at a time, however many wait, and not more often than once a minute', async () => {
    const { db } = database()
    const someone = await newBuyer()
    await db.kysely.updateTable('sales_order').set({ erp_state: 'accepted' }).execute()
    const made: number[] = []
    for (let at = 0; at < 53; at++) made.push(await placeOrder(someone))
    await work()
    for (const id of made.slice(50)) tango.orders.get(String(id))!.state = 'EN PROCESO'
    const before = tango.requests.length
    await readAnswers(db, link, never)
    await readAnswers(db, link, never)
    const states = made.map((_, at) => [at < 50 ? 'exported' : 'accepted', ''])
    expect(await Promise.all(made.map(shown))).toEqual(states)
    const asked = tango.requests.slice(before).map(({ url }) => new URL(url, tango.url).searchParams.get('OrderId'))
    expect(asked.map((ids) => ids?.split(',').length)).toEqual([50, 3])

    const patient = tangoLink(
      { url: tango.url, token: tango.token, priceList: 2, saleCondition: 3 },
      db.kysely,
      folderLink(root, 'json', { settleMs: 0 }),
    )
    await db.kysely
      .updateTable('sales_order')
      .set({ erp_state: 'exported' })
      .where('id', '=', made[0] ?? 0)
      .execute()
    await readAnswers(db, patient, never)
    await db.kysely
      .updateTable('sales_order')
      .set({ erp_state: 'exported' })
      .where('id', '=', made[0] ?? 0)
      .execute()
    await readAnswers(db, patient, never)
    expect(tango.requests).toHaveLength(before + 3)
  })

  test('leave new clients in the folder', async () => {
    const { db } = database()
    const clients = announcedClients(ownClients)
    const id = await db.tx((t) =>
      clients.create(t, {
        ...{ businessName: 'Juguetería Nueva', name: 'Ana', cuit: '30712345671', email: 'nueva@cliente.example' },
        ...{ sellerId: null, saleCondition: 1, bonus: 0, vatConditionId: 1, zoneId: null },
        address: { street: 'Mitre 20', locality: 'Salta', postalCode: '4400', provinceId: 9, carrierId: null },
      }),
    )
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: id }))
    const orderId = await placeOrder({ buyer, clientId: id, addressId: 0 })
    await work()
    expect(await readdir(join(root, 'salida'))).toEqual([`alta-${id}.json`])
    const { Customer } = tango.orders.get(String(orderId))?.body ?? expect.fail('no order')
    expect(Customer).toMatchObject({ CustomerID: id, DocumentNumber: '30712345671', Street: 'Mitre 20' })
    expect(Customer).not.toHaveProperty('Code')
  })

  test.each([21, 22])('each stand there once, however Tango answers (schedule %i)', async (seed) => {
    link = linkTo(tango, 300)
    const random = seeded(seed)
    const someone = await newBuyer()
    const made: number[] = []
    for (let at = 0; at < 6; at++) made.push(await placeOrder(someone))
    tango.onCall = () => (random() < 0.3 ? tangoFaults[Math.floor(random() * tangoFaults.length)] : undefined)
    await work(40)
    for (const id of made) expect(await shown(id)).toEqual(['exported', ''])
    expect([...tango.orders.keys()].toSorted()).toEqual(made.map(String).toSorted())
    // Some answers were lost, and no order was posted again where it stood already.
    expect(tango.requests.length).toBeGreaterThan(2 * made.length)
    expect([...tango.orders.values()].map(({ times }) => times)).toEqual(made.map(() => 1))
  })
})
