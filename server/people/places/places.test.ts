import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaceParts } from '../../../contract/places.ts'
import { silentLog } from '../../db/log.ts'
import type { PlaceQuery, Places } from '../../ports/places/port.ts'
import { bareApp } from '../../test/bare-app.ts'
import { openTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { placesRoutes } from './places.routes.ts'
import { createPlaceSearch } from './places.service.ts'

const parts: PlaceParts = {
  street: 'MITRE',
  number: '100',
  crossing: '',
  postalCode: '2000',
  city: 'Rosario',
  provinceId: 12,
  country: 'Argentina',
}

let opened: TestDatabase
let app = bareApp()
let now = 0
let outage: Error | undefined
let asked: PlaceQuery[]
let warned: object[]
const places: Places = {
  suggest: async (query) => {
    asked.push(query)
    if (outage) throw outage
    return [{ id: 'a/b', label: 'Mitre 100, Rosario' }]
  },
  find: async (id, session) => {
    if (outage) throw outage
    return id === 'a/b' ? { ...parts, crossing: session } : null
  },
}
const get = async (path: string, ip = '190.1.2.3') => {
  const answer = await app.fastify.inject({ url: `/api/auth/${path}`, remoteAddress: ip })
  return { status: answer.statusCode, json: answer.json() }
}
beforeAll(async () => {
  opened = await openTestDatabase('embedded')
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.kysely.deleteFrom('counted_try').execute()
  now = 0
  outage = undefined
  asked = []
  warned = []
  app = bareApp()
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) }
  placesRoutes(app, {
    db: opened.db,
    placeSearch: createPlaceSearch({ places, log, now: () => now }),
    now: () => now,
  })
})

test('suggestions go by the names of the wire', async () => {
  expect(await get('lugares?texto=mitre%20100&provincia=12&sesion=s1')).toEqual({
    status: 200,
    json: [{ id: 'a/b', descripcion: 'Mitre 100, Rosario' }],
  })
  await get('lugares?texto=mitre')
  expect(asked).toEqual([
    { text: 'mitre 100', provinceId: 12, session: 's1' },
    { text: 'mitre', session: '' },
  ])
})

test('a suggestion has parts, an unknown one has none', async () => {
  expect(await get('lugares/a%2Fb?sesion=s1')).toEqual({
    status: 200,
    json: {
      calle: 'MITRE',
      numero: '100',
      interseccion: 's1',
      cp: '2000',
      localidad: 'Rosario',
      provincia: 12,
      pais: 'Argentina',
    },
  })
  expect(await get('lugares/other')).toEqual({ status: 200, json: null })
})

test('an outage is an empty list or null, told to the log once a minute', async () => {
  outage = new Error('provider away')
  expect(await get('lugares?texto=mitre%20100')).toEqual({ status: 200, json: [] })
  expect(await get('lugares/a%2Fb')).toEqual({ status: 200, json: null })
  now = 60_000
  await get('lugares?texto=mitre%20100')
  expect(warned).toEqual([
    { err: outage, leftOut: 0 },
    { err: outage, leftOut: 1 },
  ])
})

test('a provider that never answers is an empty list when the time is up', async () => {
  const silent: Places = { suggest: () => new Promise(() => {}), find: () => new Promise(() => {}) }
  const search = createPlaceSearch({ places: silent, log: silentLog, timeLimitMs: 1 })
  expect(await search.suggest({ text: 'mitre 100', session: '' })).toEqual([])
  expect(await search.find('x', '')).toBeNull()
})

test('beyond sixty a minute from one address there is nothing, and nobody is asked', async () => {
  for (let i = 0; i < 60; i++) await get('lugares?texto=mitre')
  expect(await get('lugares?texto=mitre')).toEqual({ status: 200, json: [] })
  expect(await get('lugares/a%2Fb')).toEqual({ status: 200, json: null })
  expect(asked).toHaveLength(60)
  expect((await get('lugares?texto=mitre', '190.1.2.4')).json).toHaveLength(1)
})

test('localities are those of the province', async () => {
  expect(await get('localidades?provincia=24')).toEqual({
    status: 200,
    json: ['Río Grande', 'Tolhuin', 'Ushuaia'],
  })
  expect((await get('localidades?provincia=15')).json).toEqual([])
  expect((await get('localidades')).status).toBe(400)
})
