/**
 * Measures the lists of the back office one call after the other, with 10,000 articles, 10,000 users, 100,000 orders and a log of
 * a million changes. It also measures the whole shop with ten times the articles and orders.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Request } from 'autocannon'
import { addressOf } from '../contract/address.ts'
import { searchProducts } from '../contract/catalogue.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { startSession } from '../server/test/test-app.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { fillOffice } from './fill-office.ts'
import { generateQueries } from './generate-queries.ts'
import { bearer } from './http.ts'
import { load, type Rate, sendEach } from './load.ts'
import { type List, officeLists } from './office-lists.ts'

/** The size at which the lists have targets. */
export const OFFICE = { articles: 10_000, orders: 100_000 }
/** The size at which one machine is tried. */
export const LARGE = { articles: 100_000, orders: 1_000_000 }
type Size = typeof OFFICE
const USERS = 10_000
/** Users with a session, who search, fill carts and order. */
const BUYERS = 400
const ORDER_LINES = 30
/** Counted calls of each list, and calls before them that warm it up. */
const OFTEN = { calls: 100, warmUp: 20 }
const SOME = { calls: 20, warmUp: 5 }
type Times = typeof OFTEN

/** Times of one list, in milliseconds. */
export interface ListTime {
  readonly name: string
  /** The very first call of this list. */
  readonly first: number
  readonly p50: number
  readonly p95: number
}

/** How much the whole shop can do at a size. */
export interface Capacity {
  readonly lists: readonly ListTime[]
  /** Milliseconds from the start of the process to its first answer. */
  readonly start: number
  /** Answers a second. */
  readonly search: Rate
  readonly line: Rate
  /** Orders of 30 lines, whose carts were filled before. */
  readonly order: Rate
  /** Megabytes of resident memory, before and after searches, lines and orders. */
  readonly atRest: number
  readonly afterLoad: number
}

/** Fills a database of the kind, starts the shop on it and times each list, one call at a time. */
export const measureOffice = (kind: 'embedded' | 'server', size: Size = OFFICE): Promise<ListTime[]> =>
  withOffice(kind, size, ({ url, people }) => timeLists(url, people, OFTEN))

/** Measures the lists at the large size, then searches, cart lines and orders of clients. */
export const measureCapacity = (kind: 'embedded' | 'server'): Promise<Capacity> =>
  withOffice(kind, LARGE, async ({ url, people, start, megabytes }) => {
    const lists = await timeLists(url, people, SOME)
    const atRest = megabytes()
    const { buyers } = people
    const search = await load(url, searchesOf(LARGE.articles, buyers), { seconds: 5 })
    const line = await load(url, linesOf(people, buyers.slice(BUYERS / 2)), { seconds: 5 })
    const ordering = buyers.slice(0, BUYERS / 2)
    await sendEach(ordering.map((buyer, at) => () => fillCart(url, people, buyer, at)))
    const order = await sendEach(ordering.map((buyer) => () => orderOf(url, buyer)))
    return { lists, start, search, line, order, atRest, afterLoad: megabytes() }
  })

interface RunningOffice {
  readonly url: string
  readonly people: Filled
  readonly start: number
  megabytes(): number
}

async function withOffice<T>(
  kind: 'embedded' | 'server',
  size: Size,
  measure: (office: RunningOffice) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  try {
    const people = await fill({ dataDir, url: postgres?.url }, size)
    const begun = performance.now()
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
    })
    try {
      const url = await shop.ready
      const start = performance.now() - begun
      const megabytes = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024
      return await measure({ url, people, start, megabytes })
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Buyer {
  readonly token: string
  readonly clientId: number
}

interface Filled {
  /** Token of an admin's session. */
  token: string
  staffId: number
  clientId: number
  buyers: readonly Buyer[]
  /** Articles that have a price. */
  items: readonly { readonly articleId: number; readonly multiple: number }[]
}

const searchesOf = (articles: number, buyers: readonly Buyer[]): Request[] =>
  generateQueries(shopCatalogue(articles), { count: 2_000 }).map((query, at) => ({
    method: 'GET',
    path: addressOf(searchProducts, { query: { ...query, page: 0 } }),
    headers: bearer(buyers[at % buyers.length]?.token ?? ''),
  }))

const itemOf = ({ items }: Filled, at: number) => {
  const item = items[at % items.length]
  if (!item) throw new Error('Nothing is sold')
  return item
}

const linesOf = (people: Filled, buyers: readonly Buyer[]): Request[] =>
  Array.from({ length: 2_000 }, (_, at) => {
    const { token, clientId } = buyers[at % buyers.length]!
    const { articleId, multiple } = itemOf(people, at * 17)
    return {
      method: 'POST',
      path: '/api/pedidos/itemsCarrito',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ id: null, idart: articleId, cantidad: multiple, obs: '', idcli: clientId }),
    }
  })

