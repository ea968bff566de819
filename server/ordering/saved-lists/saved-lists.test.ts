/** Saved lists and carts put aside (R368, R369). */
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../contract/address.ts'
import { getSimpleCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import { reviewList } from '../../../contract/filled-list.ts'
import { createOrder } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import * as calls from '../../../contract/saved-lists.ts'
import { sheetReview } from '../../../contract/sheet-columns.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser, nextNumber } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'
import { moveCart } from '../cart/move-cart.service.ts'

withDatabases('saved lists', (database) => {
  let app: TestApp
  let bear: { id: number; code: string }
  let truck: { id: number; code: string }
  let ball: { id: number; code: string }
  let client: MadeClient
  let buyer: TestCaller
  let colleague: TestCaller
  let seller: TestCaller

  beforeAll(async () => {
    const { db } = database()
    bear = await makeArticle(db, { code: '0052', description: 'Oso de peluche', multiple: 6, listPrice: 100_00 })
    truck = await makeArticle(db, { code: '7', description: 'Camión de madera', listPrice: 10_00 })
    ball = await makeArticle(db, { code: 'P-1', description: 'Pelota de goma', listPrice: 5_00 })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId })
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id, first_name: 'Ana', last_name: 'Sosa' }))
    colleague = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })

  const line = (article: { id: number }, quantity: number, note = '') => ({ articleId: article.id, quantity, note })
  const save = async (
    who: TestCaller,
    given: { name?: string; shared?: boolean; lines?: ReturnType<typeof line>[] },
  ) => {
    const { name = `Lista ${nextNumber()}`, shared = false, lines } = given
    return who.call(calls.createSavedList, { body: { clientId: client.id, name, shared, lines } })
  }
  const list = async (who: TestCaller) =>
    (await who.call(calls.listSavedLists, { query: { clientId: client.id } })).data.map(({ name }) => name)
  const open = (who: TestCaller, id: number) =>
    who.call(calls.getSavedList, { params: { id }, query: { clientId: client.id } })
  const load = (who: TestCaller, id: number, clearCart = false) =>
    who.call(calls.loadSavedList, { params: { id }, body: { clientId: client.id, clearCart } })
  const fill = (who: TestCaller, lines: ReturnType<typeof line>[]) =>
    who.call(saveCartLines, { body: { clientId: client.id, lines: lines.map((given, row) => ({ row, ...given })) } })
  const cartOf = async (who: TestCaller) =>
    (await who.call(getSimpleCart, { query: { clientId: client.id } })).data.map(({ articleId, quantity, note }) => [
      articleId,
      quantity,
      note,
    ])

  test('lines are kept in their order, at the prices of the day on which they are read', async () => {
    const { data } = await save(buyer, { name: '  Vidriera ', lines: [line(truck, 3, 'rojo'), line(bear, 12)] })
    expect(data).toMatchObject({ kind: 'list', name: 'Vidriera', shared: false, lineCount: 2, madeBy: '' })
    await sql`update price set list_price = 1500 where article_id = ${truck.id}`.execute(database().db.kysely)
    try {
      await app.upToDate()
      const { lines } = (await open(buyer, data.id)).data
      expect(lines).toMatchObject([
        { code: '7', quantity: 3, note: 'rojo', unitPrice: 15_00, unitPriceBefore: 10_00 },
        { code: '0052', quantity: 12, note: '', unitPrice: 100_00, unitPriceBefore: 100_00, multiple: 6 },
      ])
    } finally {
      await sql`update price set list_price = 1000 where article_id = ${truck.id}`.execute(database().db.kysely)
      await app.upToDate()
    }
  })

  test('an own list is its maker’s alone; a shared one is of all who order for the client, also to change', async () => {
    const own = (await save(buyer, { name: 'Mía', lines: [line(truck, 1)] })).data
    const shared = (await save(buyer, { name: 'De todos', shared: true, lines: [line(truck, 1)] })).data
    expect(await list(buyer)).toEqual(['De todos', 'Mía'])
    for (const other of [colleague, seller]) {
      expect(await list(other)).toEqual(['De todos'])
      expect((await open(other, own.id)).status).toBe(404)
      expect((await open(other, shared.id)).data.list.madeBy).toBe('Ana Sosa')
    }
    const change = { clientId: client.id, lines: [line(ball, 4)], version: shared.version }
    expect((await seller.call(calls.changeSavedList, { params: { id: shared.id }, body: change })).status).toBe(200)
    // The other had read the list before the seller changed it.
    const late = await colleague.call(calls.changeSavedList, { params: { id: shared.id }, body: change })
    expect(late.status).toBe(409)
    expect((await open(buyer, shared.id)).data.lines.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['P-1', 4],
    ])
    const unshared = { params: { id: shared.id }, body: { clientId: client.id, shared: false } }
    const refused = await seller.call(calls.changeSavedList, unshared)
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([403, calls.savedListTexts.notOwn])
    const taken = { params: { id: shared.id }, body: { clientId: client.id, archived: true } }
    expect((await colleague.call(calls.changeSavedList, taken)).data.archived).toBe(true)
  })

  test('a list is loaded into the cart as often as wanted, by the rules of lines, and reports on what does not come', async () => {
    const gone = await makeArticle(database().db, { code: 'G-9', description: 'Oso de trapo', listPrice: 9_00 })
    await app.upToDate()
    const { data } = await save(buyer, { lines: [line(bear, 7), line(gone, 2), line(truck, 1)] })
    await sql`update listing set active = false where article_id = ${gone.id}`.execute(database().db.kysely)
    await sql`update catalogue_version set version = version + 1`.execute(database().db.kysely)
    await app.upToDate()
    expect((await open(buyer, data.id)).data.lines[1]).toMatchObject({
      reason: 'Este artículo ya no está a la venta',
    })
    for (let times = 0; times < 2; times++) {
      const loaded = (await load(buyer, data.id)).data
      expect(loaded.map(({ code, outcome, quantity }) => [code, outcome, quantity])).toEqual([
        ['0052', 'cantidad', 6],
        ['G-9', 'sin-venta', 0],
        ['7', 'agregado', 1],
      ])
      expect(await cartOf(buyer)).toEqual([
        [bear.id, 6, ''],
        [truck.id, 1, ''],
      ])
    }
    expect(await list(buyer)).toHaveLength(1)
  })

  test('a list goes out as a workbook and comes back by the way of a filled-in list', async () => {
    const { data } = await save(buyer, { lines: [line(bear, 12, 'marrón'), line(truck, 3)] })
    const url = `/api/pedidos/listas-guardadas/${data.id}?idcli=${client.id}`
    const headers = { accept: SHEET, authorization: `Bearer ${buyer.token}` }
    const { rawPayload: bytes } = await app.app.inject({ method: 'GET', url, headers })
    const [sheet] = (await readXlsx(bytes)).sheets
    expect(sheet?.rows).toEqual([
      ['Código', 'Descripción', 'Cantidad', 'Precio unitario', 'Observación'],
      ['0052', 'Oso de peluche', 12, 100, 'marrón'],
      ['7', 'Camión de madera', 3, 10, null],
    ])
    const address = addressOf(reviewList, { query: { clientId: client.id } })
    const back = await postFile(app.app, buyer, address, new Uint8Array(bytes))
    expect(z.decode(sheetReview, back.json as never).rows).toMatchObject([
      { kind: 'line', quantity: 12, note: 'marrón', articles: [{ code: '0052' }] },
      { kind: 'line', quantity: 3, note: '', articles: [{ code: '7' }] },
    ])
  })

  test('a cart put aside leaves the cart empty, keeps notes and the price that was seen, and ends when it is taken up', async () => {
    await fill(buyer, [line(truck, 3, 'rojo')])
    await fill(buyer, [line(bear, 12)])
    const { data } = await save(buyer, { name: 'Para el lunes' })
    expect(data).toMatchObject({ kind: 'aside', lineCount: 2 })
    expect(await cartOf(buyer)).toEqual([])
    await fill(buyer, [line(ball, 2)])
    expect((await load(buyer, data.id, true)).data.map(({ unitPriceBefore }) => unitPriceBefore)).toEqual([
      10_00, 100_00,
    ])
    expect(await cartOf(buyer)).toEqual([
      [truck.id, 3, 'rojo'],
      [bear.id, 12, ''],
    ])
    expect(await list(buyer)).toEqual([])
    const again = await load(buyer, data.id)
    expect([again.status, (again.json as { message: string }).message]).toEqual([404, calls.savedListTexts.gone])
  })

  test('of two who take up one cart at once one has it, and every line is in one cart', async () => {
    for (let round = 0; round < 8; round++) {
      await fill(buyer, [line(truck, 3), line(ball, 2)])
      const { data } = await save(buyer, { shared: true })
      const answers = await Promise.all([load(buyer, data.id, true), load(colleague, data.id, true)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      const carts = await Promise.all([cartOf(buyer), cartOf(colleague)])
      expect(carts.map(({ length }) => length).sort()).toEqual([0, 2])
      for (const who of [buyer, colleague]) await fill(who, [line(truck, 0), line(ball, 0)])
    }
  })

  test('a cart is put aside or ordered, never both', async () => {
    const { db } = database()
    const clientId = client.id
    for (let round = 0; round < 8; round++) {
      await fill(buyer, [line(truck, 3)])
      const order = { query: { clientId, addressId: client.addresses[0] ?? 0, note: '', condition: 1, line: 'C' } }
      const [made, aside] = await Promise.all([buyer.call(createOrder, order as never), save(buyer, {})])
      expect([made.status === 200, aside.status === 200].sort()).toEqual([false, true])
      const { count } = await db.kysely
        .selectFrom('saved_list')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
      expect(count).toBe(aside.status === 200 ? 1 : 0)
      await db.kysely.deleteFrom('saved_list').where('client_id', '=', clientId).execute()
    }
  })

  describe('is refused', () => {
    const refusalOf = async (answer: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await answer
      const { message, details } = json as { message: string; details?: { message: string }[] }
      return [status, details?.[0]?.message ?? message]
    }

    test('a name twice, none, nothing to keep, an article that does not exist', async () => {
      const { savedListTexts: texts } = calls
      const { data } = await save(buyer, { name: 'Vidriera', lines: [line(truck, 1)] })
      expect(await refusalOf(save(buyer, { name: 'VIDRIERA', lines: [line(ball, 1)] }))).toEqual([400, texts.nameTaken])
      const send = (nombre: string, renglones: readonly object[]) =>
        buyer.request('POST', '/api/pedidos/listas-guardadas', {
          ...{ idcli: client.id, nombre, compartida: 0 },
          renglones,
        })
      const one = { idart: ball.id, cantidad: 1, obs: '' }
      expect(await refusalOf(send('  ', [one]))).toEqual([400, texts.name])
      expect(await refusalOf(send('Ninguna', []))).toEqual([400, texts.empty])
      expect((await send('Cero', [{ ...one, cantidad: 0 }])).status).toBe(400)
      expect(await refusalOf(save(buyer, {}))).toEqual([409, texts.emptyCart])
      expect(await refusalOf(save(buyer, { lines: [line({ id: 99_999_999 }, 1)] }))).toEqual([400, texts.unknown])
      // Its own name it may keep.
      const kept = { params: { id: data.id }, body: { clientId: client.id, name: 'Vidriera' } }
      expect((await buyer.call(calls.changeSavedList, kept)).status).toBe(200)
    })

    test('the list after the last one that a user may have for a client', async () => {
      const { db } = database()
      const { data } = await save(buyer, { lines: [line(truck, 1)] })
      await sql`insert into saved_list (user_id, client_id, kind, name)
        select user_id, client_id, kind, 'L' || n from saved_list, generate_series(1, ${calls.MOST_LISTS - 1}) as n
        where id = ${data.id}`.execute(db.kysely)
      expect(await refusalOf(save(buyer, { lines: [line(truck, 1)] }))).toEqual([409, calls.savedListTexts.tooMany])
    })
  })

  test('a user without a client shares with nobody, and takes its lists along to a client', async () => {
    const { db } = database()
    const [one, other] = [await makeUser(db, 'cliente'), await makeUser(db, 'cliente')]
    const [first, second] = [await app.as(one), await app.as(other)]
    const body = { clientId: NO_CLIENT, name: 'De todos', shared: true, lines: [line(truck, 1)] }
    expect((await first.call(calls.createSavedList, { body })).status).toBe(200)
    expect((await second.call(calls.listSavedLists, { query: {} })).data).toEqual([])
    expect((await first.call(calls.listSavedLists, { query: {} })).data).toHaveLength(1)
    await db.tx((t) => moveCart(t, { userId: one.id, from: NO_CLIENT, to: client.id, by: one.id }))
    expect(await list(buyer)).toEqual(['De todos'])
  })

  test('5,000 lines are saved, read and loaded', async () => {
    const { db } = database()
    const [from] = [nextNumber() + 1_000_000]
    await sql`insert into article (id, code, description) select ${from}::int + n, 'M' || n, 'Muñeca ' || n
      from generate_series(1, 5000) as n`.execute(db.kysely)
    await sql`insert into price (article_id, list_price) select ${from}::int + n, 1000 from generate_series(1, 5000) as n`.execute(
      db.kysely,
    )
    await sql`insert into listing (article_id) select ${from}::int + n from generate_series(1, 5000) as n`.execute(
      db.kysely,
    )
    await sql`update catalogue_version set version = version + 1`.execute(db.kysely)
    await app.upToDate()
    const lines = Array.from({ length: 5_000 }, (_, at) => line({ id: from + at + 1 }, 1))
    const { data } = await save(buyer, { lines })
    expect(data.lineCount).toBe(5_000)
    expect((await open(buyer, data.id)).data.lines).toHaveLength(5_000)
    const loaded = (await load(buyer, data.id)).data
    expect(loaded.filter(({ outcome }) => outcome === 'agregado')).toHaveLength(5_000)
    expect(await cartOf(buyer)).toHaveLength(5_000)
  })
})
