/**
 * `npm run bench [-- scenario…]` measures the built shop at its HTTP port by the scenarios of bench/scenarios.ts whose names
 * contain one of the words, by default by most of them. `-- against REF [scenario…]` builds another commit, too, and measures both
 * by turns, so that other work of the machine disturbs both halves of a pair alike; printed are ratios of times, under 1 is
 * quicker. Parameters:
 * - `--database embedded`, `server` (the default) or `both`.
 * - `--articles 100000`, and `--orders 1000000` of the years before: then the office's lists are measured as well.
 * - `--instances 3` puts so many behind HAProxy, on a PostgreSQL server.
 * - `--lists 30`: by turns with so many lists of prices, which the clients buy by, and without any.
 * - `--rounds 3` and `--seconds 3` of each scenario; `--profile` writes a CPU profile into test-results/profile.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Request } from 'autocannon'
import { sql } from 'kysely'
import { startInstances } from '../testkit/cluster/cluster.ts'
import { type DatabaseKind, openShop, type Shop } from '../testkit/shop.ts'
import type { Filled, Wanted } from './fill.ts'
import { cpuOf, cpuOfDatabase, load, postmasterOf, type Rate, sendEach } from './load.ts'
import { atLeast, atMost, type Figure, printFigures, rateText, shareText } from './report.ts'
import { type Bench, ORDERS, officeScenarios, type Scenario, scenarios, searches } from './scenarios.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
/** Files of bench/ that run inside the other commit too, and are copied there. */
const COPIED = ['fill.ts', 'fill-office.ts']
/** Clients with an empty cart, beside those who order. */
const FILLING = 100
/** What a search may take at least of the rate of a server that answers the same bytes from a table. */
const LEAST_SHARE = 0.18
/** The settings of the C library in deploy/. */
const AS_DEPLOYED = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '65536' }

