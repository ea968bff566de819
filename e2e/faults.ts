/**
 * Faults of the whole shop, printed as tables.
 * `npm run test:faults`: 20 cuts in every phase of the embedded database's life; `-- --cuts 100` for more.
 * `npm run test:faults -- --kills 300`: SIGKILLs while every kind of work is in flight, half of them on the embedded database
 * and half on a PostgreSQL server; `--database embedded` or `server` for one alone, `--seed 7` for other moments,
 * `--kind PostgreSQL` to begin with that kind of work.
 * `npm run test:faults -- --only faults`: the named faults: full and read-only disks, services away, slow and babbling,
 * the clock, a restore while others knock; `--short` for three points, sizes and manners of each, `--kind reloj` for the
 * clock alone.
 */
import { parseArgs } from 'node:util'
import { type KillKind, type KillReport, killKinds, runKills } from '../testkit/faults/kill-run.ts'
import type { DatabaseKind } from '../testkit/shop.ts'

const { values, positionals } = parseArgs({
  options: {
    kills: { type: 'string' },
    cuts: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    database: { type: 'string', default: 'both' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const onProgress = (line: string) => console.error(`[cortes] ${line}`)

const faults = await run()
for (const fault of faults) console.log(`FALTA: ${fault}`)
console.log(`${faults.length} faltas`)
process.exitCode = faults.length === 0 ? 0 : 1

async function run(): Promise<readonly string[]> {
  if (values.only === 'faults') {
    const { runNamedFaults } = await import('../testkit/faults/named-faults.ts')
    return runNamedFaults(onProgress, values.short, values.kind)
  }
  const seed = countOf(values.seed)
  return values.kills === undefined
    ? cuts(countOf(values.cuts ?? positionals[0] ?? '20'), seed)
    : kills(countOf(values.kills), seed)
}

/** Cuts in every phase of the embedded database's life: the first initialisation, then every fourth start, and orders. */
function cuts(count: number, seed: number): Promise<readonly string[]> {
  const plan = Array.from(
    { length: count },
    (_, at): KillKind => (at === 0 ? 'init' : at % 4 === 2 ? 'start' : 'order'),
  )
  return report('embedded', plan, { seed, streams: 3, window: 120 })
}

async function kills(count: number, seed: number): Promise<readonly string[]> {
  const { database, kind: named } = values
  if (database !== 'both' && database !== 'embedded' && database !== 'server')
    throw new Error(`--database es embedded, server o both (vino «${database}»)`)
  const databases: DatabaseKind[] = database === 'both' ? ['embedded', 'server'] : [database]
  const found: string[] = []
  let first = named === undefined ? 0 : killKinds.indexOf(named as KillKind)
  if (first < 0) throw new Error(`--kind es uno de ${killKinds.join(', ')}`)
  for (const [at, kind] of databases.entries()) {
    const share = Math.floor((count + (at === 0 ? databases.length - 1 : 0)) / databases.length)
    const plan = Array.from({ length: share }, (_, nth) => killKinds[(first + nth) % killKinds.length] ?? 'order')
    // A short run has the first kinds of work on one database and the last ones on the other.
    first += share
    found.push(...(await report(kind, plan, { seed, streams: 20, window: 2_500 })))
  }
  return found
}

type Options = Omit<Parameters<typeof runKills>[1], 'database' | 'onProgress'>

/** Kills and prints what became of everything; answers the faults. */
async function report(database: DatabaseKind, plan: readonly KillKind[], options: Options): Promise<readonly string[]> {
  const { rows, slowestStart, faults: found }: KillReport = await runKills(plan, { ...options, database, onProgress })
  console.log(`\n${database}, semilla ${options.seed}; el arranque más lento, ${Math.round(slowestStart)} ms`)
  console.log('| trabajo en vuelo | cortes | confirmados | perdidos | repetidos | arranques rechazados |')
  console.log('|---|---|---|---|---|---|')
  for (const [kind, { kills: times, acknowledged, lost, doubled, refused }] of rows)
    if (times + acknowledged > 0)
      console.log(`| ${kind} | ${times} | ${acknowledged} | ${lost} | ${doubled} | ${refused} |`)
  return found.map((words) => `${database}: ${words}`)
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`La cantidad debe ser un número (vino «${text}»)`)
  return Number(text)
}
