/** The worker with a stubbed server and database: what it fetches, what it keeps and what it begins with. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { CatalogueQuery } from '../../../../contract/catalogue.ts'
import { catalogueRowJson } from '../../../../contract/catalogue-row.ts'
import { deviceAnswerJson } from '../../../../contract/device-catalogue.ts'
import { type DevicePrices, devicePricesAnswer } from '../../../../contract/device-prices.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { sampleItem } from '../../../../engine/sample-items.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const stored = vi.hoisted(() => new Map<string, unknown>())
vi.mock('../../../lib/device/device-database.ts', () => ({
  deviceDatabase: async () => ({
    get: async (_store: string, key: string) => structuredClone(stored.get(key)),
    change: async (_store: string, { put }: { put: Record<string, unknown> }) => {
      for (const [key, value] of Object.entries(put)) stored.set(key, structuredClone(value))
      return true
    },
  }),
}))

const levels = { brands: [{ id: 1, position: 1, name: 'Tuki' }], categories: [], subcategories: [] }
const rowOf = (articleId: number, description: string) =>
  JSON.parse(catalogueRowJson(sampleItem({ articleId, description })))
const plain: CatalogueQuery = { text: 'muñeca', order: 'default', page: 0 }

let asked: string[]
let answers: Record<string, string>

beforeEach(() => {
  stored.clear()
  asked = []
  answers = {
    '': deviceAnswerJson([rowOf(1, 'Muñeca'), rowOf(2, 'Tren')], { version: 5, removed: [], levels }),
    '?desde=5': deviceAnswerJson([rowOf(2, 'Muñeca articulada')], {
      version: 6,
      since: 5,
      removed: [],
      levels: undefined,
    }),
    '?desde=6': deviceAnswerJson([], { version: 6, since: 6, removed: [], levels: undefined }),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const query = address.endsWith('/precios') ? 'precios' : address.replace(/^[^?]*/, '')
    asked.push(query)
    const answer = answers[query]
    return new Response(answer ?? '', { status: answer ? 200 : 503 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** A new worker, as a new page starts it. */
async function startWorker(mayTakeAll = true, clientId = 3, isStaff = false) {
  const heard: FromWorker[] = []
  let listener: (event: { data: ToWorker }) => void = () => undefined
  vi.stubGlobal('postMessage', (message: FromWorker) => heard.push(structuredClone(message)))
  vi.stubGlobal('addEventListener', (_type: string, given: typeof listener) => {
    listener = given
  })
  vi.resetModules()
  await import('./worker.ts')
  const say = (data: ToWorker) => listener({ data })
  say({ type: 'open', userId: 7, clientId, token: 'llave', mayTakeAll, isStaff })
  return {
    ready: () => vi.waitFor(() => expect(heard).toContainEqual({ type: 'ready' }), { timeout: 20_000 }),
    search: (query: CatalogueQuery) => {
      say({ type: 'search', id: 1, asked: { what: 'page', filter: query } })
      const answer = heard.findLast((message) => message.type === 'answer')
      return answer && answer.what === 'page' ? answer.data.map(({ articleId }) => articleId) : undefined
    },
  }
}

test('it takes all there is and what changed meanwhile, keeps it, and the next page begins with it', async () => {
  const first = await startWorker()
  await first.ready()
  expect(asked).toEqual(['', '?desde=5', '?desde=6'])
  expect(first.search(plain)).toEqual([1, 2])

  const next = await startWorker()
  await next.ready()
  expect(next.search(plain)).toEqual([1, 2])
  // It was up to date a moment ago.
  expect(asked).toHaveLength(3)
})

test('without the server it begins with what is kept; what is kept in another form is fetched anew', async () => {
  await (await startWorker()).ready()
  answers = {}
  const [[key, value] = ['', {}]] = [...stored]
  stored.set(key, { ...(value as object), at: 0 })
  const away = await startWorker()
  await away.ready()
  expect(away.search(plain)).toEqual([1, 2])
  expect(asked.slice(3)).toEqual(['?desde=6'])

  stored.set(key, { ...(value as object), format: 'otro' })
  answers = { '': deviceAnswerJson([rowOf(9, 'Muñeca')], { version: 8, removed: [], levels }) }
  const anew = await startWorker()
  await anew.ready()
  expect(anew.search(plain)).toEqual([9])
})

test('what is kept has the prices of one client: for another one of the same user it is fetched anew, also without signal', async () => {
  await (await startWorker()).ready()
  const kept = asked.length
  const other = await startWorker(true, 4)
  await other.ready()
  expect(asked.slice(kept, kept + 1)).toEqual([''])
  answers = {}
  const back = await startWorker(true, 3)
  await vi.waitFor(() => expect(asked.at(-1)).toBe(''))
  expect(back.search(plain)).toBeUndefined()
})

test('who pays for each byte is not sent all of it, but what changed of what is there', async () => {
  const none = await startWorker(false)
  expect(none.search(plain)).toBeUndefined()
  await startWorker(true).then(({ ready }) => ready())
  const before = asked.length
  const [[key, value] = ['', {}]] = [...stored]
  stored.set(key, { ...(value as object), at: 0 })
  await (await startWorker(false)).ready()
  await expect.poll(() => asked.slice(before)).toEqual(['?desde=6'])
})

test('the staff is shown nothing before what clients pay is there; that is fetched after the catalogue, also while this is fresh', async () => {
  const staff = () => startWorker(true, NO_CLIENT, true)
  const without = await staff()
  await vi.waitFor(() => expect(asked.at(-1)).toBe('precios'))
  expect(without.search(plain)).toBeUndefined()

  const prices: DevicePrices = {
    isListWhole: false,
    articleIds: [1, 2],
    lists: [{ id: 7, name: 'Interior', prices: [5_000, 6_000] }],
    stepped: [],
    clients: [{ clientId: 4, list: 7, bonus: 0 }],
    own: [],
    promotions: [{ name: 'Verano', lists: [0], percent: null, articleIds: [2], prices: [1_00] }],
  }
  answers.precios = JSON.stringify(z.encode(devicePricesAnswer, prices))
  const page = await staff()
  await page.ready()
  expect(asked.at(-1)).toBe('precios')
  expect(page.search({ ...plain, clientId: 4, maxPrice: 5_000 })).toEqual([1])
  // Of a client that buys by the base list, and is named nowhere, the promotion of that list holds (R358).
  expect(page.search({ ...plain, clientId: 5, maxPrice: 1_00 })).toEqual([2])
})
