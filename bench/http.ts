/** Measures the built server at its HTTP port: searches compared with a bare server, the tree, cart lines and orders. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Request } from 'autocannon'
import { addressOf } from '../contract/address.ts'
import { categoryTree, searchProducts } from '../contract/catalogue.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { openTestApp, startSession } from '../server/test/test-app.ts'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { generateQueries } from './generate-queries.ts'
import { load, type Rate, sendEach } from './load.ts'

const ARTICLES = 10_000
export const ORDER_LINES = 30
/** Clients with an empty cart, beside those who order. */
const FILLING_CLIENTS = 100
const SECONDS = 5
const ROUNDS = 3

export interface HttpFigures {
  search?: { requests: number; shop: Rate; bare: Rate }
  /** `cpuMs`: milliseconds of processor per request, all threads of the shop; NaN where the system does not tell. */
  tree: { nodes: number; rate: Rate; cpuMs: number }
  cartLine: Rate
  order: Rate
  statementsPerOrder: number
}

export interface HttpOptions {
  kind: 'server' | 'embedded'
  /** Orders to send; each has its own client and cart. */
  orders: number
  /** Folder for a CPU profile of the server. */
  profileDir?: string | undefined
}

export type SignedIn = FilledClient & { token: string }

interface Measured {
  url: string
  /** The shop's process. */
  pid: number | undefined
  /** Token of a client's session. */
  token: string
  items: readonly CatalogueItem[]
}

/** Fills a database of the kind, starts the shop on it and measures. Only 'server' measures searches: both kinds search alike. */
export async function measureHttp({ kind, orders, profileDir }: HttpOptions): Promise<HttpFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  const items = shopCatalogue(ARTICLES)
  try {
    const place = { dataDir, url: postgres?.url }
    const clients = await fill(place, items, { ordering: orders + 1, filling: FILLING_CLIENTS })
    const statementsPerOrder = await countStatements(place, clients[orders])
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
      nodeArgs: profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [],
    })
    try {
      const url = await shop.ready
      const measured = { url, pid: shop.pid, token: clients[0]?.token ?? '', items }
      const search = kind === 'server' ? await measureSearch(measured, dataDir) : undefined
      const tree = await measureTree(measured)
      const cartLine = await measureCartLines(measured, clients.slice(orders + 1))
      const order = await measureOrders(url, clients.slice(0, orders))
      return { search, tree, cartLine, order, statementsPerOrder }
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Fills articles and clients, and signs each client in. The first `ordering` clients get a cart of 30 lines. */
export async function fill(
  place: { dataDir: string; url?: string },
  items: readonly CatalogueItem[],
  { ordering, filling }: { ordering: number; filling: number },
): Promise<SignedIn[]> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    const clients = await fillClients(db, { count: ordering + filling, password: 'una-clave-larga' })
    const priced = items.filter(({ listPrice }) => listPrice > 0)
    const sessions = createSessions(db)
    const signedIn: SignedIn[] = []
    for (const [at, client] of clients.entries()) {
      const lines = Array.from({ length: ORDER_LINES }, (_, line) => {
        const item = priced[(at * ORDER_LINES + line) % priced.length]!
        return {
          user_id: client.userId,
          client_id: client.clientId,
          article_id: item.articleId,
          quantity: item.multiple,
          channel: 'web' as const,
          created_by: client.userId,
        }
      })
      if (at < ordering) await db.kysely.insertInto('cart_line').values(lines).execute()
      signedIn.push({ ...client, token: await startSession(db, sessions, client.userId) })
    }
    sessions.close()
    return signedIn
  } finally {
    await db.close()
  }
}

/** Address of an order with delivery to the client's first address. */
export const orderPath = (client: FilledClient) =>
  `/api/pedidos/productos/pedido?idcli=${client.clientId}&dir=${client.clientId * 10 + 1}&obs=&cond=-1`
/** The header of a session's token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/**
 * SQL statements of one order of 30 lines, begin and commit included. A call before it brings the session into memory, so that
 * looking it up is not counted.
 */
async function countStatements(
  place: { dataDir: string; url?: string },
  client: SignedIn | undefined,
): Promise<number> {
  if (!client) throw new Error('There is no client to count with')
  let statements = 0
  const db = await openDatabase({ ...place, onStatement: () => statements++ })
  const { app, close } = await openTestApp(db)
  try {
    await app.inject({ url: '/api/config/numped', headers: bearer(client.token) })
    statements = 0
    const answer = await app.inject({
      method: 'POST',
      url: orderPath(client),
      headers: { ...bearer(client.token), 'idempotency-key': 'x'.repeat(32) },
    })
    if (answer.statusCode !== 200) throw new Error(`The order answered ${answer.statusCode}: ${answer.body}`)
    return statements
  } finally {
    await close()
    await db.close()
  }
}

