import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../db/log.ts'
import { offlineEntries, offlineRefused, offlineRegistry } from '../../ports/tax-registry/offline.ts'
import { type RegistryAnswer, type TaxRegistry, unavailable } from '../../ports/tax-registry/port.ts'
import { bareApp } from '../../test/bare-app.ts'
import { openTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { registryRoutes } from './registry.routes.ts'
import { createRegistry } from './registry.service.ts'

const MINUTE = 60_000
const CUIT = '30790000028'
const entry = offlineEntries.find(({ cuit }) => cuit === CUIT)!
const found: RegistryAnswer = { status: 'found', entry }

/** A registry whose answer the test sets, on a clock that the test moves. */
function setUp(options: { maxEntries?: number; timeLimitMs?: number } = {}) {
  const state = {
    now: 0,
    answer: found as RegistryAnswer | Error,
    asked: [] as string[],
    warned: [] as object[],
  }
  const taxRegistry: TaxRegistry = {
    lookUp: async (cuit) => {
      state.asked.push(cuit)
      if (state.answer instanceof Error) throw state.answer
      return state.answer
    },
  }
  const log = { ...silentLog, warn: (fields: object) => void state.warned.push(fields) }
  const registry = createRegistry({ taxRegistry, log, now: () => state.now, ...options })
  return { state, registry }
}

describe('what the registry said', () => {
  test('is kept for a day when it is an entry', async () => {
    const { state, registry } = setUp()
    expect(await registry.lookUp(CUIT)).toEqual(entry)
    state.answer = { status: 'unknown' }
    state.now = 24 * 60 * MINUTE - 1
    expect(await registry.lookUp(CUIT)).toEqual(entry)
    state.now++
    expect(await registry.lookUp(CUIT)).toBe('unknown')
    expect(state.asked).toHaveLength(2)
  })

  test.each([['unknown'], ['inactive']] as const)('is kept for ten minutes when it is %s', async (status) => {
    const { state, registry } = setUp()
    state.answer = { status }
    expect(await registry.lookUp(CUIT)).toBe('unknown')
    state.answer = found
    state.now = 10 * MINUTE - 1
    expect(await registry.lookUp(CUIT)).toBe('unknown')
    state.now++
    expect(await registry.lookUp(CUIT)).toEqual(entry)
  })

  test('is not kept when it is nothing, and said once a minute in the log', async () => {
    const { state, registry } = setUp()
    state.answer = unavailable('maintenance')
    expect([await registry.lookUp(CUIT), await registry.lookUp(CUIT)]).toEqual(['unavailable', 'unavailable'])
    state.now = MINUTE
    state.answer = new Error('broken')
    expect(await registry.lookUp(CUIT)).toBe('unavailable')
    expect(state.warned).toEqual([
      { reason: 'maintenance', leftOut: 0 },
      { reason: 'broken', leftOut: 1 },
    ])
    state.answer = found
    expect(await registry.lookUp(CUIT)).toEqual(entry)
  })

  test('is kept for a bounded number of CUITs, the oldest goes first', async () => {
    const { state, registry } = setUp({ maxEntries: 2 })
    for (const cuit of ['20990000019', '27990000021', CUIT, CUIT, '20990000019']) await registry.lookUp(cuit)
    expect(state.asked).toEqual(['20990000019', '27990000021', CUIT, '20990000019'])
  })
})

test('the same CUIT at the same time is asked for once', async () => {
  const { state, registry } = setUp()
  const answers = await Promise.all([registry.lookUp(CUIT), registry.lookUp(CUIT), registry.lookUp(CUIT)])
  expect(answers).toEqual([entry, entry, entry])
  expect(state.asked).toEqual([CUIT])
})

test('a registry that never answers is unavailable when the time is up, and is told to stop', async () => {
  let signal: AbortSignal | undefined
  const taxRegistry: TaxRegistry = {
    lookUp: (_, given) => {
      signal = given
      return new Promise(() => {})
    },
  }
  const registry = createRegistry({ taxRegistry, log: silentLog, timeLimitMs: 1 })
  expect(await registry.lookUp(CUIT)).toBe('unavailable')
  expect(signal?.aborted).toBe(true)
})

describe('GET auth/padron', () => {
  let opened: TestDatabase
  let app = bareApp()
  let now = 0
  const ask = async (cuit: string, ip = '190.1.2.3') => {
    const answer = await app.fastify.inject({
      url: `/api/auth/padron?cuit=${encodeURIComponent(cuit)}`,
      remoteAddress: ip,
    })
    return { status: answer.statusCode, json: answer.json(), headers: answer.headers }
  }
  beforeAll(async () => {
    opened = await openTestDatabase('embedded')
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    now = 0
    await opened.db.kysely.deleteFrom('counted_try').execute()
    app = bareApp()
    const registry = createRegistry({ taxRegistry: offlineRegistry(), log: silentLog })
    registryRoutes(app, { db: opened.db, registry, now: () => now })
  })

  test('answers an entry in the names of the wire', async () => {
    const { status, json } = await ask('30-79000002-8')
    expect(status).toBe(200)
    expect(json).toEqual({
      cuit: '30790000028',
      nombre: '',
      apellido: '',
      razonSocial: 'JUGUETERIA EL TROMPO SA',
      domicilio: [
        {
          tipoDomicilio: 'LEGAL/REAL',
          calle: 'AV CORRIENTES',
          numero: '3247',
          idProvincia: 0,
          localidad: 'CIUDAD AUTONOMA DE BUENOS AIRES',
          codPostal: '1193',
        },
        {
          tipoDomicilio: 'FISCAL',
          calle: 'AV RIVADAVIA',
          numero: '14250',
          idProvincia: 1,
          localidad: 'RAMOS MEJIA',
          codPostal: '1704',
        },
      ],
    })
  })

  test.each([
    ['a wrong check digit', '30-79000002-7'],
    ['no CUIT at all', 'abc'],
    ['nothing', ''],
    ['an unknown CUIT', offlineRefused.unknown],
    ['a CUIT out of use', offlineRefused.inactive],
  ])('refuses %s with the text of the specification', async (_, cuit) => {
    const { status, json } = await ask(cuit)
    expect(status).toBe(400)
    expect(json).toEqual({
      error: 'MALFORMED',
      message: 'El cuit ingresado es invalido',
      details: [{ field: 'cuit', message: 'El cuit ingresado es invalido' }],
    })
  })

  test('answers 503 when nobody can tell, so that the form goes on', async () => {
    const { status, json } = await ask('30-71234567-1')
    expect(status).toBe(503)
    expect(json).toEqual({
      error: 'UNAVAILABLE',
      message: 'No se pudo consultar el padrón en este momento. Complete los datos y continúe con el registro',
    })
  })

  test('lets ten a minute through from one address; wrong check digits do not count', async () => {
    for (let i = 0; i < 15; i++) expect((await ask('30-79000002-7')).status).toBe(400)
    for (let i = 0; i < 10; i++) expect((await ask(CUIT)).status).toBe(200)
    const { status, json, headers } = await ask(CUIT)
    expect(status).toBe(429)
    expect(json).toEqual({
      error: 'TOO_MANY',
      message: 'Demasiadas consultas al padrón. Espere un minuto e intente nuevamente',
    })
    expect(headers['retry-after']).toBe('60')
    expect((await ask(CUIT, '190.1.2.4')).status).toBe(200)
    now = MINUTE
    expect((await ask(CUIT)).status).toBe(200)
  })
})
