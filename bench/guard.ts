/**
 * `npm run test:dearer` measures costs that other work of the machine does not disturb: SQL statements, bytes sent and bytes
 * allocated by one request of each of the commonest kinds. It compares them with kept-figures.json and fails on one statement
 * more, or on more than 3 percent more bytes. `npm run test:dearer -- --keep` keeps new figures after a change that makes a
 * request dearer on purpose; the same commit gives the reason.
 * Processor time is printed as a share of a fixed loop of the same run, and fails nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf } from '../contract/address.ts'
import { searchProducts } from '../contract/catalogue.ts'
import { fold } from '../contract/codes.ts'
import { openDatabase } from '../server/db/open.ts'
import { openTestApp } from '../server/test/test-app.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { bearer, fill, ORDER_LINES, orderPath, type SignedIn } from './fill.ts'

const ARTICLES = 10_000
/** Requests of a kind before the counted ones, until V8 has compiled its code for good. */
const WARM = 48
/** Rounds of counted requests. The cheapest counts, as other work of the process only adds to the costs. */
const ROUNDS = 7
/** Requests of a round. */
const EACH = 24
const REQUESTS = WARM + ROUNDS * EACH
/** The slow kind, of which fewer requests are sent: each starts a thread. */
const SLOW = 'documento'
const ATTEMPTS = 3
/** By which share bytes may exceed the kept figure. */
const TOLERANCE = 0.03

const keptFile = fileURLToPath(new URL('kept-figures.json', import.meta.url))

/** The costs of one request. */
interface Cost {
  readonly statements: number
  /** Bytes of the answer's body, as sent. */
  readonly sent: number
  /** Bytes of V8's heap, on the main thread. */
  readonly allocated: number
}
interface KeptFigures {
  /** Major version of the Node that allocated the bytes. */
  readonly node: string
  /** By the name of the kind of request. */
  readonly costs: Record<string, Cost>
}

interface Ask {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: object
}

/** Milliseconds of processor that a fixed piece of work takes on this machine, the least of five runs. */
function fixedLoop(): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const before = process.cpuUsage()
    let sum = 0
    for (let at = 0; at < 20_000_000; at++) sum = (sum * 31 + at) % 1_000_003
    const { user, system } = process.cpuUsage(before)
    if (sum >= 0) least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** The words that most names have. Each finds a whole page, so that the costs of every row count. */
function commonWords(items: readonly { readonly description: string }[], count: number): string[] {
  const found = new Map<string, number>()
  for (const { description } of items)
    for (const word of new Set(fold(description).match(/[a-z]{4,}/g))) found.set(word, (found.get(word) ?? 0) + 1)
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([word]) => word)
}

/** Requests by kind, warm-up included. Each order has a client of its own. */
function requestsOf(clients: readonly SignedIn[]): Record<string, Ask[]> {
  const items = shopCatalogue(ARTICLES)
  const priced = items.filter(({ listPrice }) => listPrice > 0)
  const texts = commonWords(items, EACH)
  const [buyer, office] = [clients.at(-2)!, clients.at(-1)!]
  const headers = bearer(buyer.token)
  const article = (at: number) => priced[at % priced.length]!
  const times = (ask: (at: number) => Ask): Ask[] => Array.from({ length: REQUESTS }, (_, at) => ask(at))
  const get = (url: (at: number) => string, more = {}) =>
    times((at) => ({ method: 'GET', url: url(at), headers: { ...headers, ...more } }))
  /** Saves of articles, each a number of its multiples. */
  const saves = (articles: (at: number) => number[], multiples: (at: number) => number) =>
    times((at) => ({
      method: 'POST',
      url: '/api/pedidos/itemsCarrito/lista',
      headers,
      payload: {
        idcli: buyer.clientId,
        renglones: articles(at).map((place, row) => {
          const { articleId, multiple } = article(place)
          return { fila: row, idart: articleId, cantidad: multiple * multiples(at), preguntar: true }
        }),
      },
    }))
  return {
    // Rounds ask the same, to be comparable. Each has another least price, below all prices, so that no answer is cached.
    búsqueda: get((at) =>
      addressOf(searchProducts, {
        query: { text: texts[at % EACH]!, order: 'default', page: 0, minPrice: 1 + Math.floor(at / EACH) },
      }),
    ),
    'primera página': get(() => '/catalogo', {
      'accept-encoding': 'br',
      cookie: `bulto_pagina=${buyer.token}`,
    }),
    // What a card saves, as the screens send it.
    renglón: saves(
      (at) => [at % EACH],
      (at) => 1 + (Math.floor(at / EACH) % 2),
    ),
    lista: saves(
      () => Array.from({ length: ORDER_LINES }, (_, line) => line),
      (at) => 1 + (at % 2),
    ),
    documento: times(() => ({
      method: 'GET',
      url: `/api/pedidos/itemsCarrito/carrito-excel?idusu=${buyer.userId}&idcli=${buyer.clientId}&prc=1`,
      headers: bearer(office.token),
    })),
    pedido: clients.slice(0, REQUESTS).map((client, at) => ({
      method: 'POST',
      url: orderPath(client),
      headers: { ...bearer(client.token), 'idempotency-key': `orden-${at}-`.padEnd(32, '0') },
    })),
  }
}

