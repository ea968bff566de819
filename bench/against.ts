/**
 * `npm run bench -- against REF [scenario…]` compares this state with another commit. Both are built, and their shops are
 * filled and run at the same time. Each scenario is measured on one and then on the other, in seven pairs; they take turns at
 * being the first. So other work of the machine disturbs both halves of a pair alike. Printed are the median, the least and
 * the greatest of the pairs' ratios of time.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request } from 'autocannon'
import { addressOf } from '../contract/address.ts'
import { categoryTree, searchProducts } from '../contract/catalogue.ts'
import { type PostgresServer, startPostgres } from '../server/test/postgres.ts'
import type { FilledClient } from '../testkit/fill-shop.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop, type ShopProcess } from '../testkit/shop-process.ts'
import { generateQueries } from './generate-queries.ts'
import { bearer } from './http.ts'
import { load, sendEach } from './load.ts'

const PAIRS = 7
/** Seconds of one half of a pair, in scenarios that send requests without a pause. */
const SECONDS = 2
/** How many orders, and how many sign-ins, one half of a pair sends. */
const ORDERS = 40
const SIGN_INS = 10
const SIZES = [10_000, 100_000]

const repository = fileURLToPath(new URL('..', import.meta.url))
/** Scripts of bench/ that run inside the other commit too, and are copied there. */
const COPIED = ['against-fill.ts', 'against-engine.ts']

type Kind = 'embedded' | 'server'
type SignedIn = FilledClient & { readonly token: string }

/** A filled shop of one state. It runs, except while `start` restarts it. */
interface Shop {
  readonly dataDir: string
  readonly clients: readonly SignedIn[]
  readonly articles: readonly { readonly articleId: number; readonly multiple: number }[]
  readonly password: string
  readonly postgres: PostgresServer | undefined
  process: ShopProcess
  url: string
  /** How many of the clients with a filled cart have ordered. */
  ordered: number
}

interface Side {
  readonly root: string
  readonly shops: Record<Kind, Shop>
}

/** Measures one half of a pair: milliseconds or megabytes, less is better; undefined where this can't be measured. */
type Take = (side: Side, pair: number) => Promise<number | undefined>

export interface Ratio {
  readonly name: string
  /** The median of all pairs, for this state and for the other commit. */
  readonly now: number
  readonly before: number
  /** Median of `now / before` of each pair: under 1, this state is quicker. */
  readonly median: number
  readonly least: number
  readonly most: number
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Checks a commit out into a work tree, installs its packages and builds it. `remove` deletes the work tree. */
function checkOut(ref: string): { root: string; remove(): void } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
  const root = join(mkdtempSync(join(tmpdir(), 'bulto-against-')), 'repository')
  git('worktree', 'add', '--detach', '--force', root, ref)
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf(repository)) symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' })
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'pipe' })
  for (const file of COPIED) cpSync(join(repository, 'bench', file), join(root, 'bench', file))
  return { root, remove: () => git('worktree', 'remove', '--force', root) }
}