const { values, positionals } = parseArgs({
  options: {
    database: { type: 'string', default: 'server' },
    articles: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '0' },
    instances: { type: 'string', default: '1' },
    lists: { type: 'string', default: '0' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const isAgainst = positionals[0] === 'against'
const ref = isAgainst ? (positionals[1] ?? 'HEAD') : undefined
const words = positionals.slice(isAgainst ? 2 : 0)
const [articles, pastOrders, instances, lists, seconds] = [
  values.articles,
  values.orders,
  values.instances,
  values.lists,
  values.seconds,
].map(Number) as [number, number, number, number, number]
const rounds = Number(values.rounds ?? (isAgainst || lists > 0 ? 7 : 3))
const kinds: DatabaseKind[] = values.database === 'both' ? ['server', 'embedded'] : [values.database as DatabaseKind]

/** What one round of a scenario took. */
interface Taken extends Partial<Rate> {
  /** Milliseconds of an answer, or what the scenario measures by itself: less is better. */
  readonly value: number
  /** Milliseconds of processor per answer: of the shop's processes, and of the database's. */
  readonly cpuMs?: number
  readonly databaseMs?: number
}

interface Side {
  readonly bench: Bench
  /** Milliseconds of processor so far. */
  cpu(): { shop: number; database: number }
  close(): Promise<void>
}

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

/** Fills a shop by the code of a state, and runs it. */
async function openSide(root: string, kind: DatabaseKind, lists: number): Promise<Side> {
  const shop = await openShop({ database: kind, isEmpty: true, env: AS_DEPLOYED, nodeArgs: profiling() })
  try {
    const ordering = ORDERS * rounds
    const wanted: Wanted = {
      dataDir: shop.dataDir,
      url: shop.databaseUrl,
      articles,
      orders: pastOrders,
      ordering,
      filling: FILLING,
      lists,
    }
    const printed = execFileSync(process.execPath, ['--import', 'tsx', 'bench/fill.ts', JSON.stringify(wanted)], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    })
    const filled = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Filled
    const running = instances > 1 ? await behindProxy(shop) : await alone(shop, root)
    const postmaster = shop.databaseUrl ? await postmasterAt(shop) : Number.NaN
    let taken = 0
    return {
      bench: {
        ...filled,
        ...running,
        takeOrdering(count) {
          const first = taken
          taken = Math.min(ordering, taken + count)
          return filled.clients.slice(first, taken).map((client, at) => ({ nth: first + at, client }))
        },
        async restart() {
          await shop.process.stop()
          await shop.start({ root })
        },
      },
      cpu: () => ({ shop: cpuOf(running.pids), database: cpuOfDatabase(postmaster) }),
      async close() {
        await running.stop()
        await shop.close()
      },
    }
  } catch (error) {
    await shop.close()
    throw error
  }
}

const profiling = (): string[] =>
  values.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(repository, 'test-results', 'profile')}`] : []

async function alone(shop: Shop, root: string) {
  const url = await shop.start({ root })
  // It ends as an operator ends it, so that a profile is written.
  return { url, pids: [shop.process.pid], stop: () => shop.process.stop() }
}

async function behindProxy(shop: Shop) {
  const started = await startInstances(shop, instances)
  if (!started) throw new Error('No hay HAProxy en este equipo ni se puede bajar de Debian')
  const { proxy, instances: all } = started
  return { url: proxy.url, pids: all.map(({ process }) => process.pid), stop: proxy.stop }
}

const postmasterAt = (shop: Shop): Promise<number> =>
  shop.look(async ({ kysely }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)
    return postmasterOf(rows[0]?.pid ?? 0)
  })

async function take({ bench, cpu }: Side, { steady, once: each, take: own, connections }: Scenario, round: number) {
  if (own) return { value: await own(bench) }
  const before = cpu()
  const since = performance.now()
  const requests = (steady ?? each)?.(bench, round) ?? []
  const more = connections === undefined ? {} : { connections }
  const rate = steady ? await load(bench.url, requests, { seconds, ...more }) : await sendEach(bench.url, requests)
  const answers = (rate.perSecond * (performance.now() - since)) / 1_000
  const used = cpu()
  return {
    ...rate,
    value: 1_000 / rate.perSecond,
    cpuMs: (used.shop - before.shop) / answers,
    databaseMs: (used.database - before.database) / answers,
  }
}

async function measure(kind: DatabaseKind): Promise<void> {
  const sides: Side[] = []
  try {
    sides.push(await openSide(repository, kind, lists))
    if (comparedWith) sides.push(await openSide(other?.root ?? repository, kind, 0))
    const [now] = sides
    if (!now) return
    const all = [...scenarios, ...(pastOrders > 0 ? officeScenarios(now.bench) : [])]
    const wanted = all.filter(({ name, onlyNamed }) =>
      words.length === 0 ? !onlyNamed : words.some((word) => name.includes(word)),
    )
    // Warms up: the first requests after a start are slower and belong to no round.
    for (const { bench } of sides) await load(bench.url, scenarios[0]?.steady?.(bench, 0) ?? [], { seconds: 2 })
    const taken = new Map<string, Taken[][]>(wanted.map(({ name }) => [name, sides.map(() => [])]))
    for (let round = 0; round < rounds; round++)
      // The sides take turns at being the first.
      for (const scenario of wanted)
        for (const at of round % 2 === 0 ? sides.keys() : [...sides.keys()].reverse())
          taken.get(scenario.name)?.[at]?.push(await take(sides[at] as Side, scenario, round))
    const title = `${kind === 'server' ? 'servidor PostgreSQL con fsync' : 'base embebida'}, ${values.articles} artículos, ${instances} inst.`
    const figures = wanted.flatMap((scenario) => figuresOf(scenario, taken.get(scenario.name) ?? [], kind))
    if (!comparedWith && wanted.some(({ name }) => name === 'búsqueda')) figures.push(await besideBare(now))
    printFigures(comparedWith ? `${comparedWith}, razón de tiempos: ${title}` : title, figures)
    failed ||= figures.some(({ met }) => met === false)
  } finally {
    for (const side of sides) await side.close()
  }
}

const middle = (all: readonly (number | undefined)[]): number =>
  all.map((value) => value ?? Number.NaN).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
const text = (value: number, digits = value < 1 ? 3 : 2): string => value.toFixed(digits).replace('.', ',')
const ms = (value: number): string => `${text(value, value < 10 ? 2 : 0)} ms`

/** The medians of a scenario; against another state the pairs' ratios. Targets are those of 10,000 articles on a server. */
function figuresOf(
  { name, take: own, least, most }: Scenario,
  [now = [], before]: Taken[][],
  kind: DatabaseKind,
): Figure[] {
  const of = (key: keyof Taken) => middle(now.map((taken) => taken[key]))
  if (before) {
    const ratios = now.map(({ value }, at) => value / (before[at]?.value ?? Number.NaN))
    const range = `(${text(Math.min(...ratios))} a ${text(Math.max(...ratios))})`
    const was = text(middle(before.map(({ value }) => value)))
    return [{ name, value: `${text(middle(ratios))} ${range}; ahora ${text(of('value'))}, antes ${was}` }]
  }
  const isJudged = kind === 'server' && articles === 10_000
  if (own) {
    const value = of('value')
    return [most !== undefined && isJudged ? atMost(name, value, most, ms) : { name, value: text(value) }]
  }
  const rate =
    least !== undefined && isJudged
      ? atLeast(name, of('perSecond'), least, rateText)
      : { name, value: rateText(of('perSecond')) }
  const slowest =
    most !== undefined && isJudged ? atMost('  p99', of('p99'), most, ms) : { name: '  p99', value: ms(of('p99')) }
  const database = Number.isNaN(of('databaseMs')) ? '' : `, de PostgreSQL ${ms(of('databaseMs'))}`
  return [rate, slowest, { name: '  procesador por respuesta', value: `${ms(of('cpuMs'))}${database}` }]
}

/** Searches by turns with a bare server that answers the same bytes: the share of its rate. */
async function besideBare({ bench }: Side): Promise<Figure> {
  const headers = { authorization: `Bearer ${bench.clients[0]?.token}` }
  const requests = searches().map((path): Request => ({ method: 'GET', path, headers }))
  const answers: [string, string][] = []
  for (const { path } of requests)
    answers.push([
      path,
      await (await fetch(bench.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })).text(),
    ])
  const folder = mkdtempSync(join(tmpdir(), 'bulto-bare-'))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const bare = spawn(process.execPath, ['--import', 'tsx', script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = (await once(createInterface({ input: bare.stdout }), 'line')) as [string]
    const shares: number[] = []
    for (let round = 0; round < rounds; round++) {
      const [shop, other] = [
        await load(bench.url, requests, { seconds }),
        await load(`http://127.0.0.1:${port}`, requests, { seconds }),
      ]
      shares.push(shop.perSecond / other.perSecond)
    }
    return atLeast('búsqueda, parte de un servidor desnudo', middle(shares), LEAST_SHARE, shareText)
  } finally {
    bare.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

let failed = false
const other = ref === undefined ? undefined : checkOut(ref)
/** What the two sides are; undefined: there is one. */
const withLists = lists > 0 ? `Con ${lists} listas frente a ninguna` : undefined
const comparedWith = ref === undefined ? withLists : `Este estado frente a ${ref}`
try {
  for (const kind of kinds) await measure(kind)
} finally {
  other?.remove()
}
process.exitCode = failed ? 1 : 0
