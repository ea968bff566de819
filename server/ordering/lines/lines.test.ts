import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { createOrder } from '../../../contract/orders.ts'
import type { Queryable } from '../../db/open.ts'
import { type MadeClient, makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { storeLines, takeOut } from './lines.queries.ts'

const ORDER_LINES = 30
/** SQL statements that filling as many lines and ordering them may take. */
const MOST_STATEMENTS = 16

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
  type Line = { articleId?: number; code?: string; quantity: number; note?: string; ask?: boolean; wasInCart?: boolean }
  const save = (buyer: TestCaller, lines: readonly Line[]) =>
    buyer.call(saveCartLines, {
      body: { clientId: null, lines: lines.map((line, row) => ({ row, ...line })) },
    })
  const cartOf = async (buyer: TestCaller) =>
    (await buyer.call(getSimpleCart)).data!.map(({ articleId, quantity, note }) => [articleId, quantity, note])

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
      [1, true, 'Este artículo ya no está a la venta'],
      [2, true, 'Este artículo ya no está a la venta'],
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

  test('a line that the screen showed and that was ordered or taken out elsewhere is asked about, not brought back (R422)', async () => {
    const { buyer, client } = await newBuyer()
    const query = { note: '', addressId: client.addresses[0]! }
    await save(buyer, [{ articleId: packed.id, quantity: 24 }])
    await buyer.call(createOrder, { query })
    await save(buyer, [
      { articleId: packed.id, quantity: 12 },
      { articleId: plain.id, quantity: 1 },
    ])
    const { orderId } = (
      await buyer.call(createOrder, {
        query,
        body: { lines: [{ articleId: packed.id, quantity: 12, note: '', unitPrice: 100_00, ask: false }] },
      })
    ).data!
    const changed = [
      { articleId: packed.id, quantity: 36, ask: true, wasInCart: true },
      { articleId: plain.id, quantity: 2, ask: true, wasInCart: true },
    ]
    const { lines, notices } = (await save(buyer, changed)).data!
    expect(lines).toMatchObject([{ articleId: plain.id, quantity: 2, inCart: 1 }])
    expect(notices).toMatchObject([{ row: 0, dropped: true, asking: true, gone: true }])
    expect(notices[0]!.reason).toMatch(
      new RegExp(
        `^X-12 .+ ya no está en el carrito\\. Último pedido que lo tiene: web ${orderId}, .+, con 12 unidades\\.$`,
      ),
    )
    expect(await cartOf(buyer)).toEqual([[plain.id, 2, '']])
    // The answer is 'yes': the line is saved without the question.
    await save(buyer, [{ articleId: packed.id, quantity: 36, ask: false }])
    // What no order has was taken out.
    await save(buyer, [{ articleId: plain.id, quantity: 0 }])
    const [never] = (await save(buyer, [{ ...changed[1]!, quantity: 3 }])).data!.notices
    expect(never).toMatchObject({ gone: true, reason: expect.stringMatching(/^X-1 .+ ya no está en el carrito\.$/) })
    expect(await cartOf(buyer)).toEqual([[packed.id, 36, '']])
  })

  test('a line that is gone and whose quantity looks like a slip is asked about in one question', async () => {
    const { buyer } = await newBuyer()
    const [both] = (await save(buyer, [{ articleId: packed.id, quantity: 600, ask: true, wasInCart: true }])).data!
      .notices
    expect(both).toMatchObject({ asking: true, gone: true })
    expect(both!.reason).toMatch(/ya no está en el carrito.+¿600 unidades de X-12 .+más de 20 bultos/)
    // Where it is still there, the quantity alone is asked about.
    await save(buyer, [{ articleId: packed.id, quantity: 12 }])
    const [slip] = (await save(buyer, [{ articleId: packed.id, quantity: 6_000, ask: true, wasInCart: true }])).data!
      .notices
    expect(slip).toMatchObject({ asking: true })
    expect(slip).not.toHaveProperty('gone')
  })

  test('one line and many lines are told the same, and come to the same', async () => {
    const { db } = database()
    const priceless = await makeArticle(db, { discount: 10_000 })
    const dear = await makeArticle(db, { listPrice: 50_000_000_00, multiple: 6 })
    await app.upToDate()
    const asked = [
      { articleId: packed.id, quantity: 30 },
      { articleId: gone.id, quantity: 1 },
      { articleId: priceless.id, quantity: 1 },
      { articleId: plain.id, quantity: 1_000_001 },
      { articleId: dear.id, quantity: 2_000 },
      { articleId: dear.id, quantity: 1_998, ask: false },
      { articleId: packed.id, quantity: 600, ask: true },
    ]
    for (const line of asked) {
      const [oneByOne, together] = [await newBuyer(), await newBuyer()]
      const body = { id: null, clientId: null, note: undefined, ...line }
      const single = await oneByOne.buyer.call(saveCartLine, { body })
      const { lines, notices } = (await save(together.buyer, [line])).data!
      const refusal = notices.find(({ dropped }) => dropped)?.reason
      expect(single.status === 200 ? undefined : single.json.message).toBe(refusal)
      expect(await cartOf(oneByOne.buyer)).toEqual(await cartOf(together.buyer))
      if (single.status === 200) expect(lines).toMatchObject([{ quantity: single.data.line!.quantity }])
    }
  })

  test('new lines stand in the cart in the order in which they were asked for, and a line that is there keeps its place', async () => {
    const { buyer } = await newBuyer()
    const order = async () => (await cartOf(buyer)).map(([id]) => id)
    await save(buyer, [
      { articleId: plain.id, quantity: 1 },
      { articleId: packed.id, quantity: 12 },
    ])
    // The article with the smaller id was asked for later.
    expect(await order()).toEqual([plain.id, packed.id])
    await save(buyer, [
      { articleId: packed.id, quantity: 24 },
      { articleId: plain.id, quantity: 2 },
    ])
    expect(await order()).toEqual([plain.id, packed.id])
  })

  test('a quantity up to one bulto is never asked about, whatever was taken before', async () => {
    const { db } = database()
    const { id } = await makeArticle(db, { units_per_pack: 36, listPrice: 10_00 })
    await app.upToDate()
    const { buyer, client } = await newBuyer()
    await save(buyer, [{ articleId: id, quantity: 1 }])
    const query = { note: '', addressId: client.addresses[0]! }
    expect((await buyer.call(createOrder, { query })).status).toBe(200)
    expect((await save(buyer, [{ articleId: id, quantity: 36, ask: true }])).data!.notices).toEqual([])
    expect((await save(buyer, [{ articleId: id, quantity: 37, ask: true }])).data!.notices).toMatchObject([
      { asking: true, reason: expect.stringContaining('Lo máximo que se pidió hasta hoy es 1') },
    ])
  })

  test('a confirmed quantity is not asked about again, one with another nought is', async () => {
    const { buyer } = await newBuyer()
    await save(buyer, [{ articleId: packed.id, quantity: 600, ask: false }])
    expect((await save(buyer, [{ articleId: packed.id, quantity: 6_000, ask: true }])).data!.notices).toEqual([])
    await save(buyer, [{ articleId: packed.id, quantity: 600, ask: false }])
    expect((await save(buyer, [{ articleId: packed.id, quantity: 6_012, ask: true }])).data!.notices).toMatchObject([
      { asking: true, reason: expect.stringContaining('¿6.012 unidades') },
    ])
  })

  test('by its code a line is equal, marked where its zeros were lost, or told with what is near', async () => {
    const { db } = database()
    const short = await makeArticle(db, { code: '005905', alias: 'AL-77', listPrice: 10_00 })
    await app.upToDate()
    const { buyer } = await newBuyer()
    const { data } = await save(buyer, [
      { code: 'al 77', quantity: 2 },
      { code: '5905', quantity: 3 },
      { code: '005906', quantity: 1 },
      { code: '', quantity: 1 },
    ])
    expect(data!.lines).toMatchObject([{ articleId: short.id, code: '005905', quantity: 5 }])
    expect(data!.notices.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'Artículo repetido: se suma a la fila 0'],
      [2, 'No existe el artículo 005906'],
      [3, 'La fila no tiene código de artículo'],
    ])
    const alone = (await save(buyer, [{ code: '05905', quantity: 3 }])).data!
    expect(alone.lines).toMatchObject([{ code: '005905', written: '05905', quantity: 3 }])
    const near = (await save(buyer, [{ code: '5905-X', quantity: 3 }])).data!
    expect(near.lines).toEqual([])
    expect(near.notices).toMatchObject([{ reason: 'No existe el artículo 5905-X' }])
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

  test(`filling ${ORDER_LINES} lines and ordering them takes at most ${MOST_STATEMENTS} SQL statements, what a card saves one`, async () => {
    const { db, place } = database()
    const { client, userId } = await newBuyer()
    const articles = await Promise.all(Array.from({ length: ORDER_LINES }, () => makeArticle(db)))
    // Statements are counted on a second opening of the database; the embedded one can be opened only once.
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
      // What a card saves, changes and takes out is one statement each: its article is in the catalogue in memory.
      for (const quantity of [5, 6, 0]) {
        statements.length = 0
        const saved = await save(buyer, [{ articleId: articles[0]!.id, quantity, ask: true }])
        expect(saved.data!.lines).toMatchObject([{ quantity }])
        expect(statements.filter((text) => /cart_line|article|sales_order|begin|commit/.test(text))).toHaveLength(1)
      }
    } finally {
      await second.close()
      await counted.close()
    }
  })

  test('what a card saves and takes out is parsed once for each connection', async () => {
    const { db } = database()
    const { client, userId } = await newBuyer()
    const prepared = await db.kysely.connection().execute(async (connection) => {
      const cart = { userId, clientId: client.id }
      const line = { articleId: plain.id, note: '', channel: 'web', createdBy: userId, shownPrice: 1_000 } as const
      for (let quantity = 1; quantity <= 12; quantity++) {
        await storeLines(connection, cart, [{ ...line, quantity }])
        await takeOut(connection, cart, [plain.id])
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        connection,
      )
      return rows.map(({ statement }) => statement)
    })
    expect(prepared).toEqual(
      expect.arrayContaining([
        expect.stringContaining('insert into cart_line'),
        expect.stringContaining('delete from cart_line'),
      ]),
    )
  })

  test('an article that one save sets and takes out is out, and both tell what the cart held before', async () => {
    const { buyer } = await newBuyer()
    await save(buyer, [{ articleId: plain.id, quantity: 3 }])
    const { data } = await save(buyer, [
      { articleId: plain.id, quantity: 2 },
      { articleId: plain.id, quantity: 0 },
    ])
    expect(data!.lines).toMatchObject([
      { row: 0, quantity: 2, inCart: 3 },
      { row: 1, quantity: 0, inCart: 3 },
    ])
    expect(await cartOf(buyer)).toEqual([])
  })

  /** Changes the quantity of a buyer's line in a transaction that ends once `meanwhile` has had time to meet its lock. */
  async function whileLocked<T>(userId: number, quantity: number, meanwhile: () => Promise<T>): Promise<T> {
    const { db } = database()
    let saving: Promise<T> | undefined
    await db.tx(async (t) => {
      await t.updateTable('cart_line').set({ quantity }).where('user_id', '=', userId).execute()
      saving = meanwhile()
      await waitUntilBlocked(t)
    })
    return saving!
  }

  test.skipIf(kind === 'embedded')(
    'a save waits for another one of the same line, and tells what that one stored',
    async () => {
      const { buyer, userId } = await newBuyer()
      await save(buyer, [{ articleId: packed.id, quantity: 12 }])
      const answer = await whileLocked(userId, 24, () =>
        save(buyer, [{ articleId: packed.id, quantity: 36, ask: true }]),
      )
      expect(answer.data!.lines).toMatchObject([{ quantity: 36, inCart: 24 }])
    },
  )

  test.skipIf(kind === 'embedded')(
    'an unusual quantity is judged by what another save stored meanwhile (R34)',
    async () => {
      const { buyer, userId } = await newBuyer()
      // More than 20 bultos of 24, confirmed: up to ten times as many would not be asked about.
      await save(buyer, [{ articleId: packed.id, quantity: 600 }])
      const much = { articleId: packed.id, quantity: 1_200, ask: true }
      const answer = await whileLocked(userId, 12, () => save(buyer, [much]))
      expect(answer.data!).toMatchObject({ lines: [], notices: [{ dropped: true, asking: true }] })
      expect(await cartOf(buyer)).toEqual([[packed.id, 12, '']])
    },
  )

  test.skipIf(kind === 'embedded')(
    'two saves of the same new articles, in whatever order, never wait for each other, and the later one holds',
    async () => {
      const { db } = database()
      const { buyer, userId, client } = await newBuyer()
      const articles = await Promise.all(Array.from({ length: ORDER_LINES }, () => makeArticle(db)))
      await app.upToDate()
      const ids = articles.map(({ id }) => id).sort((a, b) => a - b)
      const add = (t: Queryable, articleId: number) =>
        t
          .insertInto('cart_line')
          .values({
            user_id: userId,
            client_id: client.id,
            article_id: articleId,
            quantity: 3,
            channel: 'web',
            created_by: userId,
          })
          .execute()
      let saving: ReturnType<typeof save> | undefined
      await db.tx(async (t) => {
        await add(t, ids[0]!)
        saving = save(
          buyer,
          ids.toReversed().map((articleId) => ({ articleId, quantity: 1 })),
        )
        await waitUntilBlocked(t)
        // It would wait for the save, which waits for it, if the save had locked its last line first.
        await sql`set local lock_timeout = '100ms'`.execute(t)
        await add(t, ids.at(-1)!)
      })
      expect((await saving!).status).toBe(200)
      const quantities = (await cartOf(buyer)).map(([articleId, quantity]) => [articleId, quantity])
      expect(new Map(quantities as [number, number][])).toEqual(new Map(ids.map((id) => [id, 1])))
    },
  )
})

/** Waits until another connection waits for a lock that this transaction holds. */
async function waitUntilBlocked(t: Queryable): Promise<void> {
  const blocked = () =>
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(t)
  await expect.poll(async () => (await blocked()).rows[0]?.count).toBeGreaterThan(0)
}