/** Runs a script of bench/ inside a state's repository and parses the last line that it prints as JSON. */
function runIn<T>(root: string, script: string, args: readonly string[]): T {
  const output = execFileSync(process.execPath, ['--import', 'tsx', join('bench', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as T
}

async function openShop(root: string, kind: Kind): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-against-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  type Filled = Pick<Shop, 'clients' | 'articles' | 'password'>
  const counts = [String(ORDERS * PAIRS), '100']
  const filled = runIn<Filled>(root, 'against-fill.ts', [dataDir, postgres?.url ?? '', ...counts])
  const process = launch(root, dataDir, postgres)
  return { ...filled, dataDir, postgres, process, url: await process.ready, ordered: 0 }
}

const launch = (root: string, dataDir: string, postgres: PostgresServer | undefined): ShopProcess =>
  launchShop({
    root,
    dataDir,
    logFile: join(dataDir, 'shop.log'),
    env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
  })

async function openSide(root: string): Promise<Side> {
  return {
    root,
    shops: { embedded: await openShop(root, 'embedded'), server: await openShop(root, 'server') },
  }
}

async function closeSide({ shops }: Side): Promise<void> {
  for (const { process, postgres, dataDir } of Object.values(shops)) {
    await process.stop()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Milliseconds from one answer to the next. */
const intervalOf = ({ perSecond }: { perSecond: number }): number => 1_000 / perSecond

const searches: readonly string[] = generateQueries(shopCatalogue(10_000), { count: 4_000 })
  .filter(({ text, categoryId, order, minPrice }) => text && categoryId && order !== 'default' && !minPrice)
  .map((query) => addressOf(searchProducts, { query: { ...query, page: 0 } }))

/** Milliseconds per answer when these addresses are asked for in turn without a pause. */
const repeatedGets =
  (kind: Kind, paths: readonly string[], encoding = 'identity'): Take =>
  async ({ shops }) => {
    const { url, clients } = shops[kind]
    const { token } = clients[0]!
    // The server knows the user of a page by the cookie, and that of a call by the token.
    const headers = { ...bearer(token), cookie: `bulto_pagina=${token}`, 'accept-encoding': encoding }
    return intervalOf(
      await load(
        url,
        paths.map((path): Request => ({ method: 'GET', path, headers })),
        { seconds: SECONDS },
      ),
    )
  }

const cartLines =
  (kind: Kind): Take =>
  async ({ shops }, pair) => {
    const { url, clients, articles } = shops[kind]
    const filling = clients.slice(ORDERS * PAIRS)
    const requests = Array.from({ length: 1_000 }, (_, at): Request => {
      const { token, clientId } = filling[at % filling.length]!
      const { articleId, multiple } = articles[(at * 17 + pair * 7) % articles.length]!
      return {
        method: 'POST',
        path: '/api/pedidos/itemsCarrito',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({ id: null, idart: articleId, cantidad: multiple, obs: '', idcli: clientId }),
      }
    })
    return intervalOf(await load(url, requests, { seconds: SECONDS }))
  }

const orders =
  (kind: Kind): Take =>
  async ({ shops }) => {
    const shop = shops[kind]
    const clients = shop.clients.slice(shop.ordered, shop.ordered + ORDERS)
    shop.ordered += ORDERS
    const sent = clients.map(({ token, clientId }) => () => {
      const path = `/api/pedidos/productos/pedido?idcli=${clientId}&dir=${clientId * 10 + 1}&obs=&cond=-1`
      const headers = { ...bearer(token), 'idempotency-key': `orden-${clientId}-`.padEnd(32, '0') }
      return fetch(shop.url + path, { method: 'POST', headers })
    })
    return intervalOf(await sendEach(sent))
  }

const signIns: Take = async ({ shops }, pair) => {
  const { url, clients, password } = shops.server
  const body = (cuit: string) => JSON.stringify({ username: cuit, password })
  const sent = clients.slice(pair * SIGN_INS, (pair + 1) * SIGN_INS).map(
    ({ cuit }) =>
      () =>
        fetch(`${url}/api/auth/signin`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: body(cuit),
        }),
  )
  return intervalOf(await sendEach(sent))
}

/** From the start of the process to its first answered search. */
const start: Take = async ({ root, shops: { embedded: shop } }) => {
  await shop.process.stop()
  const since = performance.now()
  shop.process = launch(root, shop.dataDir, undefined)
  shop.url = await shop.process.ready
  const answer = await fetch(shop.url + (searches[0] ?? ''), {
    headers: bearer(shop.clients[0]?.token ?? ''),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The first search answered ${answer.status}`)
  return performance.now() - since
}

/** Megabytes of resident memory, after the load of the earlier scenarios. */
const memory =
  (kind: Kind): Take =>
  async ({ shops }) => {
    const status = `/proc/${shops[kind].process.pid}/status`
    if (!existsSync(status)) return undefined
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
  }

/** In this order: memory is measured after the load of those before it, and the start, which ends the process, is last. */
const scenarios: readonly (readonly [string, Take])[] = [
  ['búsqueda (ms)', repeatedGets('server', searches)],
  ['árbol (ms)', repeatedGets('server', [addressOf(categoryTree, {})], 'br')],
  ['primera página (ms)', repeatedGets('server', ['/catalogo'], 'br')],
  ['renglón, servidor (ms)', cartLines('server')],
  ['renglón, embebida (ms)', cartLines('embedded')],
  ['pedido, servidor (ms)', orders('server')],
  ['pedido, embebida (ms)', orders('embedded')],
  ['ingreso (ms)', signIns],
  ['memoria, servidor (MB)', memory('server')],
  ['memoria, embebida (MB)', memory('embedded')],
  ['arranque, embebida (ms)', start],
]

interface EngineRun {
  readonly size: number
  readonly queryP50: number
  readonly queryP99: number
  readonly countsP99?: number
  readonly rebuild: number
}

type Pairs = Map<string, { now: number; before: number }[]>
const note = (pairs: Pairs, name: string, now: number | undefined, before: number | undefined): void => {
  if (now === undefined || before === undefined) return
  pairs.set(name, [...(pairs.get(name) ?? []), { now, before }])
}

/** Takes one value from each state, in even pairs first from this one. */
async function both<T>(pair: number, take: (isNow: boolean) => Promise<T> | T): Promise<{ now: T; before: T }> {
  if (pair % 2 === 1) return { before: await take(false), now: await take(true) }
  return { now: await take(true), before: await take(false) }
}

async function takeEngine(pairs: Pairs, roots: { now: string; before: string }): Promise<void> {
  for (const size of SIZES)
    for (let pair = 0; pair < PAIRS; pair++) {
      const run = (isNow: boolean) =>
        runIn<EngineRun[]>(isNow ? roots.now : roots.before, 'against-engine.ts', [String(size)])
      const { now, before } = await both(pair, run)
      const of = `motor, ${size.toLocaleString('es-AR')} artículos`
      for (const key of ['queryP50', 'queryP99', 'countsP99', 'rebuild'] as const)
        note(pairs, `${of}: ${key} (ms)`, now[0]?.[key], before[0]?.[key])
    }
}

async function takeShops(pairs: Pairs, roots: { now: string; before: string }, wanted: (name: string) => boolean) {
  const chosen = scenarios.filter(([name]) => wanted(name))
  if (chosen.length === 0) return
  const sides = { now: await openSide(roots.now), before: await openSide(roots.before) }
  try {
    // Warms up both: the first requests after a start are slower and belong to no pair.
    for (const side of Object.values(sides)) await repeatedGets('server', searches)(side, 0)
    for (let pair = 0; pair < PAIRS; pair++)
      for (const [name, take] of chosen) {
        const { now, before } = await both(pair, (isNow) => take(isNow ? sides.now : sides.before, pair))
        note(pairs, name, now, before)
      }
  } finally {
    await closeSide(sides.now)
    await closeSide(sides.before)
  }
}

/**
 * Compares this state with another commit.
 * @param names Scenarios whose name contains one of these are measured; without any, all are.
 */
export async function measureAgainst(ref: string, names: readonly string[] = []): Promise<Ratio[]> {
  const wanted = (name: string) => names.length === 0 || names.some((part) => name.includes(part))
  const other = checkOut(ref)
  const roots = { now: repository, before: other.root }
  const pairs: Pairs = new Map()
  try {
    await takeShops(pairs, roots, wanted)
    if (wanted('motor')) await takeEngine(pairs, roots)
  } finally {
    other.remove()
  }
  return [...pairs].map(([name, taken]) => {
    const ratios = taken.map(({ now, before }) => now / before)
    return {
      name,
      now: middle(taken.map(({ now }) => now)),
      before: middle(taken.map(({ before }) => before)),
      median: middle(ratios),
      least: Math.min(...ratios),
      most: Math.max(...ratios),
    }
  })
}
