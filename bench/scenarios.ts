/** What is measured, as data: the calls that screens make. A scenario is added here and nowhere else. */
import type { Request } from 'autocannon'
import { addressOf } from '../contract/address.ts'
import { signin } from '../contract/auth.ts'
import { categoryTree, findExact, searchProducts } from '../contract/catalogue.ts'
import { deviceCatalogue } from '../contract/device-catalogue.ts'
import { priceList } from '../contract/documents.ts'
import { updateListing } from '../contract/product-manager.ts'
import { createClient, linesCall, orderCall, type WireCall, wireCall } from '../testkit/client.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { until } from '../testkit/shop.ts'
import { memoryOf } from '../testkit/shop-process.ts'
import { type Article, cartOf, type Filled, PASSWORD, type SignedIn } from './fill.ts'
import { generateQueries } from './generate-queries.ts'
import { officeLists } from './office-lists.ts'

/** A filled shop that runs. */
export interface Bench extends Filled {
  readonly url: string
  readonly pids: readonly (number | undefined)[]
  /** Clients with a filled cart whom nobody has taken yet. */
  takeOrdering(count: number): readonly { nth: number; client: SignedIn }[]
  /** Ends its process and starts it again; settles with its first answer. */
  restart(): Promise<void>
}

export interface Scenario {
  readonly name: string
  /** Sent in turn for some seconds, over ten connections or as many as it says. */
  readonly steady?: (bench: Bench, round: number) => readonly Request[]
  readonly connections?: number
  /** Sent once each. */
  readonly once?: (bench: Bench, round: number) => readonly Request[]
  /** Measures by itself: milliseconds or megabytes, less is better. */
  readonly take?: (bench: Bench) => Promise<number>
  /** At 10,000 articles on a PostgreSQL server: the fewest answers a second, or the most that `take` or p99 may be. */
  readonly least?: number
  readonly most?: number
  /** Measured only if it is named. */
  readonly onlyNamed?: true
}

/** How many orders one round sends; each has a client of its own. */
export const ORDERS = 40
const SIGN_INS = 10
const LINES = 1_000

const sent = ({ method, path, headers, body }: WireCall, token?: string): Request => ({
  method: method as 'GET' | 'POST',
  path,
  headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  ...(typeof body === 'string' && { body }),
})

/** As many clients ask in turn as the largest shops have lists. */
const ASKING = 30
/** Addresses that buyers ask for in turn. The server knows the user of a page by the cookie, and that of a call by the token. */
const gets =
  (paths: (bench: Bench) => readonly string[], encoding = 'identity') =>
  (bench: Bench): Request[] => {
    const headers = bench.clients.slice(0, ASKING).map(({ token }) => {
      return { authorization: `Bearer ${token}`, cookie: `bulto_pagina=${token}`, 'accept-encoding': encoding }
    })
    return paths(bench).map((path, at) => ({ method: 'GET', path, headers: headers[at % headers.length]! }))
  }

let found: readonly string[] | undefined
/** Different searches by text, category and price order, as the web app writes them. */
export const searches = (): readonly string[] => {
  found ??= generateQueries(shopCatalogue(10_000), { count: 4_000 })
    .filter(({ text, categoryId, order, minPrice }) => text && categoryId && order !== 'default' && !minPrice)
    .map((query) => addressOf(searchProducts, { query: { ...query, page: 0 } }))
  return found
}

/** Saves of cart lines by clients with an empty cart, so many lines at once. */
const saves =
  (count: number) =>
  ({ clients, articles }: Bench, round: number): Request[] => {
    const filling = clients.slice(-100)
    return Array.from({ length: LINES }, (_, at) => {
      const { token, clientId } = filling[at % filling.length]!
      const lines = cartOf<Article>(articles, at + round).slice(0, count)
      return sent(linesCall(clientId, lines), token)
    })
  }

const orders = (bench: Bench): Request[] =>
  bench.takeOrdering(ORDERS).map(({ nth, client: { clientId, token } }) => {
    const call = orderCall(clientId, `orden-${clientId}-`, cartOf(bench.articles, nth), clientId * 10 + 1)
    return sent(call, token)
  })

const signIns = ({ clients }: Bench, round: number): Request[] =>
  clients
    .slice(round * SIGN_INS, (round + 1) * SIGN_INS)
    .map(({ cuit }) => sent(wireCall(signin, { body: { cuit, password: PASSWORD } })))

/** From an admin's change of a price until a buyer's search shows it: the index is built anew. */
async function changeSeen({ url, admin, clients, articles }: Bench): Promise<number> {
  const [article] = articles
  if (!article) throw new Error('Nothing is sold')
  const [office, buyer] = [admin, clients[0] ?? admin].map(({ cuit }) => createClient(url, { cuit }))
  const query = { code: article.code }
  const shown = async () => (await buyer!.call(findExact, { query }))[0]
  if (!(await shown())) throw new Error(`Nobody finds ${article.code}`)
  const [item] = shopCatalogue(1_200).filter(({ articleId }) => articleId === article.articleId)
  const change = async (discount: number): Promise<number> => {
    const since = performance.now()
    const body = { ...item!, discount, active: true, version: undefined }
    await office!.call(updateListing, { params: { id: article.articleId }, body })
    await until(async () => (await shown())?.discount === discount, 'the new price', { lookMs: 10 })
    return performance.now() - since
  }
  const taken = await change(item!.discount === 1_100 ? 1_200 : 1_100)
  // And back: the orders of the next round are told no other price than they were filled with.
  await change(item!.discount)
  return taken
}

const started = async (bench: Bench): Promise<number> => {
  const since = performance.now()
  await bench.restart()
  return performance.now() - since
}

const megabytes = async ({ pids }: Bench): Promise<number> => memoryOf(pids[0])

/** In this order: memory is measured after the load of those before it, and the start, which ends the process, is last. */
export const scenarios: readonly Scenario[] = [
  { name: 'búsqueda', steady: gets(searches) },
  { name: 'árbol', steady: gets(() => [addressOf(categoryTree, {})], 'br') },
  { name: 'primera página', steady: gets(() => ['/catalogo'], 'br') },
  {
    name: 'artículo por código',
    steady: gets(({ articles }) => articles.map(({ code }) => addressOf(findExact, { query: { code } }))),
  },
  { name: 'renglón', steady: saves(1), least: 1_000 },
  { name: 'lista de 30 renglones', steady: saves(30) },
  { name: 'pedido de 30 renglones', once: orders, least: 150 },
  { name: 'ingreso', once: signIns },
  {
    name: 'catálogo para el dispositivo',
    steady: gets(() => [addressOf(deviceCatalogue, { query: { since: undefined } })], 'br'),
    onlyNamed: true,
  },
  {
    name: 'lista de precios',
    steady: gets(() => [addressOf(priceList, { query: { brandId: undefined } })]),
    connections: 1,
    most: 3_000,
    onlyNamed: true,
  },
  { name: 'memoria (MB)', take: megabytes },
  { name: 'cambio visible (ms)', take: changeSeen },
  { name: 'arranque (ms)', take: started },
]

/** Lists of the office, one call after the other; for a shop with orders of the years before. */
export const officeScenarios = ({ admin, clients }: Filled): Scenario[] =>
  officeLists({ staffId: admin.userId, clientId: clients[0]?.clientId ?? 0 }).map(({ name, paths }) => ({
    name: `oficina: ${name}`,
    steady: () => paths.map((path) => ({ method: 'GET', path, headers: { authorization: `Bearer ${admin.token}` } })),
    connections: 1,
    most: 50,
  }))
