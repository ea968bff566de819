/** Lists of prices of the shop's own (R359). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findExact } from '../../../contract/catalogue.ts'
import * as calls from '../../../contract/own-lists.ts'
import { priceOf } from '../../../contract/price.ts'
import { listPriceLists } from '../../../contract/price-lists.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'
import { rowXml, workbook } from '../../test/workbook.ts'

const DAY = 86_400_000
/** A day in Argentina, counted from today. */
const day = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * DAY).toISOString().slice(0, 10)

withDatabases('lists of the shop’s own', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let listId: number
  let bear: number
  const list = () => ({ params: { id: listId } })
  const body = { name: 'Revendedores', active: true, clients: '' }

  beforeAll(async () => {
    const { db } = database()
    bear = (await makeArticle(db, { code: '00700', listPrice: 100_00 })).id
    await makeArticle(db, { code: 'PEL-2', listPrice: 50_00, discount: 2_000 })
    await makeArticle(db, { code: '12', listPrice: 0 })
    await db.kysely.insertInto('price_list').values({ id: 7, name: 'Interior' }).execute()
    await db.kysely
      .insertInto('list_price')
      .values({ id: '7', list_id: 7, article_id: bear, list_price: 80_00 })
      .execute()
    const client = await makeClient(db, { code: '0012', list_id: 7 })
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    listId = (await admin.call(calls.createOwnList, { body })).data.id
  })
  afterAll(() => app.close())

  const shown = async (code = '00700') => priceOf((await buyer.call(findExact, { query: { code } })).data[0]!)
  const showing = (price: number, code?: string) =>
    vi.waitFor(async () => expect(await shown(code)).toBe(price), { timeout: 10_000, interval: 20 })
  const setPrice = (listPrice: number | null, begins?: string) =>
    admin.call(calls.setOwnPrice, { params: { id: listId, articleId: bear }, body: { listPrice, begins } })
  const sheet = async (what: 'revisar' | 'aplicar', text: string, query: Record<string, string> = {}) => {
    const url = `/api/listas/propias/${listId}/planilla${what === 'revisar' ? '/revisar' : ''}?${new URLSearchParams(query)}`
    return postFile(app.app, admin, url, text, { name: 'lista.csv' })
  }

  test('its clients buy by it instead of by the list that the ERP gives them, and by that again when they are taken off', async () => {
    await showing(80_00)
    await setPrice(70_00)
    await admin.call(calls.changeOwnList, { ...list(), body: { ...body, clients: '0012\tNombre\n' } })
    await showing(70_00)
    const { data } = await admin.call(calls.getOwnList, list())
    expect(data.clients).toMatch(/^0012\t/)
    const lists = (await admin.call(listPriceLists, {})).data
    expect(lists.find(({ id }) => id === listId)).toMatchObject({ isOwn: true, clients: 1, articles: 1 })
    expect(lists.find(({ id }) => id === 7)).toMatchObject({ isOwn: false, clients: 0 })
    await admin.call(calls.changeOwnList, { ...list(), body })
    await showing(80_00)
    await admin.call(calls.changeOwnList, { ...list(), body: { ...body, clients: '0012' } })
    await showing(70_00)
  })

  test('who saves clients that somebody else changed meanwhile is told, in the list that lost one too (R41)', async () => {
    const other = (await admin.call(calls.createOwnList, { body: { ...body, name: 'Ferias' } })).data.id
    const formOf = async (id: number) => (await admin.call(calls.getOwnList, { params: { id } })).data
    const save = async (id: number, { clients, version }: { clients: string; version: number }, name: string) =>
      (await admin.call(calls.changeOwnList, { params: { id }, body: { ...body, name, clients, version } })).status
    const [mine, theirs] = [await formOf(listId), await formOf(other)]
    expect(await save(other, { ...theirs, clients: '0012' }, 'Ferias')).toBe(200)
    expect(await save(other, theirs, 'Ferias')).toBe(409)
    expect(await save(listId, mine, 'Revendedores')).toBe(409)
    await save(listId, { ...mine, version: (await formOf(listId)).version }, 'Revendedores')
    await showing(70_00)
  })

  test('an article without a price of its own costs what it does in the base list', async () => {
    expect(await shown('PEL-2')).toBe(40_00)
    await setPrice(null)
    await showing(100_00)
    await setPrice(70_00)
    await showing(70_00)
  })

  test('a sheet changes prices at once, and says what it can’t take with its row', async () => {
    const text =
      'Código;Nombre;Precio en la lista\n00700;Oso;65,50\nPEL-2;;\n12;;9\nNADA;;5\n700;;5\n00701;;-3\nPEL-9;;mucho\n'
    const { json } = await sheet('revisar', text)
    expect(json).toMatchObject({ total: 7, cambian: 2, iguales: 1, problemas: 4, suben: 0, bajan: 1 })
    const byLine = new Map(json.filas.map((row: { fila: number }) => [row.fila, row]))
    expect(byLine.get(2)).toMatchObject({ resultado: 'cambia', precioAntes: 70, precioDespues: 65.5 })
    expect(byLine.get(4)).toMatchObject({ resultado: 'cambia', precioAntes: 0, precioDespues: 9 })
    expect(byLine.get(6)).toMatchObject({ resultado: 'desconocido', codigo: '700' })
    expect(byLine.get(7)).toMatchObject({ resultado: 'noEntendido', motivo: calls.ownListTexts.price })
    expect((await sheet('aplicar', text, { huella: json.huella })).json).toEqual({ cambiados: 2 })
    await showing(65_50)
    await showing(9_00, '12')
  })

  test('a workbook’s formula is the price that its cell shows, and one without a result takes no price away', async () => {
    const row = (code: string, price: string) => rowXml(code).replace('</row>', `<c>${price}</c></row>`)
    const bytes = workbook(
      [
        rowXml('Código', 'Precio en la lista'),
        row('00700', '<f>B2*1.125</f><v>68.0625</v>'),
        row('12', '<f>B3*1.005</f><v>1.005</v>'),
        row('PEL-2', '<f>B4*2</f>'),
      ].join(''),
    )
    const url = `/api/listas/propias/${listId}/planilla/revisar`
    const { json } = await postFile(app.app, admin, url, new Uint8Array(bytes), { name: 'lista.xlsx' })
    expect(json.filas).toMatchObject([
      { codigo: '00700', precioDespues: 68.06 },
      { codigo: '12', precioDespues: 1.01 },
      { codigo: 'PEL-2', resultado: 'noEntendido', motivo: calls.ownListTexts.noResult },
    ])
  })

  test('a text with three decimals is refused: its point may be one of thousands', async () => {
    const { json } = await sheet('revisar', 'Código;Precio en la lista\n00700;1,125\n')
    expect(json.filas).toMatchObject([{ resultado: 'noEntendido', motivo: calls.ownListTexts.price }])
  })

  test('a sheet that was reviewed before somebody changed a price of it is refused', async () => {
    const text = 'Código;Precio en la lista\n00700;60\n'
    const { json } = await sheet('revisar', text)
    await setPrice(61_00)
    expect((await sheet('aplicar', text, { huella: json.huella })).status).toBe(409)
    await showing(61_00)
  })

  test('prices of a day to come wait, are told, and can be taken back; so can those that have begun', async () => {
    const text = 'Código;Precio en la lista\n00700;77\n'
    const { json } = await sheet('revisar', text, { desde: day(3) })
    expect(json.filas[0]).toMatchObject({ precioAntes: 61, precioDespues: 77 })
    await sheet('aplicar', text, { desde: day(3), huella: json.huella })
    expect(await shown()).toBe(61_00)
    const rows = (await admin.call(calls.listOwnPrices, { ...list(), query: { page: 0, text: '00700' } })).data
    expect(rows).toMatchObject([{ code: '00700', base: 100_00, listPrice: 61_00, nextPrice: 77_00, total: 1 }])
    const [ahead, last] = (await admin.call(calls.getOwnList, list())).data.changes
    expect(ahead).toMatchObject({ hasBegun: false, priced: 1, removed: 0 })
    expect(last).toMatchObject({ hasBegun: true, priced: 1 })
    const undone = await admin.call(calls.undoListChange, { ...list(), body: { since: ahead!.since } })
    expect(undone.data).toEqual({ removed: 1 })
    await admin.call(calls.undoListChange, { ...list(), body: { since: last!.since } })
    await showing(65_50)
    expect((await admin.call(calls.undoListChange, { ...list(), body: { since: last!.since } })).status).toBe(404)
  })

  test('its workbook comes back unchanged as a sheet that changes nothing', async () => {
    const { app: server } = app
    const answer = await server.inject({
      url: `/api/listas/propias/${listId}/precios?index=0`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
    })
    const url = `/api/listas/propias/${listId}/planilla/revisar`
    const reviewed = await postFile(server, admin, url, new Uint8Array(answer.rawPayload), { name: 'lista.xlsx' })
    expect(reviewed.json).toMatchObject({ total: 3, cambian: 0, iguales: 3, problemas: 0 })
  })

  test('what can’t be is refused by its field', async () => {
    const create = (changes: object) => admin.call(calls.createOwnList, { body: { ...body, ...changes } })
    expect((await create({ name: 'revendedores' })).json).toMatchObject({
      details: [{ field: 'nombre', message: calls.ownListTexts.sameName }],
    })
    expect((await create({ name: 'Otra', clients: '0012\n9999\n8888' })).json).toMatchObject({
      details: [{ field: 'clientes', message: 'No existen: 9999, 8888' }],
    })
    expect((await setPrice(0)).json).toMatchObject({
      details: [{ field: 'precio', message: calls.ownListTexts.price }],
    })
    expect((await setPrice(10_00, day(-1))).json).toMatchObject({
      details: [{ field: 'desde', message: calls.ownListTexts.past }],
    })
    const other = { params: { id: 7 } }
    expect((await admin.call(calls.getOwnList, other)).status).toBe(404)
    expect((await admin.call(calls.changeOwnList, { ...other, body })).status).toBe(404)
    expect((await sheet('revisar', 'Código;Precio\n00700;60\n')).json).toMatchObject({
      message: calls.ownListTexts.noColumns,
    })
  })
})
