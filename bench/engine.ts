/**
 * Measures queries and rebuilds of the catalogue engine at 10,000 and 100,000 articles.
 * The worker is bundled first, as the build does it, so that a rebuild is measured as the shop runs it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beginRebuild } from '../server/catalogue/snapshot/rebuild.ts'
import { generateCatalogue } from '../testkit/generate-catalogue.ts'
import { generateQueries } from './generate-queries.ts'

const ROWS_A_PIECE = 1_000
const QUERIES = 420
const ROUNDS = 40
const REBUILDS = 5

/** Figures of one size; times in milliseconds. */
export interface EngineFigures {
  /** Articles. */
  readonly size: number
  /** Number of different queries. */
  readonly queries: number
  readonly queryP50: number
  readonly queryP99: number
  /** Counting how many articles of a search each place of the tree has (R221). */
  readonly countsP50: number
  readonly countsP99: number
  /** The median of several. */
  readonly rebuild: number
  /** Processor time of the longest turn of the main thread's loop during the rebuilds. */
  readonly held: number
  /** The longest turn by the clock, which on a busy machine counts other processes too. */
  readonly heldByClock: number
  /** Size of the snapshot. */
  readonly megabytes: number
}

const quantile = (sorted: ArrayLike<number>, q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Milliseconds for which this thread has had a processor; undefined outside Linux. */
function threadRunTime(): number | undefined {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/**
 * Watches the longest turn of the event loop, in milliseconds: `ran` by the thread's processor time, and `wall` by the
 * clock, which on a busy machine counts other processes too.
 */
function watchLoop() {
  const hold = { wall: 0, ran: 0 }
  let last = performance.now()
  let lastRun = threadRunTime()
  const timer = setInterval(() => {
    const now = performance.now()
    const run = threadRunTime()
    hold.wall = Math.max(hold.wall, now - last)
    hold.ran = Math.max(hold.ran, run === undefined || lastRun === undefined ? now - last : run - lastRun)
    last = now
    lastRun = run
  }, 1)
  return {
    hold,
    stop: () => clearInterval(timer),
  }
}

/** Rebuilds as the shop does: it adds one piece of the database's text in each turn of the loop. */
async function measureRebuild(worker: URL, pieces: readonly string[]) {
  const loop = watchLoop()
  const begun = performance.now()
  const rebuild = beginRebuild(worker)
  for (const piece of pieces) {
    rebuild.add(piece)
    await setImmediate()
  }
  const { snapshot, whole } = await rebuild.build(1)
  const time = performance.now() - begun
  await setTimeout(5)
  loop.stop()
  // The worker still makes the devices' catalogue: without the wait the next rebuild and the queries would be slower.
  await whole
  return { snapshot, time, hold: loop.hold }
}

/** The times of each query in each round, ascending. */
function measureQueries<Q>(queries: readonly Q[], ask: (query: Q) => unknown): Float64Array {
  const times = new Float64Array(queries.length * ROUNDS)
  for (const query of queries) ask(query)
  let at = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of queries) {
      const begun = performance.now()
      ask(query)
      times[at++] = performance.now() - begun
    }
  }
  return times.sort()
}

async function bundleWorker(folder: string): Promise<URL> {
  const outfile = join(folder, 'catalogue-worker.mjs')
  const source = new URL('../server/catalogue/snapshot/catalogue-worker.ts', import.meta.url)
  await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return pathToFileURL(outfile)
}

/** Makes queries and rows. The articles themselves are freed on return, as the shop's main thread never has them. */
function prepare(size: number) {
  const items = generateCatalogue({ size })
  return {
    queries: generateQueries(items, { count: QUERIES }),
    pieces: Array.from({ length: Math.ceil(size / ROWS_A_PIECE) }, (_, i) =>
      JSON.stringify(items.slice(i * ROWS_A_PIECE, (i + 1) * ROWS_A_PIECE)),
    ),
  }
}

async function measure(size: number, worker: URL): Promise<EngineFigures> {
  const { queries, pieces } = prepare(size)
  const first = await measureRebuild(worker, pieces)
  const rebuildTimes = [first.time]
  let { snapshot, hold } = first
  for (let i = 1; i < REBUILDS; i++) {
    const next = await measureRebuild(worker, pieces)
    snapshot = next.snapshot
    rebuildTimes.push(next.time)
    hold = { wall: Math.max(hold.wall, next.hold.wall), ran: Math.max(hold.ran, next.hold.ran) }
  }
  rebuildTimes.sort((a, b) => a - b)
  const times = measureQueries(queries, snapshot.searchPage)
  const counting = measureQueries(queries, snapshot.placesOf)
  return {
    size,
    queries: queries.length,
    queryP50: quantile(times, 0.5),
    queryP99: quantile(times, 0.99),
    countsP50: quantile(counting, 0.5),
    countsP99: quantile(counting, 0.99),
    rebuild: quantile(rebuildTimes, 0.5),
    held: hold.ran,
    heldByClock: hold.wall,
    megabytes: snapshot.bytes / 2 ** 20,
  }
}

/** Measures the engine at each size, on one bundle of the worker. */
export async function measureEngine(sizes: readonly number[]): Promise<EngineFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  try {
    const worker = await bundleWorker(folder)
    const figures: EngineFigures[] = []
    for (const size of sizes) figures.push(await measure(size, worker))
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}
