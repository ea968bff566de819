/** Orders to Odoo, against a stub that refuses what Odoo would refuse; from the shop's calls to the quotation over there. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { saveCartLine } from '../../../../contract/cart.ts'
import { resendOrder } from '../../../../contract/erp.ts'
import { listHistory } from '../../../../contract/order-admin.ts'
import { createOrder } from '../../../../contract/orders.ts'
import { markDemo } from '../../../db/demo-mark.ts'
import { erpLinkHandlers, readAnswers } from '../../../erp/erp-link/erp-link.service.ts'
import { runJobs, testClock } from '../../../test/jobs.ts'
import { makeArticle, makeClient, makeUser } from '../../../test/make.ts'
import { outgoingLine, outgoingOrder } from '../../../test/outgoing-order.ts'
import { type OdooRecord, type OdooStub, odooStub } from '../../../test/stubs/odoo.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { withDatabases } from '../../../test/test-database.ts'
import { folderLink } from '../folder-link.ts'
import type { ErpLink, OutgoingLine, OutgoingOrder } from '../port.ts'
import { odooFault } from './odoo-client.ts'
import { odooLink, refOf } from './odoo-link.ts'

const never = new AbortController().signal

const line = (given: Partial<OutgoingLine> = {}): OutgoingLine => ({ ...outgoingLine, ...given })
const order = (given: Partial<OutgoingOrder> = {}): OutgoingOrder => {
  const lines = given.lines ?? [line()]
  const total = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  return { ...outgoingOrder, key: 'pedido-482-9', clientCode: '0077', bonus: 0, total, lines, ...given }
}

withDatabases('orders to Odoo', (database) => {
  let odoo: OdooStub
  let partnerId: number
  let productId: number
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'bulto-odoo-'))
  })
  afterAll(() => rm(root, { recursive: true }))
  beforeEach(async () => {
    odoo = await odooStub()
    partnerId = odoo.put('res.partner', { ref: '0077', vat: '30-71234567-1', name: 'Sol', parent_id: false }).id
    // A code that is the same number is another product.
    odoo.put('product.product', { default_code: '123' })
    productId = odoo.put('product.product', { default_code: '00123' }).id
  })
  afterEach(() => odoo.close())

  const optionsOf = ({ url, key, database: name }: OdooStub) => ({
    url,
    key,
    database: name,
    askMs: 300,
    changeMs: 300,
  })
  const linkOf = (stub: OdooStub, now?: () => number) =>
    odooLink(optionsOf(stub), database().db.kysely, folderLink(root, 'json', { settleMs: 0 }), now)
  const send = (given: Partial<OutgoingOrder> = {}) => linkOf(odoo).sendOrder(order(given), never)
  const made = () => odoo.records['sale.order']
  /** What the office reads in the list of imports. */
  const runs = async () =>
    (
      await sql<{ text: string }>`select report->>'text' as text from erp_run order by id`.execute(database().db.kysely)
    ).rows.map(({ text }) => text)
  const fail = (what: string, ...faults: Parameters<OdooStub['faults']['set']>[1]) => odoo.faults.set(what, faults)

  test('an order becomes one quotation, field by field', async () => {
    const lines = [line({ note: 'Sólo rosa' }), line({ code: '123', quantity: 1, unitPrice: 0 })]
    expect(await send({ lines })).toEqual({ orderId: 482, state: 'exported', number: 104, reason: 'Odoo: S00104' })
    const [other] = odoo.records['product.product']
    expect(made()).toMatchObject([
      {
        partner_id: partnerId,
        client_order_ref: 'Pedido web 482 (2026-11-21 10:05:11)',
        origin: 'pedido-482-9',
        date_order: '2026-11-21 13:05:11',
        state: 'draft',
        amount_untaxed: 88_295.88,
        order_line: [
          [0, 0, { product_id: productId, product_uom_qty: 6, price_unit: 14_715.98, discount: 0 }],
          [0, 0, { display_type: 'line_note', name: 'Sólo rosa' }],
          [0, 0, { product_id: other?.id, product_uom_qty: 1, price_unit: 0, discount: 0 }],
          [0, 0, { display_type: 'line_note', name: 'Observación: Entregar a la mañana' }],
          [0, 0, { display_type: 'line_note', name: 'Entrega: San Martín 10, La Rioja' }],
        ],
      },
    ])
  })

  test('an order is made in the language of the key’s user, so that a refusal is told in it', async () => {
    await send()
    odoo.change('sale.order', 104, { state: 'cancel' })
    await send({ key: 'pedido-482-10' })
    const told = odoo.calls.filter(({ what }) => /create|action_draft/.test(what)).map(({ body }) => body.context)
    expect(told).toEqual([{ lang: 'es_AR' }, { lang: 'es_AR' }])
  })

  test('a repeat, a lost answer and silence make no second quotation', async () => {
    fail('sale.order/create', 'lost')
    await expect(send()).rejects.toThrow(/El ERP no respondió bien a .*sale.order\/create/)
    expect(made()).toHaveLength(1)
    const answer = { orderId: 482, state: 'exported', number: 104, reason: 'Odoo: S00104' }
    expect(await send()).toEqual(answer)
    fail('sale.order/search_read', 'silence')
    await expect(send()).rejects.toThrow('tardó demasiado')
    // Sent by another job, on purpose: the quotation is the same one while it stands.
    expect(await send({ key: 'pedido-482-10' })).toEqual(answer)
    expect(made()).toHaveLength(1)
  })

  test('no order of the demo shop goes there', async () => {
    const { db } = database()
    await db.tx(markDemo)
    onTestFinished(async () => void (await db.kysely.deleteFrom('demo_fill').execute()))
    const reason = 'Esta es la tienda de muestra: sus pedidos no van a otro programa.'
    expect(await send()).toMatchObject({ state: 'rejected', number: null, reason })
    expect(made()).toEqual([])
  })

  test('a question is given up long before what Odoo may still make', async () => {
    const options = { ...optionsOf(odoo), changeMs: 60_000 }
    const link = odooLink(options, database().db.kysely, folderLink(root, 'json', { settleMs: 0 }))
    for (const model of ['sale.order', 'res.partner', 'product.product']) {
      fail(`${model}/search_read`, 'silence')
      await expect(link.sendOrder(order(), never)).rejects.toThrow(`${model}/search_read: tardó demasiado`)
    }
    expect(made()).toEqual([])
  })

  test('the same number of another shop, or of a backup that was restored, is another order', async () => {
    await send()
    await send({ createdAt: '2026-11-22T13:05:11.120Z' })
    expect(made()).toHaveLength(2)
  })

  test('one that was cancelled at Odoo stays cancelled for a repeat, and is a quotation again when it is sent on purpose', async () => {
    await send()
    odoo.change('sale.order', 104, { state: 'cancel' })
    const cancelled = { orderId: 482, state: 'rejected', number: 104, reason: 'Cancelado en Odoo: S00104' }
    expect(await send()).toEqual(cancelled)
    expect(await send({ key: 'pedido-482-10' })).toMatchObject({ state: 'exported', number: 104 })
    expect(made()).toMatchObject([{ state: 'draft' }])
  })

  test('two quotations of one order are told to the office', async () => {
    await send()
    const [first] = made()
    odoo.put('sale.order', { ...first, name: 'S00105' })
    expect(await send()).toMatchObject({
      state: 'observed',
      reason: 'Está más de una vez en Odoo: deje uno de S00104 y S00105',
    })
  })

  test('of several that were cancelled the last one is a quotation again', async () => {
    await send()
    odoo.change('sale.order', 104, { state: 'cancel' })
    const last = odoo.put('sale.order', { ...made()[0], name: 'S00105' })
    expect(await send({ key: 'pedido-482-10' })).toMatchObject({ state: 'exported', reason: 'Odoo: S00105' })
    expect(made()).toMatchObject([{ state: 'cancel' }, { id: last.id, state: 'draft' }])
  })

  test('the client is found by its reference, else by its CUIT as it may be written, and never a person of it', async () => {
    odoo.put('res.partner', { ref: false, vat: '30-71234567-1', name: 'Ana de Sol', parent_id: [partnerId, 'Sol'] })
    for (const [id, vat] of [
      [1, '30712345671'],
      [2, '30-71234567-1'],
      [3, 'AR30712345671'],
    ] as const) {
      odoo.change('res.partner', partnerId, { vat })
      expect(await send({ id, clientCode: 'otra' })).toMatchObject({ state: 'exported' })
    }
    expect(made().map(({ partner_id }) => partner_id)).toEqual([partnerId, partnerId, partnerId])
  })

  test.each<[string, (stub: OdooStub) => void, Partial<OutgoingOrder>, string]>([
    [
      'no client',
      () => {},
      { clientCode: '77', cuit: '20111111112' },
      'En Odoo no hay un cliente con la referencia «77» ni el CUIT 20111111112',
    ],
    ['nobody', () => {}, { clientCode: '', cuit: '' }, 'El pedido no tiene cliente ni CUIT'],
    [
      'two clients',
      (stub) => stub.put('res.partner', { ref: '0077' }),
      {},
      'En Odoo hay más de un cliente con la referencia «0077»',
    ],
    [
      'articles that are not there',
      () => {},
      { lines: ['1', '2', '3', '4', '5', '6', '7'].map((code) => line({ code })) },
      'En Odoo no hay un producto en uso con la referencia «1», «2», «3», «4», «5» y 2 más',
    ],
    [
      'an archived article',
      (stub) => stub.change('product.product', 103, { active: false }),
      {},
      'En Odoo no hay un producto en uso con la referencia «00123»',
    ],
    [
      'a code twice',
      (stub) => stub.put('product.product', { default_code: '00123' }),
      {},
      'En Odoo hay más de un producto con la referencia «00123»',
    ],
    [
      'a rule of Odoo',
      (stub) =>
        stub.faults.set('sale.order/create', [
          { status: 422, body: '{"name":"odoo.exceptions.ValidationError","message":"Cliente\\n bloqueado"}' },
        ]),
      {},
      'Cliente bloqueado',
    ],
  ])('an order is refused with its reason: %s', async (_, prepare, given, reason) => {
    prepare(odoo)
    expect(await send(given)).toEqual({ orderId: 482, state: 'rejected', number: null, reason })
    expect(made()).toEqual([])
  })

  test.each([
    [401, '{"name":"werkzeug.exceptions.Unauthorized","message":"Invalid apikey"}', 'Odoo respondió 401'],
    [
      403,
      '{"name":"odoo.exceptions.AccessError","message":"No puede crear"}',
      'Odoo respondió 403 a sale.order/create: No puede',
    ],
    [422, '{"name":"werkzeug.exceptions.UnprocessableEntity","message":"missing vals"}', 'Odoo respondió 422'],
    [429, '{}', 'Odoo respondió 429 a sale.order/create: sin explicación'],
    [500, '{"name":"builtins.ValueError","message":"Invalid field"}', 'Odoo respondió 500'],
    [502, '<html>Bad gateway</html>', 'la respuesta está cortada o no es JSON'],
    [200, '[104', 'la respuesta está cortada o no es JSON'],
    [200, '{"id":104}', 'Odoo respondió a sale.order/create algo que la tienda no entiende'],
    [200, 'true', 'Odoo respondió a sale.order/create algo que la tienda no entiende'],
  ])('an answer %i %s is no success: the order is sent again', async (status, body, told) => {
    fail('sale.order/create', { status, body })
    await expect(send()).rejects.toThrow(told)
    expect(await send()).toMatchObject({ state: 'exported' })
    expect(made()).toHaveLength(1)
  })

  test('the key is in no message, also where Odoo repeats it', async () => {
    fail('sale.order/create', { status: 500, body: JSON.stringify({ name: 'x', message: `Bad ${odoo.key}` }) })
    const error = await send().catch(String)
    expect(error).toContain('Odoo respondió 500 a sale.order/create: Bad …')
    expect(error).not.toContain(odoo.key)
  })

  test('an amount that is another one over there is told: taxes in the price, another currency', async () => {
    odoo.tax = { rate: 21, isIncluded: true }
    expect(await send()).toMatchObject({
      state: 'observed',
      number: 104,
      reason: 'Odoo: S00104: suma 72971.80 sin impuestos, y en la tienda 88295.88',
    })
    expect(await send({ id: 483, pricesWithVat: true })).toMatchObject({ state: 'exported' })
    odoo.tax = { rate: 21, isIncluded: false }
    expect(await send({ id: 484, pricesWithVat: true })).toMatchObject({
      state: 'observed',
      reason: 'Odoo: S00106: suma 106838.01 con impuestos, y en la tienda 88295.88',
    })
    odoo.currency = 'USD'
    expect(await send({ id: 485 })).toMatchObject({
      state: 'observed',
      reason: 'Odoo: S00107: quedó en USD, y la tienda vende en pesos',
    })
  })

  test('a name of another form gives no number', async () => {
    await send()
    odoo.change('sale.order', 104, { name: 'VTA/2026/00104' })
    expect(await send()).toEqual({ orderId: 482, state: 'exported', number: null, reason: 'Odoo: VTA/2026/00104' })
  })

  test('whatever is ordered, the amount over there is the shop’s to the cent', async () => {
    const articles = Array.from({ length: 40 }, (_, at) => String(at).padStart(1 + (at % 6), '0'))
    const codes = [...new Set(articles)]
    for (const code of codes.filter((one) => one !== '00123')) odoo.put('product.product', { default_code: code })
    let id = 0
    const lines = fc.array(
      fc.record({
        code: fc.constantFrom(...codes),
        quantity: fc.integer({ min: 1, max: 99_999 }),
        unitPrice: fc.integer({ min: 0, max: 99_999_999 }),
      }),
      { minLength: 1, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), async (given, pricesWithVat) => {
        odoo.tax = { rate: 21, isIncluded: pricesWithVat }
        id += 1
        const sent = order({ id, pricesWithVat, lines: given.map((one) => line(one)) })
        expect((await linkOf(odoo).sendOrder(sent, never)).state).toBe('exported')
        const found = made().find(({ client_order_ref }) => client_order_ref === refOf(sent))
        const amount = Number(pricesWithVat ? found?.amount_total : found?.amount_untaxed)
        expect(Math.round(amount * 100)).toBe(sent.total)
      }),
      { numRuns: 40 },
    )
  })

  test('an order of 1,200 articles is asked for in parts', async () => {
    const lines = Array.from({ length: 1_200 }, (_, at) => line({ code: `B-${at}`, quantity: 1, unitPrice: at + 1 }))
    for (const { code } of lines) odoo.put('product.product', { default_code: code })
    expect(await send({ lines })).toMatchObject({ state: 'exported' })
    expect(made()).toMatchObject([{ amount_untaxed: 7206 }])
    expect(odoo.calls.filter(({ what }) => what === 'product.product/search_read')).toHaveLength(3)
  })

  test('clients leave as files, and answers of files are read beside Odoo’s silence', async () => {
    const client = {
      ...{ key: 'alta-9-1', id: 9, erpId: null, businessName: 'Luna', contactName: '', cuit: '30712345671', email: '' },
      ...{ sellerId: null, saleCondition: 1, zoneId: null, vatConditionId: null, bonus: 0, address: null },
    }
    const link = linkOf(odoo)
    expect(await link.sendClient(client, never)).toMatchObject({ clientId: 9, state: 'exported' })
    expect(await readdir(join(root, 'salida'))).toEqual(['alta-9.json'])
    fail('sale.order/search_read', 'silence')
    const answers: unknown[] = []
    const read = () => link.readAnswers(async (given) => void answers.push(...given.clients), never)
    expect(await read()).toContain('tardó demasiado')
    const csv = 'IDCLI_WEB;ESTADO;ID_CLI;MOTIVO\r\n9;aceptado;77;\r\n'
    await writeFile(join(root, 'respuestas', 'entrada', 'respuestas_clientes-1.csv'), csv)
    for (let looks = 0; looks < 2; looks++) await read()
    expect(answers).toMatchObject([{ clientId: 9, state: 'accepted', erpId: 77 }])
  })

  test('bulto check tells whether the key is taken, and never shows it', async () => {
    const told = (given: object = {}) => odooFault({ ...optionsOf(odoo), ...given })
    expect(await told()).toBeUndefined()
    expect(await told({ database: undefined })).toBeUndefined()
    expect(await told({ key: 'otra-clave' })).toBe(
      'Odoo no acepta la clave; revise ODOO_KEY, que vence a los tres meses',
    )
    expect(await told({ database: 'otra' })).toContain('revise ODOO_URL y ODOO_DATABASE')
    expect(await told({ url: 'http://127.0.0.1:1' })).toContain('Odoo no responde bien')
    const denied = '{"name":"odoo.exceptions.AccessError","message":"no"}'
    fail('sale.order/search_read', { status: 403, body: denied })
    expect(await told()).toBe('el usuario de la clave no puede leer pedidos de venta en Odoo')
    fail('product.product/search_read', { status: 403, body: denied })
    expect(await told()).toBe('el usuario de la clave no puede leer productos en Odoo')
    fail('res.partner/search_read', { status: 403, body: denied })
    expect(await told()).toBe('el usuario de la clave no puede leer contactos en Odoo')
    fail('sale.order/search_read', { status: 404, body: '{"name":"x","message":"no model"}' })
    expect(await told()).toBe('en Odoo no está la aplicación Ventas')
  })

  describe('through the shop', () => {
    let app: TestApp
    const clock = testClock()
    beforeAll(async () => {
      app = await openTestApp(database().db, { hasErp: true })
    })
    afterAll(() => app.close())
    // The shop keeps the orders of each test: each Odoo goes on counting where the one before ended.
    let counted = 0
    beforeEach(() => {
      for (let n = 0; n < counted; n++) odoo.put('res.partner', { ref: `de antes ${n}` })
      counted += 20
    })

    const work = (link: ErpLink, hours = 1) =>
      runJobs(database().db, clock, erpLinkHandlers(database().db, link), hours)
    /** Seven units at 33.33 less ten percent, of a client that Odoo knows; of the article it knows what `atOdoo` says. */
    async function placeOrder(code: string, atOdoo = code): Promise<number> {
      const { db } = database()
      const article = await makeArticle(db, { code, listPrice: 3_333, discount: 1_000 })
      const client = await makeClient(db, { addresses: 1 })
      await db.kysely
        .updateTable('client')
        .set({ code: `0${client.id}` })
        .where('id', '=', client.id)
        .execute()
      odoo.put('res.partner', { ref: `0${client.id}` })
      odoo.put('product.product', { default_code: atOdoo })
      const buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
      await app.upToDate()
      const body = { id: null, articleId: article.id, quantity: 7, note: '', clientId: null }
      expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
      const query = { note: '', addressId: client.addresses[0] ?? 0 }
      return (await buyer.call(createOrder, { query })).data.orderId
    }
    async function orderOf(orderId: number) {
      const admin = await app.as(await makeUser(database().db, 'admin'))
      const { data } = await admin.call(listHistory, { query: { page: 0, client: '' } })
      const found = data.find(({ id }) => id === orderId)
      return { state: found?.erpState, reason: found?.erpReason, number: found?.erpNumber }
    }

    test('an order arrives once, whatever is lost on its way, and shows what became of it', async () => {
      const id = await placeOrder('00777')
      fail('sale.order/create', 'lost', { status: 502, body: '<html>' })
      fail('sale.order/search_read', { status: 503, body: '' })
      let at = 0
      const link = linkOf(odoo, () => at)
      await work(link, 4)
      expect(made()).toHaveLength(1)
      // 33.33 less ten percent is 30.00 a unit.
      expect(made()).toMatchObject([{ amount_untaxed: 210, state: 'draft' }])
      const [{ id: odooId, name }] = made() as [OdooRecord]
      expect(await orderOf(id)).toEqual({ state: 'exported', reason: `Odoo: ${name}`, number: odooId })

      odoo.change('sale.order', odooId, { state: 'sale' })
      await readAnswers(database().db, link, never)
      expect(await orderOf(id)).toEqual({ state: 'accepted', reason: `Odoo: ${name}`, number: odooId })
      odoo.change('sale.order', odooId, { state: 'cancel' })
      // Odoo is asked once a minute.
      await readAnswers(database().db, link, never)
      expect((await orderOf(id)).state).toBe('accepted')
      at += 60_000
      await readAnswers(database().db, link, never)
      expect(await orderOf(id)).toEqual({ state: 'rejected', reason: `Cancelado en Odoo: ${name}`, number: odooId })
    })

    test('a refusal shows its reason, and the order arrives once what it lacks is there', async () => {
      const id = await placeOrder('00778', '778')
      const link = linkOf(odoo)
      await work(link)
      expect(await orderOf(id)).toMatchObject({
        state: 'rejected',
        reason: 'En Odoo no hay un producto en uso con la referencia «00778»',
      })
      odoo.put('product.product', { default_code: '00778' })
      const admin = await app.as(await makeUser(database().db, 'admin'))
      expect((await admin.call(resendOrder, { params: { id } })).status).toBe(200)
      await work(link)
      expect(await orderOf(id)).toMatchObject({ state: 'exported' })
      expect(made()).toHaveLength(1)
    })

    test('a second quotation is told whichever of them the shop knows, and the one that is left counts', async () => {
      const id = await placeOrder('00779')
      let at = 0
      const link = linkOf(odoo, () => at)
      await work(link)
      const [known] = made() as [OdooRecord]
      // The one whose answer was lost was numbered before, and is seen after the one that the shop knows.
      const other = odoo.put('sale.order', { ...known, name: 'S00001' })
      made().reverse()
      const read = async () => {
        at += 60_000
        await readAnswers(database().db, link, never)
        return orderOf(id)
      }
      const names = [String(known.name), 'S00001']
      expect(await read()).toMatchObject({ state: 'observed', number: known.id })
      expect((await orderOf(id)).reason).toBe(`Está más de una vez en Odoo: deje uno de ${names.join(' y ')}`)
      odoo.change('sale.order', known.id, { state: 'cancel' })
      odoo.change('sale.order', other.id, { state: 'sale' })
      expect(await read()).toEqual({ state: 'accepted', reason: 'Odoo: S00001', number: known.id })
    })

    test('a number that another order has from before Odoo is left out, and the order goes on', async () => {
      const { db } = database()
      const before = await placeOrder('00781')
      const id = await placeOrder('00782')
      const next = odoo.put('res.partner', { ref: 'x' }).id + 1
      const setOld = { erp_number: next, erp_state: 'accepted' as const }
      await db.kysely.updateTable('sales_order').set(setOld).where('id', '=', before).execute()
      let at = 0
      const link = linkOf(odoo, () => at)
      await work(link)
      const name = String(made()[0]?.name)
      expect(await orderOf(id)).toEqual({ state: 'exported', reason: `Odoo: ${name}`, number: null })
      odoo.change('sale.order', next, { state: 'sale' })
      at += 60_000
      await readAnswers(db, link, never)
      expect(await orderOf(id)).toEqual({ state: 'accepted', reason: `Odoo: ${name}`, number: null })
    })

    test('an order that is sent again is not cancelled by what Odoo said before', async () => {
      const id = await placeOrder('00780')
      let at = 0
      const link = linkOf(odoo, () => at)
      await work(link)
      odoo.change('sale.order', made()[0]?.id ?? 0, { state: 'cancel' })
      await readAnswers(database().db, link, never)
      expect((await orderOf(id)).state).toBe('rejected')
      const admin = await app.as(await makeUser(database().db, 'admin'))
      expect((await admin.call(resendOrder, { params: { id } })).status).toBe(200)
      // It waits to be sent, and Odoo is asked meanwhile.
      at += 60_000
      await readAnswers(database().db, link, never)
      expect((await orderOf(id)).state).toBe('pending')
      await work(link)
      expect((await orderOf(id)).state).toBe('exported')
      expect(made()).toMatchObject([{ state: 'draft' }])
    })

    test('a reading that Odoo never ends is ended', async () => {
      const rows = Array.from({ length: 200 }, (_, at) => {
        return { id: at + 1, client_order_ref: 'Pedido web 1 (x)', write_date: '2026-11-01 00:00:00' }
      })
      const page = { status: 200, body: JSON.stringify(rows) }
      fail('sale.order/search_read', page, page)
      expect(await linkOf(odoo).readAnswers(async () => {}, never)).toBe('Odoo repite los pedidos\r\n')
    })

    test('what became of more orders than a page holds is read, and nothing of another shop’s', async () => {
      const { db } = database()
      const user = await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id })
      const row = {
        ...{ user_id: user.id, client_id: 1, business_name: 'x', address_id: 0, address: 'x', sale_condition: 1 },
        ...{ channel: 'web' as const, created_by: user.id, line_count: 0, total: 0, erp_state: 'exported' as const },
      }
      const orders = await db.kysely
        .insertInto('sales_order')
        .values(Array.from({ length: 450 }, () => row))
        .returning(['id', 'created_at as createdAt'])
        .execute()
      // It is not at Odoo yet, and another shop's of this number is.
      const last = orders.pop()
      for (const one of orders)
        odoo.put('sale.order', {
          ...{ name: `S${one.id}`, state: 'sale', client_order_ref: refOf(one), origin: '' },
          ...{ currency_id: [19, 'ARS'], amount_untaxed: 0, amount_total: 0 },
        })
      const [first, second] = orders
      // The number of an order of this shop's that was made at another second, and two records of one order.
      const [ours] = made()
      odoo.put('sale.order', { ...ours, client_order_ref: `Pedido web ${last?.id} (2020-01-01 00:00:00)` })
      odoo.put('sale.order', {
        ...ours,
        client_order_ref: `Pedido web ${first?.id} (2020-01-01 00:00:00)`,
        state: 'cancel',
      })
      odoo.put('sale.order', { ...ours, client_order_ref: refOf(second ?? expect.fail()), state: 'cancel' })
      let at = 0
      const link = linkOf(odoo, () => at)
      const said = async () => {
        const answers: string[] = []
        const problems = await link.readAnswers(async (read) => {
          answers.push(...read.orders.map(({ orderId, state }) => `${orderId} ${state}`))
        }, never)
        at += 60_000
        return { answers: [...new Set(answers)], problems }
      }
      expect(await said()).toEqual({ answers: orders.map(({ id }) => `${id} accepted`), problems: '' })
      // Half an hour later only what changed since, and what changed shortly before that.
      const next = odoo.calls.length
      odoo.pass(1_800)
      odoo.change('sale.order', Number(ours?.id), { state: 'cancel' })
      await said()
      expect((await said()).answers).toEqual([`${first?.id} rejected`])
      expect(odoo.calls.slice(next).at(-1)?.body.domain).toEqual([
        ['client_order_ref', 'in', [refOf(first ?? expect.fail())]],
      ])
      // Changed five minutes before the last change that was read, and committed after it.
      const late = made()[9] ?? expect.fail()
      const newest = Date.parse(`${String(ours?.write_date).replace(' ', 'T')}Z`)
      const before = new Date(newest - 300_000).toISOString().slice(0, 19).replace('T', ' ')
      Object.assign(late, { state: 'cancel', write_date: before })
      expect((await said()).answers).toContain(`${orders[9]?.id} rejected`)
    })

    test('Odoo’s silence is told once and holds no files back', async () => {
      let at = 0
      const link = linkOf(odoo, () => at)
      const before = (await runs()).length
      for (const status of [502, 502, 401]) {
        fail('sale.order/search_read', { status, body: '{"name":"x","message":"no"}' })
        await readAnswers(database().db, link, never)
        at += 60_000
      }
      expect((await runs()).slice(before)).toEqual([
        'Odoo respondió 502 a sale.order/search_read: no\r\n',
        'Odoo respondió 401 a sale.order/search_read: no\r\n',
      ])
    })
  })
})
