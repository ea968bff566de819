/** VAT in view (R357): an order of three rates at every door, as it was ordered, and the credit limit that compares final amounts. */
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { getCart, saveCartLine } from '../../../contract/cart.ts'
import { getClientAccount } from '../../../contract/client-account.ts'
import { cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import { orderPdf, orderSheet } from '../../../contract/order-documents.ts'
import { createOrder, getOrder } from '../../../contract/orders.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { getPricesWithVat } from '../../../contract/vat.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { newOrderMailHandler } from './orders.mail.ts'

/** Units of each rate: 1.000,05 at 21 %, 200,00 at 10,5 %, 300,00 at 27 %, 50,00 exempt and 40,00 of which nobody told a rate. */
const parts = [
  { code: 'V21', listPrice: 200_01, vat_rate: 2100, quantity: 5 },
  { code: 'V10', listPrice: 100_00, vat_rate: 1050, quantity: 2 },
  { code: 'V27', listPrice: 300_00, vat_rate: 2700, quantity: 1 },
  { code: 'V00', listPrice: 50_00, vat_rate: 0, quantity: 1 },
  { code: 'SIN', listPrice: 40_00, vat_rate: null, quantity: 1 },
] as const
type Part = (typeof parts)[number]
const TOTAL = 1_590_05

withDatabases('VAT in view', (database) => {
  let app: TestApp
  let [admin, seller] = [] as unknown as TestCaller[]
  let buyer: TestCaller
  let clientId: number
  const ids = new Map<string, number>()

  beforeAll(async () => {
    const { db } = database()
    for (const { quantity: _, ...part } of parts) ids.set(part.code, (await makeArticle(db, part)).id)
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    clientId = (await makeClient(db, { seller_id: sellerId })).id
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    await db.kysely.deleteFrom('setting').execute()
    await set('PRECIOS_CON_IVA', '0')
  })

  const set = async (key: 'PRECIOS_CON_IVA' | 'LIMITE_OBLIGATORIO', value: '0' | '1') => {
    expect((await admin!.call(saveSettings, { body: [{ key, value }] })).status).toBe(200)
  }
  const fill = async (caller: TestCaller, chosen: readonly Part[]) => {
    for (const { code, quantity } of chosen) {
      const body = { id: null, articleId: ids.get(code)!, quantity, note: '', clientId }
      expect((await caller.call(saveCartLine, { body })).status).toBe(200)
    }
  }
  const order = async (chosen: readonly Part[] = parts) => {
    await fill(buyer, chosen)
    return buyer.call(createOrder, { query: { note: '', addressId: 0 } })
  }
  const detailOf = async (orderId: number) => (await buyer.call(getOrder, { params: { id: orderId } })).data
  const fileOf = async (caller: TestCaller, url: string) => {
    const { statusCode, rawPayload } = await app.app.inject({
      url,
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect(statusCode).toBe(200)
    return new Uint8Array(rawPayload)
  }
  const textOf = async (bytes: Uint8Array) =>
    (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text.replaceAll('\u00a0', ' ')
  const rowsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]!.rows
  const mailOf = async (orderId: number) => {
    const sent: MailMessage[] = []
    const handler = newOrderMailHandler({
      db: database().db,
      shop: { name: 'Bulto', url: 'https://tienda.example' },
      mailer: { send: async (mail: MailMessage) => void sent.push(mail) } as never,
    })
    const job = { id: 1, kind: 'newOrderMail' as const, attempt: 1, createdAt: new Date().toISOString() }
    const to = { orderId, to: 'ana@cliente.example', audience: 'client' as const }
    await handler(to, { ...job, signal: AbortSignal.timeout(60_000) } as never)
    return sent[0]!
  }

  const net = {
    net: 1_550_05,
    rates: [
      { rate: 2700, vat: 81_00 },
      // 21 % of 1.000,05 is 210,0105.
      { rate: 2100, vat: 210_01 },
      { rate: 1050, vat: 21_00 },
      { rate: 0, vat: 0 },
    ],
    unrated: 40_00,
    total: TOTAL,
    final: 1_902_06,
  }

  test('net prices: an order, its papers and its mail show net, VAT by rate and final', async () => {
    const made = (await order()).data.orderId
    expect(await detailOf(made)).toMatchObject({ total: TOTAL, pricesWithVat: false, vat: net })
    const shown = [
      'Total sin IVA $ 1.590,05',
      'Neto $ 1.550,05',
      'Sin alícuota $ 40,00',
      'IVA 27 % $ 81,00',
      'IVA 21 % $ 210,01',
      'IVA 10,5 % $ 21,00',
      'IVA 0 % $ 0,00',
      'Total con IVA $ 1.902,06',
      'Precios sin IVA.',
    ]
    const pdf = await textOf(await fileOf(buyer, addressOf(orderPdf, { params: { id: made } })))
    for (const words of shown) expect(pdf).toContain(words)
    const sheet = (await rowsOf(await fileOf(buyer, addressOf(orderSheet, { params: { id: made } })))).map((row) =>
      row.filter((cell) => cell !== null && cell !== ''),
    )
    expect(sheet).toContainEqual(['IVA 21 %', 210.01])
    expect(sheet).toContainEqual(['Total con IVA', 1902.06])
    const mail = await mailOf(made)
    expect(mail.text).toContain(
      'TOTAL SIN IVA: $ 1.590,05\nNeto: $ 1.550,05\nSin alícuota: $ 40,00\nIVA 27 %: $ 81,00\nIVA 21 %: $ 210,01\nIVA 10,5 %: $ 21,00\nIVA 0 %: $ 0,00\nTotal con IVA: $ 1.902,06\nPrecios sin IVA',
    )
    expect(mail.html).toContain('Total con IVA&nbsp; $ 1.902,06')
  })

  test('prices with VAT: the total stays, and what VAT it holds is told', async () => {
    await set('PRECIOS_CON_IVA', '1')
    const made = (await order()).data.orderId
    const vat = {
      // Of 1.000,05: 173,5624; of 200,00: 19,0045; of 300,00: 63,7795.
      rates: [
        { rate: 2700, vat: 63_78 },
        { rate: 2100, vat: 173_56 },
        { rate: 1050, vat: 19_00 },
        { rate: 0, vat: 0 },
      ],
      net: 1_293_71,
      unrated: 40_00,
      total: TOTAL,
      final: TOTAL,
    }
    expect(await detailOf(made)).toMatchObject({ total: TOTAL, pricesWithVat: true, vat })
    const pdf = await textOf(await fileOf(buyer, addressOf(orderPdf, { params: { id: made } })))
    for (const words of ['Total $ 1.590,05', 'Incluye IVA 21 % $ 173,56', 'Sin alícuota $ 40,00', 'Precios con IVA.'])
      expect(pdf).toContain(words)
    expect(pdf).not.toContain('Total con IVA')
    expect((await mailOf(made)).text).toContain('TOTAL: $ 1.590,05\nIncluye IVA 27 %: $ 63,78\n')
  })

  test('an order shows its VAT as it was ordered: later rates and settings change nothing', async () => {
    const { db } = database()
    const made = (await order()).data.orderId
    await set('PRECIOS_CON_IVA', '1')
    await db.kysely.updateTable('article').set({ vat_rate: 2700 }).where('id', '=', ids.get('V10')!).execute()
    expect((await detailOf(made)).vat).toEqual(net)
    await db.kysely.updateTable('article').set({ vat_rate: 1050 }).where('id', '=', ids.get('V10')!).execute()
    // Of one from before that was kept nothing is said.
    await db.kysely.updateTable('sales_order').set({ prices_with_vat: null }).where('id', '=', made).execute()
    const old = await detailOf(made)
    expect([old.vat, old.pricesWithVat]).toEqual([undefined, undefined])
    expect(await textOf(await fileOf(buyer, addressOf(orderPdf, { params: { id: made } })))).not.toContain('IVA')
  })

  test('a quotation of a cart says the same', async () => {
    await fill(seller!, parts)
    const cart = (await seller!.call(getCart, { query: { clientId } })).data
    expect(cart.map(({ code, vatRate }) => [code, vatRate])).toEqual(
      parts.map(({ code, vat_rate }) => [code, vat_rate]),
    )
    const url = (withPrices: boolean) => addressOf(cartPdf, { query: { clientId, withPrices } })
    const pdf = await textOf(await fileOf(seller!, url(true)))
    for (const words of [
      'Total sin IVA $ 1.590,05',
      'IVA 21 % $ 210,01',
      'Total con IVA $ 1.902,06',
      'Precios sin IVA.',
    ])
      expect(pdf).toContain(words)
    expect(await textOf(await fileOf(seller!, url(false)))).not.toContain('IVA')
    const sheet = await rowsOf(
      await fileOf(seller!, addressOf(cartSpreadsheet, { query: { clientId, withPrices: true } })),
    )
    expect(sheet.map((row) => row.filter((cell) => cell !== null && cell !== ''))).toContainEqual([
      'Total con IVA',
      1902.06,
    ])
  })

  test('where no article has a rate nothing is said of VAT', async () => {
    const { db } = database()
    const [, , , , without] = parts
    const made = (await order([without])).data.orderId
    const detail = await detailOf(made)
    expect([detail.total, detail.vat, detail.pricesWithVat]).toEqual([40_00, undefined, undefined])
    expect(await textOf(await fileOf(buyer, addressOf(orderPdf, { params: { id: made } })))).not.toContain('IVA')
    expect((await mailOf(made)).text).not.toContain('IVA')

    expect((await app.visitor.call(getPricesWithVat)).data).toBe(false)
    await set('PRECIOS_CON_IVA', '1')
    expect((await app.visitor.call(getPricesWithVat)).data).toBe(true)
    await db.kysely.updateTable('listing').set({ active: false }).where('article_id', '<>', ids.get('SIN')!).execute()
    await db.kysely
      .updateTable('catalogue_version')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()
    await app.upToDate()
    expect((await app.visitor.call(getPricesWithVat)).data).toBeNull()
    await db.kysely.updateTable('listing').set({ active: true }).execute()
    await db.kysely
      .updateTable('catalogue_version')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()
    await app.upToDate()
  })

  test('the credit limit compares final amounts, of this order and of those that are not billed (R306)', async () => {
    const { db } = database()
    const [at21, at10] = parts
    const account = (limit: number) => ({
      client_id: clientId,
      at: '2026-01-01T12:00:00Z',
      balance: 0,
      credit_limit: limit,
    })
    // At 21 %: 1.000,05 comes to 1.210,06; at 10,5 %: 200,00 to 221,00.
    await db.kysely.insertInto('client_account').values(account(1_431_05)).execute()
    await set('LIMITE_OBLIGATORIO', '1')
    const first = (await order([at21])).data.orderId
    expect((await buyer.call(getClientAccount, { query: {} })).data?.ordered).toBe(1_210_06)
    const refused = await order([at10])
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      409,
      expect.stringContaining('supera el límite de crédito en $ 0,01'),
    ])
    await db.kysely
      .updateTable('client_account')
      .set({ credit_limit: 1_431_06 })
      .where('client_id', '=', clientId)
      .execute()
    const second = (await order([])).data.orderId
    expect((await buyer.call(getClientAccount, { query: {} })).data?.ordered).toBe(1_431_06)

    // Of the first one three of five units will not come: 400,02 and 84,00 of VAT are left.
    const news = { order_id: first, article_id: ids.get('V21')!, at: '2026-11-01T12:00:00Z', accepted: 2, reason: '' }
    await db.kysely
      .insertInto('order_line_news')
      .values({ ...news, erp_id: 1 } as never)
      .execute()
    await db.kysely.updateTable('sales_order').set({ coming_total: 400_02 }).where('id', '=', first).execute()
    expect((await buyer.call(getClientAccount, { query: {} })).data?.ordered).toBe(484_02 + 221_00)
    // One whose prices held the VAT is its total, and so is one of which nobody kept that.
    for (const prices_with_vat of [true, null]) {
      await db.kysely.updateTable('sales_order').set({ prices_with_vat }).where('id', '=', second).execute()
      expect((await buyer.call(getClientAccount, { query: {} })).data?.ordered).toBe(484_02 + 200_00)
    }
  })
})