/** Different searches by text, category and price order, as the web app writes them. */
function searchPaths(items: readonly CatalogueItem[]): string[] {
  return generateQueries(items, { count: 4_000 })
    .filter(({ text, categoryId, order, minPrice }) => text && categoryId && order !== 'default' && !minPrice)
    .map((query) => addressOf(searchProducts, { query: { ...query, page: 0 } }))
}

/** Measures shop and bare server in turn, so that other work of the machine disturbs both; the median round counts. */
async function measureSearch({ url, token, items }: Measured, folder: string) {
  const requests: Request[] = searchPaths(items).map((path) => ({
    method: 'GET',
    path,
    headers: bearer(token),
  }))
  const answers: [string, string][] = []
  for (const { path } of requests) {
    const answer = await fetch(url + path, { headers: { ...bearer(token), 'accept-encoding': 'identity' } })
    answers.push([path, await answer.text()])
  }
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const bare = await startBare(file)
  try {
    const rates: { shop: Rate[]; bare: Rate[] } = { shop: [], bare: [] }
    await load(url, requests, { seconds: 3 })
    await load(bare.url, requests, { seconds: 2 })
    for (let round = 0; round < ROUNDS; round++) {
      rates.shop.push(await load(url, requests, { seconds: SECONDS }))
      rates.bare.push(await load(bare.url, requests, { seconds: SECONDS }))
    }
    return { requests: requests.length, shop: middle(rates.shop), bare: middle(rates.bare) }
  } finally {
    bare.process.kill()
  }
}

/** Measures the category tree as the web app asks for it. */
async function measureTree({ url, pid, token }: Measured): Promise<HttpFigures['tree']> {
  const path = addressOf(categoryTree, {})
  const nodes: unknown[] = await (await fetch(url + path, { headers: bearer(token) })).json()
  const headers = { ...bearer(token), 'accept-encoding': 'gzip, deflate, br' }
  const requests: Request[] = [{ method: 'GET', path, headers }]
  await load(url, requests, { seconds: 1 })
  const before = cpuOf(pid)
  const rate = await load(url, requests, { seconds: SECONDS })
  return { nodes: nodes.length, rate, cpuMs: (cpuOf(pid) - before) / (rate.perSecond * SECONDS) }
}

/** Milliseconds of processor that a process has used, in steps of 10 (Linux counts hundredths of a second); NaN elsewhere. */
export function cpuOf(pid: number | undefined): number {
  try {
    // The program's name, which may have spaces, stands in brackets before the numbers.
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = numbers.split(' ').map(Number)
    return ((fields[11] ?? Number.NaN) + (fields[12] ?? Number.NaN)) * 10
  } catch {
    return Number.NaN
  }
}

const middle = (rates: readonly Rate[]): Rate => {
  const sorted = [...rates].sort((a, b) => a.perSecond - b.perSecond)
  const rate = sorted[Math.floor(sorted.length / 2)]
  if (!rate) throw new Error('Nothing was measured')
  return rate
}

async function startBare(file: string): Promise<{ url: string; process: ChildProcess }> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: `http://127.0.0.1:${line}`, process: child }
  }
  throw new Error('The bare server did not start')
}

const measureOrders = (url: string, clients: readonly SignedIn[]): Promise<Rate> =>
  sendEach(
    clients.map(
      (client, at) => () =>
        fetch(url + orderPath(client), {
          method: 'POST',
          headers: { ...bearer(client.token), 'idempotency-key': `orden-${at}-`.padEnd(32, '0') },
        }),
    ),
  )

/** Saves cart lines of many clients in turn. */
async function measureCartLines({ url, items }: Measured, clients: readonly SignedIn[]): Promise<Rate> {
  const priced = items.filter(({ listPrice }) => listPrice > 0)
  const requests = Array.from({ length: 1_000 }, (_, at): Request => {
    const client = clients[at % clients.length]!
    const item = priced[(at * 17) % priced.length]!
    const line = { id: null, idart: item.articleId, cantidad: item.multiple, obs: '', idcli: client.clientId }
    return {
      method: 'POST',
      path: '/api/pedidos/itemsCarrito',
      headers: { ...bearer(client.token), 'content-type': 'application/json' },
      body: JSON.stringify(line),
    }
  })
  await load(url, requests, { seconds: 1 })
  return load(url, requests, { seconds: SECONDS })
}
