/** No order below its least amount, by whatever door, but those that somebody who may sends with a reason (R361, R363). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getHistory } from '../../../contract/audit.ts'
import { getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import { importOrders, reviewImport } from '../../../contract/order-import.ts'
import { changeOrderRule, createOrderRule, type OrderRuleBody } from '../../../contract/order-rules.ts'
import { createOrder, getOrder } from '../../../contract/orders.ts'
import { seededNumbers } from '../../lib/seeded-numbers.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const BELOW = 'Faltan $ 30.000,00 para el pedido mínimo, que es de $ 50.000,00'
const REFUSED = { status: 409, json: { error: 'CONFLICT', message: BELOW } }
const CUIT = '30712345671'

withDatabases('the least amount of an order', (database) => {
  let app: TestApp
  let articleId: number
  let sellerId: number
  let admin: TestCaller
  let supervisor: TestCaller
  let seller: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    articleId = (await makeArticle(db, { code: '00123', listPrice: 1_000_00 })).id
    await db.kysely
      .insertInto('zone')
      .values([1, 2, 3].map((id) => ({ id, name: `Zona ${id}` })))
      .execute()
    await db.kysely
      .insertInto('price_list')
      .values([1, 2].map((id) => ({ id, name: `Lista ${id}` })))
      .execute()
    admin = await app.as(await makeUser(db, 'admin'))
    supervisor = await app.as(await makeUser(db, 'supervisor'))
    sellerId = await makeSeller(db)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    await app.upToDate()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { kysely } = database().db
    await kysely.deleteFrom('order_rule').execute()
    await kysely.updateTable('client').set({ cuit: '' }).where('cuit', '=', CUIT).execute()
  })

  const rule = (given: Partial<OrderRuleBody>): OrderRuleBody => ({
    ...{ scope: 'all', targetId: null, least: null, freeFrom: null, days: [] },
    ...given,
  })
  const make = async (given: Partial<OrderRuleBody>) =>
    (await admin.call(createOrderRule, { body: rule(given) })).data.id
  /** A client of the seller's with its user; each of those who order has 20 units at $ 1.000 in the cart. */
  async function newClient(given: Parameters<typeof makeClient>[1] = {}, quantity = 20) {
    const { db } = database()
    const { id } = await makeClient(db, { seller_id: sellerId, cuit: CUIT, addresses: 0, ...given })
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: id }))
    for (const caller of [buyer, seller, supervisor]) {
      const body = { id: null, articleId, quantity, note: '', clientId: caller === buyer ? null : id }
      expect((await caller.call(saveCartLine, { body })).status).toBe(200)
    }
    return { id, buyer }
  }
  let keys = 0
  type Query = { clientId?: number; ruleReason?: string }
  const order = (caller: TestCaller, query: Query = {}, key = `clave-del-pedido-${keys++}`) =>
    caller.call(createOrder, { query: { note: '', addressId: 0, ...query }, headers: { 'idempotency-key': key } })
  const items = [{ code: '00123', quantity: 20, price: 0, note: '', row: 2 }]
  const ordersOf = (clientId: number) =>
    database().db.kysely.selectFrom('sales_order').selectAll().where('client_id', '=', clientId).orderBy('id').execute()

  test('refuses a client, its seller and a waiting order in words, and keeps their carts', async () => {
    await make({ least: 50_000_00 })
    const { id, buyer } = await newClient()
    for (const [caller, query] of [
      [buyer, {}],
      [seller, { clientId: id }],
      [supervisor, { clientId: id }],
      // A reason is nothing that a client or a seller may give.
      [buyer, { ruleReason: 'Va con otro pedido' }],
      [seller, { clientId: id, ruleReason: 'Va con otro pedido' }],
      // Nor is a blank one a reason.
      [supervisor, { clientId: id, ruleReason: '  ' }],
    ] as const) {
      expect(await order(caller, query)).toMatchObject({
        ...REFUSED,
        json: { ...REFUSED.json, details: [{ FALTA: 30_000, PEDIDO_MINIMO: 50_000 }] },
      })
    }
    // As a device sends what waited there: with its lines.
    const lines = [{ articleId, quantity: 20, note: '', unitPrice: 1_000_00 }]
    const body = { lines, known: [{ articleId, quantity: 20 }] }
    const query = { note: '', addressId: 0, shownTotal: 20_000_00 }
    const waiting = await buyer.call(createOrder, { query, body, headers: { 'idempotency-key': 'clave-que-esperaba' } })
    expect(waiting).toMatchObject(REFUSED)
    expect(await ordersOf(id)).toEqual([])
    expect((await buyer.call(getSimpleCart, { query: {} })).data).toMatchObject([{ quantity: 20 }])
    // What reaches it to the cent is taken.
    const save = { id: null, articleId, quantity: 50, note: '', clientId: null }
    await buyer.call(saveCartLine, { body: save })
    expect((await order(buyer)).status).toBe(200)
  })

  test('compares the sum of lines, as total= is, and not what comes with VAT', async () => {
    const { db } = database()
    const rated = await makeArticle(db, { code: 'IVA', listPrice: 1_000_00, vat_rate: 21_00 })
    await make({ least: 20_500_00 })
    const { buyer } = await newClient()
    await buyer.call(saveCartLine, { body: { id: null, articleId, quantity: 0, note: '', clientId: null } })
    const save = { id: null, articleId: rated.id, quantity: 20, note: '', clientId: null }
    await buyer.call(saveCartLine, { body: save })
    expect((await order(buyer)).status).toBe(409)
  })

  test('is gone over by a supervisor or admin with a reason, which order, page and audit keep', async () => {
    await make({ least: 50_000_00 })
    const { id, buyer } = await newClient()
    const { status, data } = await order(supervisor, { clientId: id, ruleReason: ' Primera compra ' })
    expect(status).toBe(200)
    const params = { id: data.orderId }
    expect((await supervisor.call(getOrder, { params })).data.ruleReason).toBe('Primera compra')
    expect((await seller.call(getOrder, { params })).data.ruleReason).toBe('Primera compra')
    // The client reads no words of the office about it.
    expect((await buyer.call(getOrder, { params })).data.ruleReason).toBeUndefined()
    const history = (await admin.call(getHistory, { params: { entity: 'order', id: data.orderId } })).data
    expect(history.find(({ action }) => action === 'over-rule')?.changes).toEqual([
      { field: 'Total', before: '', after: '$ 20.000,00' },
      { field: 'Motivo para enviarlo bajo el mínimo', before: '', after: 'Primera compra' },
    ])
    // An order that lacks nothing keeps no reason.
    const large = await newClient({ cuit: '' }, 60)
    const made = await order(supervisor, { clientId: large.id, ruleReason: 'No hacía falta' })
    expect((await supervisor.call(getOrder, { params: { id: made.data.orderId } })).data.ruleReason).toBeUndefined()
  })

  test('does not lift the limit of an account', async () => {
    const { kysely } = database().db
    await make({ least: 50_000_00 })
    const { id } = await newClient()
    const value = '1'
    await kysely
      .insertInto('setting')
      .values({ key: 'LIMITE_OBLIGATORIO', value })
      .onConflict((twice) => twice.column('key').doUpdateSet({ value }))
      .execute()
    await kysely
      .insertInto('client_account')
      .values({ client_id: id, balance: 0, credit_limit: 10_000_00, at: new Date() })
      .execute()
    expect(await order(supervisor, { clientId: id })).toMatchObject(REFUSED)
    const beyond = await order(supervisor, { clientId: id, ruleReason: 'Primera compra' })
    expect(beyond).toMatchObject({ status: 409, json: { message: expect.stringContaining('límite de crédito') } })
    await kysely.updateTable('setting').set({ value: '0' }).where('key', '=', 'LIMITE_OBLIGATORIO').execute()
  })

  test('is told before an import and refuses it likewise, but for who gives a reason', async () => {
    await make({ least: 50_000_00 })
    const { id } = await newClient()
    const file = `CUIT;NUMERO;CODIGO;CANTIDAD\n${CUIT};7;00123;20\n`
    const { json } = await postFile(app.app, seller, `${reviewImport.path}`, file, { name: 'pedidos.csv' })
    expect(json).toMatchObject({ pedidos: [{ PEDIDO_MINIMO: 50_000, total: 20_000, motivo: '' }] })
    const importBy = async (
      caller: TestCaller,
      given: { ruleReason?: string; quantity?: number; price?: number } = {},
    ) => {
      const { ruleReason, ...item } = given
      const body = [
        {
          ...{ cuit: CUIT, addressId: 0, condition: 1, items: [{ ...items[0]!, ...item }] },
          ...(ruleReason !== undefined && { ruleReason }),
        },
      ]
      return (await caller.call(importOrders, { body })).data[0]?.reason
    }
    expect(await importBy(seller)).toBe(BELOW)
    expect(await importBy(seller, { ruleReason: 'Primera compra' })).toBe(BELOW)
    expect(await importBy(supervisor)).toBe(BELOW)
    expect(await ordersOf(id)).toEqual([])
    expect(await importBy(supervisor, { ruleReason: 'Primera compra' })).toBe('')
    // Agreed prices count as they are paid.
    expect(await importBy(seller, { price: 2_500 })).toBe('')
    expect((await ordersOf(id)).map(({ total, rule_reason }) => [total, rule_reason])).toEqual([
      [20_000_00, 'Primera compra'],
      [50_000_00, null],
    ])
  })

  test('that was raised since the screen showed it refuses', async () => {
    const id = await make({ least: 10_000_00 })
    const { buyer } = await newClient()
    await admin.call(changeOrderRule, { params: { id }, body: { ...rule({ least: 50_000_00 }), version: 1 } })
    expect(await order(buyer)).toMatchObject(REFUSED)
  })

  test('an order waits for a rule that is being stored, and a rule for orders', async ({ skip }) => {
    // There all share one connection, and no two transactions meet.
    skip(database().db.kind === 'embedded')
    const { kysely } = database().db
    const { id, buyer } = await newClient()
    const waits = async (table: string) =>
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(
            kysely,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
    // A rule is stored, and its transaction is not ended.
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const storing = kysely.transaction().execute(async (t) => {
      await sql`lock table order_rule in exclusive mode`.execute(t)
      await t.insertInto('order_rule').values({ scope: 'all', target_id: null, least_amount: 50_000_00 }).execute()
      await ended
    })
    const asked = order(buyer)
    await waits('order_rule')
    end()
    await storing
    expect(await asked).toMatchObject(REFUSED)
    await kysely.deleteFrom('order_rule').execute()

    // An order has read the rules, and its transaction is not ended: the rule comes after it.
    let go = () => {}
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    const holding = kysely.transaction().execute(async (t) => {
      await sql`lock table sales_order in exclusive mode`.execute(t)
      await gone
    })
    const making = order(buyer)
    await waits('sales_order')
    const changing = admin.call(createOrderRule, { body: rule({ least: 50_000_00 }) })
    await waits('order_rule')
    go()
    await holding
    expect((await making).status).toBe(200)
    expect((await changing).status).toBe(200)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test('holds over random rules, clients, carts and doors: 0 orders below it', async () => {
    const next = seededNumbers(361)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
    const amounts = [null, 0, 1, 10_000_00, 20_000_00, 20_000_01, 35_000_00, 90_000_00]
    const counts = { made: 0, refused: 0, over: 0, below: 0 }
    for (let round = 0; round < 20; round++) {
      await database().db.kysely.deleteFrom('order_rule').execute()
      const rules: OrderRuleBody[] = []
      for (const [scope, targets] of [
        ['all', [null]],
        ['condition', [1, 2, 4]],
        ['zone', [1, 2, 3]],
        ['list', [0, 1, 2]],
      ] as const)
        for (const targetId of targets) {
          const given = rule({ scope, targetId, least: pick(amounts), freeFrom: pick(amounts) })
          if (next() < 0.5 && (given.least ?? given.freeFrom) !== null) {
            await make(given)
            rules.push(given)
          }
        }
      for (let nth = 0; nth < 8; nth++) {
        const own = pick([null, 1, 2])
        const erps = pick([null, 1, 2])
        const client = {
          sale_condition: pick([1, 2, 4]),
          zone_id: pick([null, 1, 2, 3]),
          list_id: erps,
          own_list_id: own,
        }
        const quantity = pick([1, 10, 20, 35, 89, 90])
        const cuit = `30${String(round * 100 + nth).padStart(9, '0')}`
        const { id, buyer } = await newClient({ ...client, cuit }, quantity)
        // By the rule alone: of those that say something, that of the list, else of the zone, the condition, of all.
        const fits = { list: own ?? erps ?? 0, zone: client.zone_id, condition: client.sale_condition, all: null }
        const told = (['list', 'zone', 'condition', 'all'] as const).flatMap((scope) =>
          rules.filter(
            (one) => one.scope === scope && one.targetId === fits[scope] && (scope === 'all' || fits[scope] !== null),
          ),
        )
        const least = told.find((one) => one.least !== null)?.least ?? 0
        const isBelow = quantity * 1_000_00 < least
        const ruleReason = pick([undefined, 'Primera compra'])
        const waiting = {
          query: { note: '', addressId: 0, shownTotal: quantity * 1_000_00 },
          body: { lines: [{ articleId, quantity, note: '', unitPrice: 1_000_00 }] },
          headers: { 'idempotency-key': `clave-al-azar-${keys++}` },
        }
        const imported = [
          { cuit, addressId: 0, condition: 1, items: [{ ...items[0]!, quantity }], ...(ruleReason && { ruleReason }) },
        ]
        const doors: Record<string, [mayGoOver: boolean, () => Promise<boolean>]> = {
          cart: [false, async () => (await order(buyer, ruleReason ? { ruleReason } : {})).status === 200],
          seller: [
            false,
            async () => (await order(seller, { clientId: id, ...(ruleReason && { ruleReason }) })).status === 200,
          ],
          device: [false, async () => (await buyer.call(createOrder, waiting)).status === 200],
          supervisor: [
            true,
            async () => (await order(supervisor, { clientId: id, ...(ruleReason && { ruleReason }) })).status === 200,
          ],
          sellersImport: [
            false,
            async () => (await seller.call(importOrders, { body: imported })).data[0]?.reason === '',
          ],
          import: [true, async () => (await admin.call(importOrders, { body: imported })).data[0]?.reason === ''],
        }
        const door = pick(Object.keys(doors))
        const [mayGoOver, send] = doors[door]!
        const isMade = await send()
        const [stored] = await ordersOf(id)
        expect(isMade, door).toBe(stored !== undefined)
        expect(isMade, `${door} ${JSON.stringify({ client, rules, quantity, ruleReason })}`).toBe(
          !isBelow || (mayGoOver && ruleReason !== undefined),
        )
        if (stored && stored.total < least && stored.rule_reason === null) counts.below++
        counts[!isMade ? 'refused' : isBelow ? 'over' : 'made']++
      }
    }
    expect(counts.below).toBe(0)
    // The cases are of all kinds.
    for (const kind of ['made', 'refused', 'over'] as const) expect(counts[kind], kind).toBeGreaterThan(3)
  })
})
