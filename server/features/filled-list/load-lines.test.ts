import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSimpleCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { createOrder } from '../../../contract/orders.ts'
import { type MadeClient, makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const ORDER_LINES = 30
/** What filling as many lines and ordering them may take. */
const MOST_STATEMENTS = 20

withDatabases('lines at once', (database, kind) => {
  let app: TestApp
  let packed: { id: number; code: string }
  let plain: { id: number; code: string }
  let gone: { id: number; code: string }

  beforeAll(async () => {
    const { db } = database()
    packed = await makeArticle(db, { code: 'X-12', multiple: 12, units_per_pack: 24, listPrice: 100_00 })
    plain = await makeArticle(db, { code: 'X-1', listPrice: 10_00 })
    gone = await makeArticle(db, { code: 'X-0', listed: false })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())

  async function newBuyer(): Promise<{ buyer: TestCaller; client: MadeClient; userId: number }> {
    const { db } = database()
    const client = await makeClient(db)
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    return { buyer: await app.as(user), client, userId: user.id }
  }
  type Line = { articleId?: number; code?: string; quantity: number; note?: string; ask?: boolean }
  const save = (buyer: TestCaller, lines: readonly Line[]) =>
    buyer.call(saveCartLines, {
      body: { clientId: null, lines: lines.map((line, row) => ({ row, ...line })) },
    })
  const cartOf = async (buyer: TestCaller) =>
    (await buyer.call(getSimpleCart)).data!.map(({ articleId, quantity, note }) => [
      articleId,
      quantity,
      note,
    ])

  test('each line is answered for itself: stored, adjusted, asked about, refused, taken out', async () => {
    const { buyer } = await newBuyer()
    await save(buyer, [{ articleId: plain.id, quantity: 3, note: 'rojo' }])
    const { data } = await save(buyer, [
      { articleId: packed.id, quantity: 7 },
      { articleId: gone.id, quantity: 1 },
      { articleId: 99_999_999, quantity: 1 },
      { articleId: plain.id, quantity: 0 },
    ])
    expect(
      data!.lines.map(({ row, askedQuantity, quantity, inCart }) => [row, askedQuantity, quantity, inCart]),
    ).toEqual([
      [0, 7, 12, 0],
      [3, 0, 0, 3],
    ])
    expect(data!.notices.map(({ row, dropped, reason }) => [row, dropped, reason])).toEqual([
      [0, false, 'La cantidad se ajusta a 12: se vende de a 12'],
      [1, true, 'El artículo no está a la venta'],
      [2, true, 'No existe el artículo 99999999'],
    ])
    expect(await cartOf(buyer)).toEqual([[packed.id, 12, '']])
    // R34: more than 20 bultos of 24 are asked about once, and stored when they are meant.
    const slip = { articleId: packed.id, quantity: 600, ask: true }
    const asked = (await save(buyer, [slip])).data!
    expect(asked.lines).toEqual([])
    expect(asked.notices).toMatchObject([
      {
        dropped: true,
        asking: true,
        reason: expect.stringMatching(/^¿600 unidades de X-12 .+\? Es más de 20 bultos/),
      },
    ])
    expect(await cartOf(buyer)).toEqual([[packed.id, 12, '']])
    expect((await save(buyer, [{ ...slip, ask: false }])).data!.lines).toMatchObject([{ quantity: 600 }])
  })

  test('sent again nothing changes; a note that is not named stays, an empty one is emptied', async () => {
    const { buyer } = await newBuyer()
    const lines = [
      { articleId: plain.id, quantity: 3, note: 'rojo' },
      { articleId: packed.id, quantity: 24 },
    ]
    await Promise.all([save(buyer, lines), save(buyer, lines), save(buyer, lines.toReversed())])
    await save(buyer, [{ articleId: plain.id, quantity: 4 }])
    expect((await cartOf(buyer)).sort()).toEqual(
      [
        [plain.id, 4, 'rojo'],
        [packed.id, 24, ''],
      ].sort(),
    )
    await save(buyer, [{ articleId: plain.id, quantity: 4, note: '' }])
    expect(await cartOf(buyer)).toContainEqual([plain.id, 4, ''])
    for (const _ of ['once', 'again'])
      expect((await save(buyer, [{ articleId: plain.id, quantity: 0 }])).data!.lines).toHaveLength(1)
    expect(await cartOf(buyer)).toEqual([[packed.id, 24, '']])
  })

  test(`filling ${ORDER_LINES} lines and ordering them takes at most ${MOST_STATEMENTS} SQL statements`, async () => {
    const { db, place } = database()
    const { client, userId } = await newBuyer()
    const articles = await Promise.all(Array.from({ length: ORDER_LINES }, () => makeArticle(db)))
    // The server tells what it was sent; the embedded database can be open once only.
    if (kind === 'embedded') return
    const statements: string[] = []
    const { openDatabase } = await import('../../db/open.ts')
    const counted = await openDatabase({ ...place.options, onStatement: (sql) => statements.push(sql) })
    const second = await openTestApp(counted)
    try {
      const buyer = await second.as({ id: userId })
      await buyer.call(getSimpleCart)
      statements.length = 0
      const lines = articles.map(({ id }) => ({ articleId: id, quantity: 500, ask: false }))
      expect((await save(buyer, lines)).data!.lines).toHaveLength(ORDER_LINES)
      const query = { note: '', addressId: client.addresses[0]! }
      const { status } = await buyer.call(createOrder, {
        query,
        headers: { 'idempotency-key': 'de-una-vez' },
      })
      expect(status).toBe(200)
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS)
    } finally {
      await second.close()
      await counted.close()
    }
  })
})
