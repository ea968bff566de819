/** The note and the choices of an order are seen by everybody who may see the order (R235). */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCartLine } from '../../../contract/cart.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import { createOrder, getOrderLines, PICKUP } from '../../../contract/orders.ts'
import { clientAddresses } from '../../../contract/users.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const NOTE = 'Entregar por la mañana; timbre 2 & "portón"\nPreguntar por Marta'
const orders = '/api/pedidos/productos/pedidos'

withDatabases('what was written', (database) => {
  let app: TestApp
  let article: { id: number; code: string }
  let admin: TestCaller
  let seller: TestCaller
  let buyer: TestCaller
  let stranger: TestCaller
  let client: { id: number; addresses: number[] }
  let orderId: number

  beforeAll(async () => {
    const { db } = database()
    article = await makeArticle(db, { listPrice: 10_00 })
    app = await openTestApp(db)
    const sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId, email: 'compras@duende.example' })
    await db.kysely
      .updateTable('client_address')
      .set({
        street: 'San Martín 1250',
        locality: 'Rosario de la Frontera',
        postal_code: '4190',
        province_id: 9,
      })
      .where('id', '=', client.addresses[0]!)
      .execute()
    admin = await app.as(await makeUser(db, 'admin'))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    await db.kysely.insertInto('setting').values({ key: 'NOTIF_PED', value: 'oficina@tienda.example' }).execute()
    await app.upToDate()
    const line = { id: null, articleId: article.id, quantity: 3, note: 'solo azul', clientId: client.id }
    await seller.call(saveCartLine, { body: line })
    const query = { clientId: client.id, addressId: client.addresses[0]!, note: NOTE, condition: 4 }
    orderId = (await seller.call(createOrder, { query })).data.orderId
  })
  afterAll(() => app.close())

  test('the observation stands in every list of orders; line and condition only where staff reads', async () => {
    const rowOf = async (caller: TestCaller, url: string) => {
      const rows = (await caller.request('GET', url)).json
      return rows.find((row: { IDCON_PED: number }) => row.IDCON_PED === orderId)
    }
    for (const caller of [seller, admin]) {
      const row = await rowOf(caller, `${orders}?index=0&idcli=${client.id}`)
      expect(row).toMatchObject({ OBS_PED: NOTE, LINEA: 'c', IDCDV_CLI: 4 })
      expect(await rowOf(caller, `${orders}/historicos?index=0`)).toMatchObject({
        OBS_PED: NOTE,
        LINEA: 'c',
        IDCDV_CLI: 4,
        ID_DIR: client.addresses[0],
      })
    }
    const own = await rowOf(buyer, `${orders}?index=0`)
    expect(own.OBS_PED).toBe(NOTE)
    for (const hidden of ['LINEA', 'IDCDV_CLI', 'creadoPor', 'canal']) expect(own).not.toHaveProperty(hidden)
    const [line] = (await buyer.call(getOrderLines, { params: { id: orderId } })).data
    expect(line).toMatchObject({ note: 'solo azul' })
  })

  test('the address has postal code and province, where it is chosen and in the order, and stays as it was (R248)', async () => {
    const { db } = database()
    const words = 'San Martín 1250, 4190 Rosario de la Frontera, Salta'
    const { data: known } = await buyer.call(clientAddresses, { params: { clientId: client.id } })
    expect(known).toMatchObject([{ postalCode: '4190', provinceId: 9 }])
    await db.kysely
      .updateTable('client_address')
      .set({ street: 'Belgrano 2' })
      .where('id', '=', client.addresses[0]!)
      .execute()
    for (const caller of [buyer, seller, admin]) {
      const { json } = await caller.request('GET', `${orders}/${orderId}/datos`)
      expect(json).toMatchObject({ DIRECCION_PED: words, ID_DIR: client.addresses[0] })
    }
  })

  test('one order tells what it holds and who of the client has a copy, to whoever may see it', async () => {
    const dataOf = (caller: TestCaller) => caller.request('GET', `${orders}/${orderId}/datos`)
    expect((await dataOf(seller)).json).toMatchObject({
      IDCON_PED: orderId,
      IMPORTE_CP: 30,
      items: 1,
      OBS_PED: NOTE,
      LINEA: 'c',
      IDCDV_CLI: 4,
      copia: ['compras@duende.example'],
    })
    const own = (await dataOf(buyer)).json
    expect(own).toMatchObject({ OBS_PED: NOTE, copia: ['compras@duende.example'] })
    expect(own).not.toHaveProperty('LINEA')
    expect((await dataOf(stranger)).status).toBe(403)
    expect((await buyer.request('GET', `${orders}/999999/datos`)).status).toBe(404)
  })

  test('a copy that will not go any more is not told', async () => {
    const { db } = database()
    const line = { id: null, articleId: article.id, quantity: 1, note: '', clientId: null }
    await buyer.call(saveCartLine, { body: line })
    const made = (await buyer.call(createOrder, { query: { addressId: PICKUP, note: '' } })).data.orderId
    const copies = async () => (await buyer.request('GET', `${orders}/${made}/datos`)).json.copia
    expect(await copies()).toHaveLength(1)
    await db.kysely
      .updateTable('job')
      .set({ state: 'dead' })
      .where('unique_key', 'like', `newOrderMail:${made}:%`)
      .execute()
    expect(await copies()).toEqual([])
  })

  test('the workbook of past orders has delivery, observation and terms in words', async () => {
    const sheet = await app.app.inject({
      method: 'GET',
      url: `${orders}/historicos?idcli=${client.id}`,
      headers: { authorization: `Bearer ${admin.token}`, accept: SHEET },
    })
    const [headings, ...rows] = (await readXlsx(new Uint8Array(sheet.rawPayload))).sheets[0]?.rows ?? []
    const at = (heading: string) => headings?.indexOf(heading) ?? -1
    const row = rows.find((one) => one[at('Nro WEB')] === orderId)
    expect(row?.[at('Entrega')]).toBe('Envío a domicilio')
    expect(row?.[at('Observaciones')]).toBe(NOTE)
    expect(row?.[at('Condición de venta')]).toBe('Línea C, condición 4')
  })
})
