import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import {
  cartChanged,
  changedLine,
  createOrder,
  getOrderLines,
  myOrders,
  noLongerSold,
  quantityAsked,
  type ShownOrder,
  totalChanged,
} from '../../../contract/orders.ts'
import { type MadeClient, makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('an order as it was shown', (database) => {
  let app: TestApp
  let first: { id: number; code: string }
  let second: { id: number; code: string }
  let third: { id: number; code: string }

  beforeAll(async () => {
    const { db } = database()
    first = await makeArticle(db, { code: 'UNO', listPrice: 10_00 })
    second = await makeArticle(db, { code: 'DOS', listPrice: 20_00, multiple: 6, units_per_pack: 24 })
    third = await makeArticle(db, { code: 'TRES', listPrice: 30_00 })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())

  async function newBuyer(): Promise<{ buyer: TestCaller; client: MadeClient }> {
    const { db } = database()
    const client = await makeClient(db)
    return { buyer: await app.as(await makeUser(db, 'cliente', { client_id: client.id })), client }
  }
  const fill = (buyer: TestCaller, articleId: number, quantity: number) =>
    buyer.call(saveCartLine, { body: { id: null, articleId, quantity, note: '', clientId: null } })
  const cartOf = async (buyer: TestCaller) =>
    (await buyer.call(getSimpleCart)).data!.map(({ articleId, quantity }) => [articleId, quantity])
  const line = (articleId: number, quantity: number, unitPrice: number) => ({
    articleId,
    quantity,
    note: `de ${articleId}`,
    unitPrice,
  })
  const send = async (
    { buyer, client }: { buyer: TestCaller; client: MadeClient },
    body: ShownOrder,
    key = 'k'.repeat(20),
  ) => {
    const shownTotal = body.lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
    const query = { note: '', addressId: client.addresses[0]!, shownTotal }
    const answer = await buyer.call(createOrder, {
      query,
      body: { lines: [...body.lines], ...(body.known && { known: [...body.known] }) },
      headers: { 'idempotency-key': key },
    })
    const details = (answer.json as { details?: unknown[] }).details ?? []
    return {
      status: answer.status,
      json: answer.json,
      made: () => answer.data,
      changed: details.flatMap((detail) => {
        const line = z.safeDecode(changedLine, detail as never)
        return line.success ? [line.data] : []
      }),
    }
  }

  test('lines that never reached the cart are ordered as they were shown, once', async () => {
    const who = await newBuyer()
    await fill(who.buyer, first.id, 1)
    await fill(who.buyer, third.id, 2)
    // The device holds three of the first article and six of the second; the third is taken out.
    const body = {
      lines: [line(first.id, 3, 10_00), line(second.id, 6, 20_00), line(third.id, 0, 30_00)],
      known: [
        { articleId: first.id, quantity: 1 },
        { articleId: third.id, quantity: 2 },
      ],
    }
    const made = await send(who, body)
    expect(made.status).toBe(200)
    expect((await send(who, body)).made()).toEqual(made.made())
    const lines = (await who.buyer.call(getOrderLines, { params: { id: made.made().orderId } })).data!
    expect(lines.map(({ code, quantity, note }) => [code, quantity, note])).toEqual([
      ['DOS', 6, `de ${second.id}`],
      ['UNO', 3, `de ${first.id}`],
    ])
    expect(await cartOf(who.buyer)).toEqual([])
  })

  test('what another device did is shown before anything is final; accepted, the rest stays in the cart', async () => {
    const who = await newBuyer()
    await fill(who.buyer, first.id, 5)
    await fill(who.buyer, third.id, 4)
    const body = {
      lines: [line(first.id, 3, 10_00), line(second.id, 6, 20_00)],
      known: [{ articleId: first.id, quantity: 1 }],
    }
    const refused = await send(who, body)
    expect(refused.status).toBe(409)
    expect(refused.json.message).toBe(cartChanged)
    expect(refused.changed.map(({ code, quantity, inCart }) => [code, quantity, inCart])).toEqual([
      ['UNO', 3, 5],
      ['TRES', 0, 4],
    ])
    const known = refused.changed.map(({ articleId, inCart = 0 }) => ({ articleId, quantity: inCart }))
    expect((await send(who, { ...body, known })).status).toBe(200)
    expect(await cartOf(who.buyer)).toEqual([[third.id, 4]])
  })

  test('a cart that another device has ordered already is no order again without a word', async () => {
    const who = await newBuyer()
    const body = { lines: [line(first.id, 3, 10_00)], known: [{ articleId: first.id, quantity: 3 }] }
    const refused = await send(who, body)
    expect([refused.status, refused.json.message]).toEqual([409, cartChanged])
    expect(refused.changed).toMatchObject([{ code: 'UNO', quantity: 3, inCart: 0 }])
    const known = [{ articleId: first.id, quantity: 0 }, ...body.known]
    expect((await send(who, { ...body, known })).status).toBe(200)
  })

  test('an answer to a line that was lost is no difference', async () => {
    const who = await newBuyer()
    await fill(who.buyer, first.id, 5)
    // 5 was sent and not answered, then 7 was typed; or the 7 arrived itself.
    const known = [
      { articleId: first.id, quantity: 0 },
      { articleId: first.id, quantity: 5 },
    ]
    expect((await send(who, { lines: [line(first.id, 7, 10_00)], known })).status).toBe(200)
    await fill(who.buyer, first.id, 7)
    expect((await send(who, { lines: [line(first.id, 7, 10_00)], known: [] }, 'otra-clave-distinta')).status).toBe(200)
  })

  test('a quantity that nobody was asked about is asked about before anything is made, once', async () => {
    const who = await newBuyer()
    const slip = { ...line(second.id, 2400, 20_00), ask: true }
    const asked = await send(who, { lines: [slip, { ...line(first.id, 3, 10_00), ask: true }], known: [] })
    expect([asked.status, asked.json.message]).toEqual([409, quantityAsked])
    expect(asked.changed.map(({ code, quantity, question }) => [code, quantity, question])).toEqual([
      ['DOS', 2400, '¿2.400 unidades? Es más de 20 bultos (de 24)'],
    ])
    // With another difference the question comes in the same answer.
    const both = await send(who, { lines: [slip, line(first.id, 3, 9_00)], known: [] })
    expect([both.status, both.json.message]).toEqual([409, totalChanged])
    expect(both.changed.map(({ code, question }) => [code, question !== undefined])).toEqual([
      ['UNO', false],
      ['DOS', true],
    ])
    expect((await send(who, { lines: [line(second.id, 2400, 20_00)], known: [] })).status).toBe(200)
    // The client has ordered this quantity once: neither it nor a similar one is unusual any more.
    const again = { lines: [{ ...slip, quantity: 2394 }], known: [] }
    expect((await send(who, again, 'otra-clave-distinta')).status).toBe(200)
  })

  test('what stands in the cart was answered there', async () => {
    const who = await newBuyer()
    await fill(who.buyer, second.id, 2400)
    const body = {
      lines: [{ ...line(second.id, 2406, 20_00), ask: true }],
      known: [{ articleId: second.id, quantity: 2400 }],
    }
    expect((await send(who, body)).status).toBe(200)
  })

  test('another price, another multiple, an article that is gone: told, and nothing is made', async () => {
    const { db } = database()
    const who = await newBuyer()
    const dear = await send(who, { lines: [line(first.id, 3, 9_00), line(second.id, 6, 20_00)], known: [] })
    expect([dear.status, dear.json.message]).toEqual([409, totalChanged])
    expect(dear.changed).toMatchObject([{ code: 'UNO', unitPrice: 10_00, quantity: 3 }])
    const pack = await send(who, { lines: [line(second.id, 4, 20_00)], known: [] })
    expect(pack.changed).toMatchObject([{ code: 'DOS', quantity: 6 }])
    const old = await makeArticle(db, { code: 'FUE', listed: false, listPrice: 5_00 })
    const unsold = await send(who, { lines: [line(old.id, 1, 5_00), line(first.id, 3, 10_00)], known: [] })
    expect([unsold.status, unsold.json.message]).toEqual([409, noLongerSold])
    expect(unsold.changed).toMatchObject([{ code: 'FUE', sold: false }])
    expect((await send(who, { lines: [], known: [] })).status).toBe(409)
    expect((await send(who, { lines: [line(first.id, 1, 10_00), line(first.id, 2, 10_00)], known: [] })).status).toBe(
      400,
    )
    expect((await send(who, { lines: [line(99_999_999, 1, 1)], known: [] })).status).toBe(400)
  })

  test('a quantity above the limit of a line is refused, whoever sends it', async () => {
    const dear = await makeArticle(database().db, { listPrice: 50_000_000_00 })
    const who = await newBuyer()
    const { status, json } = await send(who, { lines: [line(dear.id, 2_001, 50_000_000_00)], known: [] })
    expect([status, (json as { message: string }).message]).toEqual([400, expect.stringContaining(dear.code)])
  })

  test('a cart that the screen has never read is compared with nothing; what it holds beside the order stays', async () => {
    const who = await newBuyer()
    await fill(who.buyer, first.id, 5)
    await fill(who.buyer, third.id, 4)
    const body = { lines: [line(first.id, 3, 10_00), line(second.id, 6, 20_00)], known: null }
    const made = await send(who, body)
    expect(made.status).toBe(200)
    const lines = (await who.buyer.call(getOrderLines, { params: { id: made.made().orderId } })).data!
    expect(lines.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['DOS', 6],
      ['UNO', 3],
    ])
    expect(await cartOf(who.buyer)).toEqual([[third.id, 4]])
  })

  test('a key that has made its order of other lines names that order, and makes nothing', async () => {
    const who = await newBuyer()
    const lines = [line(first.id, 3, 10_00), line(second.id, 6, 20_00)]
    const made = await send(who, { lines, known: [] })
    await fill(who.buyer, first.id, 3)
    for (const other of [
      [line(first.id, 4, 10_00), line(second.id, 6, 20_00)],
      [line(first.id, 3, 10_00)],
      [...lines, line(third.id, 1, 30_00)],
      [{ ...line(first.id, 3, 10_00), note: 'azul' }, line(second.id, 6, 20_00)],
      [line(first.id, 3, 11_00), line(second.id, 6, 20_00)],
    ]) {
      const refused = await send(who, { lines: other, known: [] })
      expect(refused.status).toBe(409)
      expect(refused.json).toMatchObject({
        error: 'CONFLICT',
        message: expect.stringContaining(`${made.made().erpNumber}`),
        details: [{ IDCON_PED: made.made().orderId, NUMERO_PED: made.made().erpNumber }],
      })
    }
    // The same lines in any order, with what was taken out of the cart, whatever is known of it by now.
    const again = { lines: [...lines.toReversed(), line(third.id, 0, 30_00)], known: null }
    expect((await send(who, again)).made()).toEqual(made.made())
    expect(await cartOf(who.buyer)).toEqual([[first.id, 3]])
    expect((await who.buyer.call(myOrders)).data).toHaveLength(1)
  })
})
