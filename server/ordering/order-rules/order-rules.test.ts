/** Rules of orders as the office writes them, and what they come to for whoever orders (R361). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listAudit } from '../../../contract/audit.ts'
import { listClientsForOrders } from '../../../contract/clients.ts'
import { getOrderTerms } from '../../../contract/order-amounts.ts'
import * as calls from '../../../contract/order-rules.ts'
import { BASE_LIST } from '../../../contract/price-lists.ts'
import { BASE_LIST_ID } from '../../../contract/price-terms.ts'
import { makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const rule = (given: Partial<calls.OrderRuleBody>): calls.OrderRuleBody => ({
  ...{ scope: 'all', targetId: null, least: null, freeFrom: null, days: [] },
  ...given,
})

withDatabases('rules of orders', (database) => {
  let app: TestApp
  let admin: TestCaller
  let supervisor: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    const zones = [
      { id: 1, name: 'Norte' },
      { id: 2, name: 'Sur' },
    ]
    await db.kysely.insertInto('zone').values(zones).execute()
    const lists = [
      { id: 4, name: 'Interior' },
      { id: 5, name: 'Cadenas' },
    ]
    await db.kysely.insertInto('price_list').values(lists).execute()
    admin = await app.as(await makeUser(db, 'admin'))
    supervisor = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())
  beforeEach(() => database().db.kysely.deleteFrom('order_rule').execute())

  const make = async (given: Partial<calls.OrderRuleBody>) => {
    const answer = await admin.call(calls.createOrderRule, { body: rule(given) })
    expect(answer.status).toBe(200)
    return answer.data.id
  }
  const list = async () => (await supervisor.call(calls.listOrderRules)).data
  const termsOf = async (clientId: number) => (await supervisor.call(getOrderTerms, { query: { clientId } })).data
  const refusalOf = async (given: Partial<calls.OrderRuleBody>) => {
    const body = z.encode(calls.createOrderRule.body, rule(given))
    const { status, json } = await admin.request('POST', '/api/reglas-pedido', body)
    return [status, (json as { details?: { field: string; message: string }[] }).details]
  }

  test('are made, listed from the most general on, changed and deleted, and the audit names what they are for', async () => {
    await make({ scope: 'list', targetId: BASE_LIST_ID, least: 90_000_00 })
    await make({ scope: 'zone', targetId: 2, freeFrom: 300_000_00, days: [4, 2, 4] })
    await make({ scope: 'condition', targetId: 4, least: 0 })
    const id = await make({ least: 50_000_00 })
    expect(
      (await list()).map(({ scope, target, least, freeFrom, days }) => [scope, target, least, freeFrom, days]),
    ).toEqual([
      ['all', '', 50_000_00, null, []],
      ['condition', '', 0, null, []],
      ['zone', 'Sur', null, 300_000_00, [2, 4]],
      ['list', BASE_LIST, 90_000_00, null, []],
    ])
    const body = { ...rule({ least: 60_000_00 }), version: 1 }
    expect((await admin.call(calls.changeOrderRule, { params: { id }, body })).status).toBe(200)
    expect((await list())[0]).toMatchObject({ id, least: 60_000_00, version: 2 })
    const zone = (await list())[2]!
    const gone = await admin.call(calls.deleteOrderRule, { params: { id: zone.id }, query: { version: 1 } })
    expect(gone.status).toBe(200)
    expect(await list()).toHaveLength(3)
    const { data } = await admin.call(listAudit, {
      query: { page: 0, entity: 'order-rule', action: '', entityId: '', text: '' },
    })
    const told = data.slice(0, 2).map(({ action, changes }) => [action, changes.map((one) => Object.values(one))])
    expect(told).toEqual([
      [
        'delete',
        expect.arrayContaining([
          ['Vale para', 'Zona', ''],
          ['Cuál', 'Sur', ''],
          ['Envío sin cargo desde', '$ 300.000,00', ''],
          ['Días de entrega', '2, 4', ''],
        ]),
      ],
      ['update', [['Pedido mínimo', '$ 50.000,00', '$ 60.000,00']]],
    ])
  })

  test('that somebody else changed meanwhile are not written over', async () => {
    const id = await make({ least: 50_000_00 })
    const change = (version: number, least: number) =>
      admin.call(calls.changeOrderRule, { params: { id }, body: { ...rule({ least }), version } })
    expect((await change(1, 60_000_00)).status).toBe(200)
    expect((await change(1, 70_000_00)).status).toBe(409)
    const stale = await admin.call(calls.deleteOrderRule, { params: { id }, query: { version: 1 } })
    expect(stale.status).toBe(409)
    expect((await list())[0]?.least).toBe(60_000_00)
    expect((await admin.call(calls.deleteOrderRule, { params: { id: id + 1_000 }, query: {} })).status).toBe(404)
  })

  test.each<[what: string, given: Partial<calls.OrderRuleBody>, field: string, message: string]>([
    ['says nothing', {}, 'PEDIDO_MINIMO', calls.orderRuleTexts.nothing],
    ['is for no zone', { scope: 'zone', least: 1_00 }, 'destino', calls.orderRuleTexts.target],
    [
      'is for a zone that is not there',
      { scope: 'zone', targetId: 9, least: 1_00 },
      'destino',
      calls.orderRuleTexts.target,
    ],
    [
      'is for a condition that is none',
      { scope: 'condition', targetId: 3, least: 1_00 },
      'destino',
      calls.orderRuleTexts.target,
    ],
    ['is for all and for one', { targetId: 1, least: 1_00 }, 'destino', calls.orderRuleTexts.target],
    ['has days of no zone', { least: 1_00, days: [1] }, 'DIAS_ENTREGA', calls.orderRuleTexts.days],
  ])('that %s are refused', async (_, given, field, message) => {
    expect(await refusalOf(given)).toEqual([400, [{ field, message }]])
  })

  test('for the same clients as another are refused', async () => {
    await make({ scope: 'zone', targetId: 1, least: 1_00 })
    const refused = [400, [{ field: 'destino', message: calls.orderRuleTexts.sameTarget }]]
    expect(await refusalOf({ scope: 'zone', targetId: 1, freeFrom: 2_00 })).toEqual(refused)
    await make({ least: 1_00 })
    expect(await refusalOf({ freeFrom: 2_00 })).toEqual(refused)
  })

  test('with a negative or an endless amount are refused', async () => {
    for (const PEDIDO_MINIMO of [-1, 1e13]) {
      const body = { alcance: 'todos', destino: null, PEDIDO_MINIMO, ENVIO_SIN_CARGO: null, DIAS_ENTREGA: [] }
      expect((await admin.request('POST', '/api/reglas-pedido', body)).status).toBe(400)
    }
  })

  test('of several that fit a client the most particular counts, for each amount by itself', async () => {
    const { db } = database()
    const { id } = await makeClient(db, { sale_condition: 4, zone_id: 1, list_id: 4 })
    expect(await termsOf(id)).toEqual({ least: null, freeFrom: null, days: [] })
    await make({ least: 50_000_00, freeFrom: 400_000_00 })
    expect(await termsOf(id)).toEqual({ least: 50_000_00, freeFrom: 400_000_00, days: [] })
    await make({ scope: 'condition', targetId: 4, least: 60_000_00 })
    await make({ scope: 'condition', targetId: 1, least: 1_00, freeFrom: 1_00 })
    expect(await termsOf(id)).toEqual({ least: 60_000_00, freeFrom: 400_000_00, days: [] })
    await make({ scope: 'zone', targetId: 1, freeFrom: 300_000_00, days: [2, 4] })
    await make({ scope: 'zone', targetId: 2, least: 2_00, freeFrom: 2_00, days: [1] })
    expect(await termsOf(id)).toEqual({ least: 60_000_00, freeFrom: 300_000_00, days: [2, 4] })
    await make({ scope: 'list', targetId: 4, least: 70_000_00 })
    expect(await termsOf(id)).toEqual({ least: 70_000_00, freeFrom: 300_000_00, days: [2, 4] })
    // The list that the office gave counts before the ERP's (R359), and 0 says that there is no least.
    await make({ scope: 'list', targetId: 5, least: 0, freeFrom: 0 })
    await db.kysely.updateTable('client').set({ own_list_id: 5 }).where('id', '=', id).execute()
    expect(await termsOf(id)).toEqual({ least: null, freeFrom: 0, days: [2, 4] })
    // What a device keeps of all clients says the same.
    const { data } = await supervisor.call(listClientsForOrders)
    expect(data.find((client) => client.id === id)?.orderTerms).toEqual(await termsOf(id))
  })

  test('of the base list are for clients without one, and users without a client have condition 1 and their own zone', async () => {
    const { db } = database()
    const { id } = await makeClient(db, { sale_condition: 4 })
    await make({ scope: 'list', targetId: BASE_LIST_ID, least: 80_000_00 })
    expect((await termsOf(id)).least).toBe(80_000_00)
    const newUser = await app.as(await makeUser(db, 'cliente', { zone_id: 2 }))
    const own = async () => (await newUser.call(getOrderTerms, { query: {} })).data
    expect((await own()).least).toBe(80_000_00)
    await make({ scope: 'condition', targetId: 1, freeFrom: 7_00 })
    await make({ scope: 'zone', targetId: 2, least: 90_000_00, days: [1] })
    expect(await own()).toEqual({ least: 80_000_00, freeFrom: 7_00, days: [1] })
    const setting = { key: 'LISTA_SIN_CLIENTE', value: '4' } as const
    await db.kysely
      .insertInto('setting')
      .values(setting)
      .onConflict((c) => c.column('key').doUpdateSet({ value: '4' }))
      .execute()
    expect((await own()).least).toBe(90_000_00)
    await db.kysely.deleteFrom('setting').where('key', '=', 'LISTA_SIN_CLIENTE').execute()
  })
})