const fillCart = (url: string, people: Filled, { token, clientId }: Buyer, at: number): Promise<Response> =>
  fetch(`${url}/api/pedidos/itemsCarrito/lista`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({
      idcli: clientId,
      renglones: Array.from({ length: ORDER_LINES }, (_, line) => {
        const { articleId, multiple } = itemOf(people, at * ORDER_LINES + line)
        return { fila: line, idart: articleId, cantidad: multiple, preguntar: false }
      }),
    }),
  })

const orderOf = (url: string, { token, clientId }: Buyer): Promise<Response> =>
  fetch(`${url}/api/pedidos/productos/pedido?idcli=${clientId}&dir=0&obs=&cond=-1`, {
    method: 'POST',
    headers: { ...bearer(token), 'idempotency-key': `orden-${clientId}-`.padEnd(32, '0') },
  })

async function timeLists(url: string, people: Filled, often: Times): Promise<ListTime[]> {
  const times: ListTime[] = []
  for (const list of officeLists(people)) times.push(await time(url, people.token, list, often))
  return times
}

/** Fills articles, users and the traces of years of use, makes a user an admin, and signs the buyers in. */
async function fill(place: { dataDir: string; url: string | undefined }, { articles, orders }: Size): Promise<Filled> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    const catalogue = shopCatalogue(articles)
    await fillCatalogue(db, catalogue, { withMedia: true })
    const batch = USERS / 10
    let adminId = 0
    for (let at = 0; at < USERS; at += batch) {
      const made = await fillClients(db, { count: batch, password: 'una-clave-larga', firstId: 1_001 + at })
      adminId = made.at(-1)?.userId ?? adminId
    }
    await fillOffice(db, { articles, orders })
    await db.kysely.updateTable('app_user').set({ type: 'admin', seller_id: null }).where('id', '=', adminId).execute()
    const { clientId } = await db.kysely
      .selectFrom('sales_order')
      .select('client_id as clientId')
      .where('client_id', '>', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    const sessions = createSessions(db)
    const token = await startSession(db, sessions, adminId)
    const clients = await db.kysely
      .selectFrom('app_user')
      .select(['id', 'client_id as clientId'])
      .where('type', '=', 'cliente')
      .where('enabled', '=', true)
      .where('client_id', 'is not', null)
      // The first users' carts hold articles that are not sold.
      .orderBy('id', 'desc')
      .limit(BUYERS)
      .execute()
    const buyers: Buyer[] = []
    for (const { id, clientId } of clients)
      buyers.push({ token: await startSession(db, sessions, id), clientId: clientId ?? 0 })
    sessions.close()
    const items = catalogue
      .filter(({ listPrice }) => listPrice > 0)
      .slice(0, 5_000)
      .map(({ articleId, multiple }) => ({ articleId, multiple }))
    return { token, staffId: adminId, clientId, buyers, items }
  } finally {
    await db.close()
  }
}

async function time(url: string, token: string, { name, paths }: List, { calls, warmUp }: Times): Promise<ListTime> {
  const times: number[] = []
  let first = 0
  for (let nth = 0; nth < warmUp + calls; nth++) {
    const begun = performance.now()
    const answer = await fetch(url + paths[nth % paths.length], {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    await answer.arrayBuffer()
    if (nth === 0) first = performance.now() - begun
    if (nth >= warmUp) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(calls - 1, Math.floor(calls * share))] ?? 0
  return { name, first, p50: quantile(0.5), p95: quantile(0.95) }
}
