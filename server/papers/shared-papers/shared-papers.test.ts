/** Papers that are shared: their files, and links that open one of them alone (R392, R395). */
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { linkTexts, listLinks, withdrawLink } from '../../../contract/links.ts'
import { createOrder } from '../../../contract/orders.ts'
import { createSavedList, deleteSavedList } from '../../../contract/saved-lists.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { clientAccountPdf, linkPaper, openPaper, paperPage, savedListPdf } from '../../../contract/shared-papers.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { createLog } from '../../log.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('papers that are shared', (database) => {
  let app: TestApp
  let admin: TestCaller
  let seller: TestCaller
  let buyer: TestCaller
  let buyerId: number
  let stranger: TestCaller
  let clientId: number
  let articleId: number
  let orderId: number
  let listId: number
  const logged: string[] = []

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    const listed = { code: '00417', description: 'Muñeca de trapo', listPrice: 10_00, units_per_pack: 12 }
    articleId = (await makeArticle(db, listed)).id
    const client = await makeClient(db, { seller_id: sellerId, business_name: 'Bazar Norte' })
    clientId = client.id
    const user = await makeUser(db, 'cliente', { client_id: clientId })
    buyerId = user.id
    app = await openTestApp(db, {
      publicUrl: 'https://tienda.example',
      log: createLog('info', { write: (line: string) => void logged.push(line) } as never),
    })
    buyer = await app.as(user)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    admin = await app.as(await makeUser(db, 'admin'))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.upToDate()
    const lines = [{ row: 0, articleId, quantity: 24 }]
    await buyer.call(saveCartLines, { body: { clientId: null, lines } })
    const query = { clientId, addressId: 0, note: '', condition: -1, shownTotal: 240_00 }
    orderId = (await buyer.call(createOrder, { query, body: {} })).data.orderId
    listId = (
      await buyer.call(createSavedList, {
        body: {
          clientId,
          kind: 'list',
          name: 'Vidriera',
          shared: true,
          lines: [{ articleId, quantity: 36, note: '' }],
        } as never,
      })
    ).data.id
  })
  afterAll(() => app.close())

  type Asked = { opens: 'order' | 'list' | 'catalogue'; opensId?: number; clientId?: number; withPrices?: boolean }
  const share = (caller: TestCaller, asked: Asked) => caller.call(linkPaper, { body: asked as never })
  const keyOf = (address: string) => address.split('#')[1] ?? ''
  const open = (key: string, ip = '203.0.113.7') =>
    app.app.inject({
      method: 'POST',
      url: openPaper.path,
      payload: { clave: key },
      headers: { 'x-forwarded-for': ip },
    })
  const textOf = async (bytes: Uint8Array) =>
    (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
  const fileOf = (caller: TestCaller, url: string) =>
    app.app.inject({ url, headers: { authorization: `Bearer ${caller.token}` } })

  test('a link opens its order as its client reads it, for who has no account, and stands in no log', async () => {
    const { status, data } = await share(seller, { opens: 'order', opensId: orderId })
    expect(status).toBe(200)
    expect(data.address).toMatch(/^https:\/\/tienda\.example\/api\/pedidos\/enlaces\/papel#[\w-]{32}$/)
    expect(Math.round((Date.parse(data.endsAt) - Date.now()) / 86_400_000)).toBe(30)
    const answer = await open(keyOf(data.address))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="pedido-${orderId}.pdf"`)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const text = await textOf(answer.rawPayload)
    for (const fact of [`N° ${orderId}`, 'Bazar Norte', 'Muñeca de trapo', '$ 240,00']) expect(text).toContain(fact)
    // The seller chose the terms; nobody who has the link is told them (R235).
    expect(text).not.toMatch(/Línea|ondición \d/)
    expect(logged.join('')).toContain(openPaper.path)
    expect(logged.join('')).not.toContain(keyOf(data.address))
  })

  test('a link opens its list, without a price; one that was withdrawn, and a deleted list, open nothing', async () => {
    const { data } = await share(buyer, { opens: 'list', opensId: listId, clientId })
    const text = await textOf((await open(keyOf(data.address))).rawPayload)
    for (const fact of ['Vidriera', 'Muñeca de trapo', '36', '3 bultos']) expect(text).toContain(fact)
    expect(text).not.toContain('$')
    const [row] = (await buyer.call(listLinks, { query: { clientId } })).data
    expect(row).toMatchObject({ id: data.id, kind: 'paper', opens: 'list', opensId: listId, madeBy: '' })
    await buyer.call(withdrawLink, { params: { id: data.id } })
    const refused = await open(keyOf(data.address))
    expect([refused.statusCode, refused.json().message]).toEqual([404, linkTexts.gone])

    const body = { clientId, kind: 'list', name: 'Otra', shared: false, lines: [{ articleId, quantity: 1, note: '' }] }
    const { id } = (await buyer.call(createSavedList, { body: body as never })).data
    const gone = (await share(buyer, { opens: 'list', opensId: id, clientId })).data
    await buyer.call(deleteSavedList, { params: { id }, query: { clientId } as never })
    expect((await open(keyOf(gone.address))).statusCode).toBe(404)
  })

  test('a catalogue’s link shows prices only where its maker said so, and none while the catalogue is closed', async () => {
    const made = async (withPrices: boolean) =>
      keyOf((await share(buyer, { opens: 'catalogue', clientId, withPrices })).data.address)
    const [priced, plain] = [await made(true), await made(false)]
    expect(await textOf((await open(priced)).rawPayload)).toContain('$ 10,00')
    const text = await textOf((await open(plain)).rawPayload)
    expect(text).toContain('Muñeca de trapo')
    expect(text).not.toContain('$')
    const close = (value: string) => admin.call(saveSettings, { body: [{ key: 'CATALOGO', value }] as never })
    expect((await close('0')).status).toBe(200)
    expect((await open(priced)).statusCode).toBe(404)
    expect((await share(buyer, { opens: 'catalogue', clientId })).status).toBe(403)
    await close('1')
    expect((await open(priced)).statusCode).toBe(200)
  })

  test('nobody makes a link to what the maker may not read', async () => {
    expect((await share(stranger, { opens: 'order', opensId: orderId })).status).toBe(403)
    expect((await share(stranger, { opens: 'list', opensId: listId })).status).toBe(404)
    expect((await share(stranger, { opens: 'catalogue', clientId })).status).toBe(403)
    expect((await share(buyer, { opens: 'order', opensId: 99_999_999 })).status).toBe(404)
    expect((await share(buyer, { opens: 'order' })).status).toBe(400)
  })

  test('the links of who may not sign in any more open nothing', async () => {
    const { data } = await share(buyer, { opens: 'order', opensId: orderId })
    const { kysely } = database().db
    const set = (active: boolean) => kysely.updateTable('app_user').set({ active }).where('id', '=', buyerId).execute()
    await set(false)
    expect((await open(keyOf(data.address))).statusCode).toBe(404)
    await set(true)
    expect((await open(keyOf(data.address))).statusCode).toBe(200)
  })

  test('the page knows nothing of the paper; its form opens it, and what opens nothing is said on a page', async () => {
    const page = await app.app.inject({ url: paperPage.path })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'sha256-/)
    const post = (payload: string) =>
      app.app.inject({
        method: 'POST',
        url: openPaper.path,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.8' },
      })
    const { data } = await share(buyer, { opens: 'order', opensId: orderId })
    const answer = await post(`clave=${keyOf(data.address)}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const refused = await post('clave=otra')
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(refused.body).toContain('Este enlace ya no sirve')
    for (const payload of ['clave=', 'otra=1', `clave=${'x'.repeat(200)}`])
      expect((await post(payload)).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await post(`clave=${'x'.repeat(2_000)}`)).statusCode).toBe(413)
  })

  test('who guesses keys is stopped', async () => {
    const codes = []
    for (let guess = 0; guess < 22; guess++) codes.push((await open(`guess-${guess}`, '203.0.113.99')).statusCode)
    expect(codes).toEqual([...Array(20).fill(404), 429, 429])
  })

  test('a list and an account are files as well, for who may read them', async () => {
    const list = await fileOf(buyer, addressOf(savedListPdf, { params: { id: listId }, query: { clientId } }))
    expect(list.headers['content-type']).toBe('application/pdf')
    expect(await textOf(list.rawPayload)).toContain('Muñeca de trapo')
    const address = addressOf(clientAccountPdf, { query: { clientId } })
    expect((await fileOf(buyer, address)).statusCode).toBe(404)
    const { kysely } = database().db
    await kysely
      .insertInto('client_account')
      .values({ client_id: clientId, at: new Date(), balance: 845_000_00, credit_limit: 900_000_00 } as never)
      .execute()
    await kysely
      .insertInto('client_bill')
      .values({
        ...{
          erp_id: 1,
          client_id: clientId,
          at: new Date(),
          kind: 'Factura',
          number: 'A-0001-00001234',
          day: '2026-10-01',
        },
        ...{ due_day: '2026-10-31', amount: 900_000_00, balance: 845_000_00 },
      } as never)
      .execute()
    const text = await textOf((await fileOf(buyer, address)).rawPayload)
    for (const fact of ['Cuenta corriente', 'Bazar Norte', '$ 845.000,00', 'A-0001-00001234', 'vence el 31/10/2026'])
      expect(text).toContain(fact)
    expect((await fileOf(stranger, address)).statusCode).toBe(403)
  })
})
