/**
 * Measures the catalogue engine: `npx tsx bench/engine.ts [size …]`, by default 10,000 and 100,000 articles.
 * The worker is bundled first, as a build does, so that a rebuild is measured as the shop runs it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
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

/** The longest time between two turns of the event loop, from the call until stop(). */
function watchLoop() {
  let longest = 0
  let last = performance.now()
  let watching = true
  const turn = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (watching) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop(): number {
      watching = false
      return Math.max(longest, performance.now() - last)
    },
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Rebuilds as the shop does: pieces of text, one a turn of the loop, as they come from the database. */
async function measureRebuild(worker: URL, pieces: readonly string[]) {
  const loop = watchLoop()
  const begun = performance.now()
  const rebuild = beginRebuild(worker)
  for (const piece of pieces) {
    rebuild.add(piece)
    await nextTurn()
  }
  const snapshot = await rebuild.build()
  const time = performance.now() - begun
  await nextTurn()
  return { snapshot, time, hold: loop.stop() }
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
  const rebuilds = []
  for (let i = 0; i < REBUILDS; i++) rebuilds.push(await measureRebuild(worker, pieces))
  const last = rebuilds.at(-1)
  if (!last) throw new Error('No rebuild was made')
  const { times, worst } = measureQueries(last.snapshot, queries)

  const rebuildTimes = rebuilds.map(({ time }) => time).sort((a, b) => a - b)
  const hold = Math.max(...rebuilds.map((rebuild) => rebuild.hold))
  const memory = last.snapshot.bytes / 2 ** 20
  const p99 = quantile(times, 0.99)
  const found = queries.filter((query) => last.snapshot.select(query).total > 0).length
  const microseconds = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(0)} µs`
  console.log(
    `${size.toLocaleString('en')} articles, ${queries.length} different queries (${found} find something)`,
  )
  console.log(
    `  query     p50 ${microseconds(quantile(times, 0.5))}, p99 ${microseconds(p99)}, worst ${microseconds(worst.time)} ${JSON.stringify(worst.query)}`,
  )
  console.log(`  rebuild   ${rebuildTimes.map((time) => time.toFixed(0)).join(', ')} ms`)
  console.log(`  loop held ${hold.toFixed(1)} ms at the longest`)
  console.log(`  memory    ${memory.toFixed(1)} MiB of shared memory`)

  const target = TARGETS.find((one) => size <= one.size)
  return (
    !target || (p99 < target.queryP99 && quantile(rebuildTimes, 0.5) < target.rebuild && hold <= LONGEST_HOLD)
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
