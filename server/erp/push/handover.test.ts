/** What the ERP fetches and acknowledges (R295): an acknowledgement ends what was fetched, never what changed since. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as keyCalls from '../../../contract/erp-keys.ts'
import { keyRights } from '../../../contract/key-rights.ts'
import { pushLink } from '../../ports/erp/push-link.ts'
import { makeClient, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { erpLinkHandlers } from '../erp-link/erp-link.service.ts'
import { acknowledge, listWaiting, noteFetched } from './handover.queries.ts'

withDatabases('what the ERP fetches', (database) => {
  let app: TestApp
  let key: string
  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db, { hasErp: true, erpFetches: true })
    const admin = await app.as(await makeUser(db, 'admin'))
    const body = { name: 'Tango', rights: keyRights, password: PASSWORD }
    key = (await admin.call(keyCalls.createErpKey, { body })).data.key
  })
  afterAll(() => app.close())

  const ask = async (method: 'GET' | 'POST', list: string, rows?: readonly unknown[]) => {
    const answer = await app.app.inject({
      method,
      url: `/api/erp/v1/${list}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(rows && { payload: JSON.stringify({ filas: rows }) }),
    })
    return answer.json().filas as Record<string, unknown>[]
  }
  let jobs = 0
  /** As the worker does for a client that was made or changed, or an order that was sent again. */
  async function handOver(kind: 'client' | 'order', id: number) {
    jobs++
    const { db } = database()
    const handlers = erpLinkHandlers(db, pushLink(db.kysely))
    const job = { id: jobs, attempt: 1, createdAt: '', signal: new AbortController().signal } as never
    await (kind === 'client' ? handlers.erpClient({ clientId: id }, job) : handlers.erpOrder({ orderId: id }, job))
  }

  async function placedOrder(): Promise<number> {
    const { db } = database()
    const client = await makeClient(db)
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    const { id } = await db.kysely
      .insertInto('sales_order')
      .values({
        user_id: user.id,
        created_by: user.id,
        client_id: client.id,
        business_name: 'Sol',
        address: '',
        address_id: 0,
        sale_condition: 1,
        total: 0,
        line_count: 0,
        channel: 'web',
        erp_state: 'pending',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('a client that changed between the fetch and its acknowledgement comes again, as it is now', async () => {
    const { db } = database()
    const { id } = await makeClient(db, { from_erp: false, bonus: 500 })
    const answer = { IDCLI_WEB: id, ESTADO: 'exportado' }
    await handOver('client', id)
    expect(await ask('GET', 'altas')).toMatchObject([{ IDCLI_WEB: id, BONIF_CLI: 5 }])
    await db.kysely.updateTable('client').set({ bonus: 5000 }).where('id', '=', id).execute()
    await handOver('client', id)
    expect(await ask('POST', 'respuestas_clientes', [answer])).toMatchObject([{ resultado: 'tomado' }])
    expect(await ask('GET', 'altas')).toMatchObject([{ IDCLI_WEB: id, BONIF_CLI: 50 }])
    expect(await ask('POST', 'respuestas_clientes', [answer])).toMatchObject([{ resultado: 'tomado' }])
    expect(await ask('GET', 'altas')).toEqual([])
    expect(await ask('POST', 'respuestas_clientes', [answer])).toMatchObject([{ resultado: 'sin cambios' }])
  })

  test('an order that was sent again between the fetch and its acknowledgement comes again, and keeps its number', async () => {
    const { db } = database()
    const id = await placedOrder()
    await handOver('order', id)
    expect(await ask('GET', 'pedidos')).toMatchObject([{ IDCON_PED: id }])
    await db.kysely.updateTable('sales_order').set({ erp_state: 'pending' }).where('id', '=', id).execute()
    await handOver('order', id)
    await ask('POST', 'respuestas', [{ IDCON_PED: id, ESTADO: 'exportado' }])
    expect(await ask('GET', 'pedidos')).toMatchObject([{ IDCON_PED: id }])
    await ask('POST', 'respuestas', [{ IDCON_PED: id, ESTADO: 'aceptado', NUMERO_PED: 90211 }])
    expect(await ask('GET', 'pedidos')).toEqual([])

    // A number once given stays (R218).
    const renumbered = await ask('POST', 'respuestas', [{ IDCON_PED: id, ESTADO: 'aceptado', NUMERO_PED: 99999 }])
    expect(renumbered).toMatchObject([
      { resultado: 'rechazado', faltas: [{ columna: 'NUMERO_PED', motivo: 'El pedido ya tiene el número 90211' }] },
    ])
    const stored = await db.kysely.selectFrom('sales_order').select('erp_number').where('id', '=', id).execute()
    expect(stored).toEqual([{ erp_number: 90211 }])
    const again = await ask('POST', 'respuestas', [{ IDCON_PED: id, ESTADO: 'aceptado', NUMERO_PED: 90211 }])
    expect(again).toMatchObject([{ resultado: 'sin cambios' }])
  })

  test('orders are read again by id and by day, acknowledged or not, and what waits goes on waiting', async () => {
    const { db } = database()
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await app.app.inject({ method: 'GET', url: `/api/erp/v1/${path}`, headers })
      return { status: answer.statusCode, json: answer.json() }
    }
    const [taken, waits] = [await placedOrder(), await placedOrder()]
    // 22:30 in Buenos Aires, which is the day after in UTC.
    const at = '2026-02-10T01:30:00Z'
    await db.kysely.updateTable('sales_order').set({ created_at: at }).where('id', 'in', [taken, waits]).execute()
    await handOver('order', taken)
    await ask('GET', 'pedidos')
    await ask('POST', 'respuestas', [{ IDCON_PED: taken, ESTADO: 'aceptado', NUMERO_PED: 70_001 }])
    await handOver('order', waits)

    expect((await get(`pedidos/${taken}`)).json).toMatchObject({
      IDCON_PED: taken,
      ESTADO: 'aceptado',
      NUMERO_PED: 70_001,
      RENGLONES: [],
    })
    const since = async (day: string, more = '') => (await get(`pedidos?desde=${day}${more}`)).json
    const ids = ({ filas }: { filas: { IDCON_PED: number }[] }) => filas.map(({ IDCON_PED }) => IDCON_PED)
    expect(ids(await since('2026-02-09'))).toEqual(expect.arrayContaining([taken, waits]))
    expect(ids(await since('2026-02-10'))).not.toContain(taken)
    const page = await since('2026-02-09', `&despues=${taken - 1}&limite=1`)
    expect([ids(page), page.despues]).toEqual([[taken], taken])
    expect(ids(await since('2026-02-09', `&despues=${taken}`))).toEqual([waits])

    // Nothing that was read again counts as fetched.
    expect(await ask('POST', 'respuestas', [{ IDCON_PED: waits, ESTADO: 'exportado' }])).toBeDefined()
    expect(ids({ filas: (await ask('GET', 'pedidos')) as never })).toContain(waits)
    const isMalformed = { status: 400 }
    expect(await get('pedidos?desde=ayer')).toMatchObject({
      ...isMalformed,
      json: { message: 'Debe ser un día, aaaa-mm-dd' },
    })
    expect(await get('pedidos?desde=2026-02-30')).toMatchObject(isMalformed)
    expect(await get('pedidos/999999')).toMatchObject({ status: 404 })
    await db.kysely.deleteFrom('erp_outbox').execute()
  })

  test('what changes between the list and the reading of a record is not taken for fetched', async () => {
    const { kysely } = database().db
    const { id } = await makeClient(database().db, { from_erp: false })
    const waiting = async () => (await listWaiting(kysely, 'client', 0, 100)).filter(({ recordId }) => recordId === id)
    await handOver('client', id)
    const [listed] = await waiting()
    await handOver('client', id)
    await noteFetched(kysely, 'client', id, listed?.id ?? 0)
    expect(await acknowledge(kysely, 'client', id)).toBe(true)
    expect(await waiting()).toHaveLength(1)
  })

  test('a state that the shop does not know is taken, and told as a remark', async () => {
    const id = await placedOrder()
    const state = {
      ID_EST: 1,
      IDCON_PED: id,
      NUMERO_PED: null,
      ESTADO: 'Volando',
      FECHA_EST: '2026-11-02T10:00:00-03:00',
    }
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/erp/v1/estados',
      headers: { authorization: `Bearer ${key}` },
      payload: {
        filas: [state, { ...state, ID_EST: 2, ESTADO: 'aceptado' }, { ...state, ID_EST: 3, IDCON_PED: 999_999 }],
      },
    })
    expect(answer.json()).toMatchObject({ nuevas: 2, rechazadas: 1 })
    expect(answer.json().filas).toMatchObject([
      {
        resultado: 'nuevo',
        avisos: [
          {
            columna: 'ESTADO',
            motivo: 'La tienda no conoce el estado «Volando»: el pedido lo muestra como está escrito',
          },
        ],
      },
      { resultado: 'nuevo' },
      { resultado: 'rechazado' },
    ])
    expect(answer.json().filas[0].faltas).toBeUndefined()
  })
})
