/** Runs of batches (R350): kept until their end, taken as one feed, or dropped. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as keyCalls from '../../../contract/erp-keys.ts'
import type { KeyRight } from '../../../contract/key-rights.ts'
import { silentLog } from '../../db/log.ts'
import { pushWire } from '../../ports/erp/push-wire.ts'
import { makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { endRun, pushRunHandler } from './push-runs.service.ts'

/** Articles, each of which a batch changes; more than one batch has. */
const COUNT = process.env.TEST_CASES === 'all' ? 26_000 : 2_600

withDatabases('runs of batches', (database) => {
  let app: TestApp
  let admin: TestCaller
  let key: string
  beforeAll(async () => {
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin'))
    key = await makeKey('articulos:escribir', 'listas:escribir')
    const articles = Array.from({ length: COUNT }, (_, n) => ({
      ...{ ID_ART: n + 1, CODIGO_ART: `0${n}`, DESCRIP_ART: `Juguete ${n}`, ALIAS_ART: '', UXB: 1 },
      ...{ INTERNO: 1, SURTIDO: 0, MULTIPLO: 1, TEMPORADA: '', ACTIVO: 1 },
    }))
    const { json } = await sendRun('articulos', articles)
    if (json.nuevas !== COUNT) throw new Error(`articles were refused: ${JSON.stringify(json)}`)
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await database().db.kysely.deleteFrom('push_run').execute()
  })

  async function makeKey(...rights: KeyRight[]): Promise<string> {
    return (await admin.call(keyCalls.createErpKey, { body: { name: 'Tango', rights, password: PASSWORD } })).data.key
  }
  async function post(url: string, body?: unknown, by = key) {
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/erp/v1/${url}`,
      headers: { authorization: `Bearer ${by}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, json: answer.json() }
  }
  const begin = async (list: string): Promise<number> => (await post('corridas', { lista: list })).json.corrida
  /** Sends rows in batches of 1,000, and the end of their run. */
  async function sendRun(list: string, rows: readonly unknown[]) {
    const run = await begin(list)
    for (let at = 0; at < rows.length; at += 1000) {
      const { json } = await post(`${list}?corrida=${run}`, { filas: rows.slice(at, at + 1000) })
      expect(json).toEqual({ corrida: run, lista: list, filas: Math.min(rows.length, at + 1000) })
    }
    return post(`corridas/${run}/fin`)
  }
  const stocks = async () =>
    (await database().db.kysely.selectFrom('article').select('stock').where('stock', '>', 0).execute()).length
  const inUse = async () =>
    (await database().db.kysely.selectFrom('article').select('id').where('active', '=', true).execute()).length
  const partial = (stock: number) => Array.from({ length: COUNT }, (_, n) => ({ ID_ART: n + 1, STOCK_ART: stock + n }))

  test('partial rows are taken whole at the end and not before; a lost answer changes nothing', async () => {
    const run = await begin('articulos')
    const rows = partial(5)
    const first = { filas: rows.slice(0, 1000) }
    for (let again = 0; again < 2; again++)
      expect((await post(`articulos?corrida=${run}`, first)).json.filas).toBe(1000)
    for (let at = 1000; at < COUNT; at += 1000)
      await post(`articulos?corrida=${run}`, { filas: rows.slice(at, at + 1000) })
    expect(await stocks()).toBe(0)
    const tried = await post(`corridas/${run}/fin?ensayo=1`)
    expect([tried.json.ensayo, tried.json.cambiadas, await stocks()]).toEqual([1, COUNT, 0])
    const ended = await post(`corridas/${run}/fin`)
    expect([ended.status, ended.json.cambiadas, ended.json.filas.length]).toEqual([200, COUNT, COUNT])
    expect(await stocks()).toBe(COUNT)
    expect(await post(`corridas/${run}/fin`)).toEqual(ended)
    expect((await post(`articulos?corrida=${run}`, first)).status).toBe(404)
  })

  test('a guard sees the whole: nothing of a run that puts too many out of use is taken', async () => {
    const gone = Array.from({ length: COUNT * 0.3 }, (_, n) => ({ ID_ART: n + 1, BAJA: 1 }))
    const run = await begin('articulos')
    for (let at = 0; at < gone.length; at += 400)
      await post(`articulos?corrida=${run}`, { filas: gone.slice(at, at + 400) })
    const ended = await post(`corridas/${run}/fin`)
    expect([ended.status, ended.json.espera > 0, await inUse()]).toEqual([202, true, COUNT])
    expect(new Set(ended.json.filas.map(({ resultado }: { resultado: string }) => resultado))).toEqual(
      new Set(['en espera']),
    )
  })

  test('one of a list at a time, of its own key and list, and within its size', async () => {
    const run = await begin('articulos')
    const second = await post('corridas', { lista: 'articulos' })
    expect([second.status, second.json.details]).toEqual([409, [{ corrida: run }]])
    expect((await post('corridas', { lista: 'vendedores' })).status).toBe(200)
    const other = await makeKey('articulos:escribir')
    const row = { filas: [{ ID_ART: 1, STOCK_ART: 1 }] }
    expect((await post(`articulos?corrida=${run}`, row, other)).status).toBe(404)
    expect((await post(`corridas/${run}/fin`, undefined, other)).status).toBe(404)
    expect((await post(`vendedores?corrida=${run}`, { filas: [{ ID_VEN: 1 }] })).status).toBe(404)
    expect((await post('corridas', { lista: 'clientes' })).status).toBe(403)
    expect((await post('corridas', { lista: 'nada' })).status).toBe(404)
    await database().db.kysely.updateTable('push_run').set({ row_count: 100_000 }).where('id', '=', run).execute()
    expect((await post(`articulos?corrida=${run}`, row)).status).toBe(409)
  })

  test('a batch that comes while its run ends is never answered as kept and then lost', async () => {
    const { db } = database()
    const run = await begin('articulos')
    await post(`articulos?corrida=${run}`, { filas: [{ ID_ART: 1, STOCK_ART: 901 }] })
    const { id } = await db.kysely
      .selectFrom('push_run')
      .innerJoin('erp_key as key', 'key.id', 'key_id')
      .select('key.id')
      .executeTakeFirstOrThrow()
    const holder = { id, name: 'Tango', rights: ['articulos:escribir' as const] }
    let late: Awaited<ReturnType<typeof post>> | undefined
    const wire: typeof pushWire = {
      ...pushWire,
      async read(...given) {
        late = await post(`articulos?corrida=${run}`, { filas: [{ ID_ART: 2, STOCK_ART: 902 }] })
        return pushWire.read(...given)
      },
    }
    await expect(endRun({ db, wire, log: silentLog }, holder, run, false)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(late?.json.filas).toBe(2)
    expect((await post(`corridas/${run}/fin`)).json.cambiadas).toBe(2)
  })

  test('one that nobody touches for half an hour is dropped and told', async () => {
    const { db } = database()
    const run = await begin('articulos')
    await post(`articulos?corrida=${run}`, { filas: [{ ID_ART: 1, STOCK_ART: 77 }] })
    const drop = () => pushRunHandler(db, silentLog)({ runId: run }, {} as never)
    expect(await drop()).toMatchObject({ againInMs: expect.any(Number) })
    const long = new Date(Date.now() - 31 * 60_000)
    await db.kysely.updateTable('push_run').set({ touched_at: long }).where('id', '=', run).execute()
    expect(await drop()).toBeUndefined()
    expect((await post(`corridas/${run}/fin`)).status).toBe(404)
    const told = await db.kysely.selectFrom('erp_run').select('report').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(JSON.stringify(told.report)).toContain(`la corrida ${run} quedó 30 minutos sin uso`)
  })
})