/** Measures the costs of every kind; `loops` are the shares of the fixed loop. @throws without `--expose-gc` */
export async function measureCosts(): Promise<{
  costs: Record<string, Cost>
  loops: Record<string, number>
}> {
  const { gc } = globalThis
  if (!gc) throw new Error('Start it by npm run test:dearer, which tells Node to expose its collector')
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-guard-'))
  const loop = fixedLoop()
  try {
    const clients = await fill({ dataDir }, shopCatalogue(ARTICLES), { ordering: REQUESTS, filling: 2 })
    let statements = 0
    const db = await openDatabase({ dataDir, onStatement: () => statements++ })
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', clients.at(-1)?.userId ?? 0)
      .execute()
    const webDir = fileURLToPath(new URL('../dist/web', import.meta.url))
    const { app, close } = await openTestApp(db, { webDir })
    const send = async (ask: Ask): Promise<number> => {
      const answer = await app.inject(ask)
      if (answer.statusCode !== 200) throw new Error(`${ask.url} answered ${answer.statusCode}: ${answer.body}`)
      return answer.rawPayload.length
    }
    const costs: Record<string, Cost> = {}
    const loops: Record<string, number> = {}
    try {
      for (const [name, asks] of Object.entries(requestsOf(clients))) {
        // A session that was not used for 45 s costs its next request one statement more: on a slow machine each would.
        await db.kysely.updateTable('session').set({ last_used_at: new Date().toISOString() }).execute()
        const [warm, each] = name === SLOW ? [4, 4] : [WARM, EACH]
        for (const ask of asks.slice(0, warm)) await send(ask)
        const rounds: Cost[] = []
        const cpu: number[] = []
        for (let round = 0; round < ROUNDS; round++) {
          const batch = asks.slice(warm + round * each, warm + (round + 1) * each)
          gc()
          statements = 0
          let sent = 0
          const time = process.cpuUsage()
          const before = process.memoryUsage().heapUsed
          let [last, isUncollected] = [before, true]
          for (const ask of batch) {
            sent += await send(ask)
            const now = process.memoryUsage().heapUsed
            isUncollected &&= now >= last
            last = now
          }
          const { user, system } = process.cpuUsage(time)
          cpu.push((user + system) / 1_000 / each / loop)
          // Bytes that the garbage collector took away can't be counted: such a round is worth nothing.
          const allocated = isUncollected ? last - before : Number.POSITIVE_INFINITY
          rounds.push({ statements: statements / each, sent: sent / each, allocated: allocated / each })
        }
        costs[name] = {
          // Rounded down: a statement that is no request's own, as a session's renewed look-up, is left out.
          statements: Math.floor(Math.min(...rounds.map((cost) => cost.statements))),
          sent: Math.round(Math.min(...rounds.map((cost) => cost.sent))),
          allocated: Math.round(Math.min(...rounds.map((cost) => cost.allocated))),
        }
        loops[name] = Math.min(...cpu)
      }
    } finally {
      await close()
      await db.close()
    }
    return { costs, loops }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The costs that exceed the kept ones, in Spanish. `node`: this Node's major version. */
export function dearer(kept: KeptFigures, costs: Record<string, Cost>, node: string): string[] {
  const isSameNode = kept.node === node
  return Object.entries(costs).flatMap(([name, now]) => {
    const before = kept.costs[name]
    if (!before) return [`${name}: no tiene cifra guardada`]
    const found: string[] = []
    if (now.statements > before.statements)
      found.push(`${name}: ${now.statements} sentencias SQL, antes ${before.statements}`)
    for (const [key, unitName] of [
      ['sent', 'bytes enviados'],
      ['allocated', 'bytes reservados'],
    ] as const) {
      // Another version of Node allocates differently, and the cost of starting a thread varies.
      if (key === 'allocated' && (!isSameNode || name === SLOW)) continue
      if (now[key] > before[key] * (1 + TOLERANCE)) found.push(`${name}: ${now[key]} ${unitName}, antes ${before[key]}`)
    }
    return found
  })
}

const readKept = (): KeptFigures => JSON.parse(readFileSync(keptFile, 'utf8')) as KeptFigures
const [major = ''] = process.versions.node.split('.')

const cheaper = (a: Cost, b: Cost | undefined): Cost => ({
  statements: Math.min(a.statements, b?.statements ?? a.statements),
  sent: Math.min(a.sent, b?.sent ?? a.sent),
  allocated: Math.min(a.allocated, b?.allocated ?? a.allocated),
})

/**
 * Measures, prints and compares; answers whether nothing became dearer. If something did, it measures again, up to three times,
 * and the least counts, as noise only adds. `args` may have '--keep'.
 */
export async function runGuard(args: readonly string[]): Promise<boolean> {
  let least: Record<string, Cost> = {}
  for (let attempt = 1; ; attempt++) {
    const { costs, loops } = await measureCosts()
    for (const [name, { statements, sent, allocated }] of Object.entries(costs)) {
      const share = `${((loops[name] ?? 0) * 100).toFixed(1).replace('.', ',')} % del lazo fijo`
      console.log(
        `${name.padEnd(15)} ${statements} sentencias, ${sent} bytes enviados, ${allocated} reservados, procesador ${share}`,
      )
    }
    if (args.includes('--keep')) {
      const kept: KeptFigures = { node: major, costs }
      writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`)
      return true
    }
    least = Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cheaper(cost, least[name])]))
    const found = dearer(readKept(), least, major)
    if (found.length === 0) return true
    for (const text of found) console.log(`MÁS CARO: ${text}`)
    if (attempt === ATTEMPTS) return false
  }
}
