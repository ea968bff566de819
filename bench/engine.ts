/**
 * Measures the catalogue engine: `npx tsx bench/engine.ts [size …]`, by default 10,000 and 100,000 articles.
 * The worker is bundled first, as a build does, so that a rebuild is measured as the shop runs it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beginRebuild } from '../server/features/catalogue/engine/rebuild.ts'
import type { Snapshot } from '../server/features/catalogue/engine/snapshot.ts'
import { generateCatalogue } from './generate-catalogue.ts'
import { generateQueries } from './generate-queries.ts'

const ROWS_A_PIECE = 1_000
const QUERIES = 420
const ROUNDS = 40
const REBUILDS = 5

interface Target {
  readonly queryP99: number
  readonly rebuild: number
}
/** Milliseconds, by the largest catalogue they are for; a hold of the loop may last 25 in any. */
const TARGETS: readonly (Target & { readonly size: number })[] = [
  { size: 10_000, queryP99: 0.3, rebuild: 400 },
  { size: 100_000, queryP99: 1, rebuild: 2_500 },
]
const LONGEST_HOLD = 25

const quantile = (sorted: ArrayLike<number>, q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Milliseconds this thread has run, without its waits for a processor; undefined outside Linux. */
function threadRunTime(): number | undefined {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/**
 * How long one turn of the event loop took at most: `wall` by the clock, which on a busy machine counts the
 * neighbours too, and `ran`, what the thread itself computed in it.
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

/** Rebuilds as the shop does: pieces of text, one a turn of the loop, as they come from the database. */
async function measureRebuild(worker: URL, pieces: readonly string[]) {
  const loop = watchLoop()
  const begun = performance.now()
  const rebuild = beginRebuild(worker)
  for (const piece of pieces) {
    rebuild.add(piece)
    await setImmediate()
  }
  const snapshot = await rebuild.build()
  const time = performance.now() - begun
  await setTimeout(5)
  loop.stop()
  return { snapshot, time, hold: loop.hold }
}

function measureQueries(snapshot: Snapshot, queries: ReturnType<typeof generateQueries>) {
  const times = new Float64Array(queries.length * ROUNDS)
  const worst = { time: 0, query: queries[0] }
  for (const query of queries) snapshot.searchPage(query)
  let at = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of queries) {
      const begun = performance.now()
      snapshot.searchPage(query)
      const time = performance.now() - begun
      times[at++] = time
      if (round > 0 && time > worst.time) Object.assign(worst, { time, query })
    }
  }
  return { times: times.sort(), worst }
}

async function bundleWorker(folder: string): Promise<URL> {
  const outfile = join(folder, 'catalogue-worker.mjs')
  const source = new URL('../server/features/catalogue/engine/catalogue-worker.ts', import.meta.url)
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

/** The articles themselves are forgotten again: in the shop they never are in the main thread. */
function prepare(size: number) {
  const items = generateCatalogue({ size })
  return {
    queries: generateQueries(items, { count: QUERIES }),
    pieces: Array.from({ length: Math.ceil(size / ROWS_A_PIECE) }, (_, i) =>
      JSON.stringify(items.slice(i * ROWS_A_PIECE, (i + 1) * ROWS_A_PIECE)),
    ),
  }
}

async function measure(size: number, worker: URL): Promise<boolean> {
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
  const { times, worst } = measureQueries(snapshot, queries)
  const memory = snapshot.bytes / 2 ** 20
  const p99 = quantile(times, 0.99)
  const found = queries.filter((query) => snapshot.select(query).total > 0).length
  const microseconds = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(0)} µs`
  console.log(
    `${size.toLocaleString('en')} articles, ${queries.length} different queries (${found} find something)`,
  )
  console.log(
    `  query     p50 ${microseconds(quantile(times, 0.5))}, p99 ${microseconds(p99)}, worst ${microseconds(worst.time)} ${JSON.stringify(worst.query)}`,
  )
  console.log(`  rebuild   ${rebuildTimes.map((time) => time.toFixed(0)).join(', ')} ms`)
  console.log(
    `  loop held ${hold.ran.toFixed(1)} ms at the longest (${hold.wall.toFixed(1)} ms by the clock)`,
  )
  console.log(`  memory    ${memory.toFixed(1)} MiB of shared memory`)

  const target = TARGETS.find((one) => size <= one.size)
  return (
    !target ||
    (p99 < target.queryP99 && quantile(rebuildTimes, 0.5) < target.rebuild && hold.ran <= LONGEST_HOLD)
  )
}

const sizes = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
try {
  const worker = await bundleWorker(folder)
  for (const size of sizes.length > 0 ? sizes : TARGETS.map((target) => target.size)) {
    if (!(await measure(size, worker))) {
      console.log('  a target is missed')
      process.exitCode = 1
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
