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
import { type Moment, runFaults } from '../testkit/faults/fault-run.ts'
import { type KillKind, type KillReport, killKinds, runKills } from '../testkit/faults/kill-run.ts'
import type { DatabaseKind } from '../testkit/faults/kill-world.ts'

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
  if (values.kills !== undefined) return kills(countOf(values.kills))
  return cuts(countOf(values.cuts ?? positionals[0] ?? '20'))
}

async function cuts(count: number): Promise<readonly string[]> {
  /** The first initialisation, then every fourth start, and orders for the rest. */
  const moments = Array.from(
    { length: count },
    (_, at): Moment => (at === 0 ? 'init' : at % 4 === 2 ? 'start' : 'orders'),
  )
  const countAt = (moment: Moment) => moments.filter((planned) => planned === moment).length
  const { acknowledged, interrupted, reopened, ...done } = await runFaults({ moments, onProgress })
  console.log(
    `${done.kills} cortes (${countAt('init')} en la primera inicialización, ${countAt('start')} durante el arranque, ` +
      `${countAt('orders')} durante pedidos): ${acknowledged} pedidos confirmados, ` +
      `${interrupted} de ellos al repetir un envío interrumpido; la carpeta abrió ${reopened} veces`,
  )
  return done.faults
}

async function kills(count: number): Promise<readonly string[]> {
  const { database } = values
  if (database !== 'both' && database !== 'embedded' && database !== 'server')
    throw new Error(`--database es embedded, server o both (vino «${database}»)`)
  const databases: DatabaseKind[] = database === 'both' ? ['embedded', 'server'] : [database]
  const seed = countOf(values.seed)
  const found: string[] = []
  const { kind: named } = values
  let first = named === undefined ? 0 : killKinds.indexOf(named as KillKind)
  if (first < 0) throw new Error(`--kind es uno de ${killKinds.join(', ')}`)
  for (const [at, kind] of databases.entries()) {
    const share = Math.floor((count + (at === 0 ? databases.length - 1 : 0)) / databases.length)
    const report = await runKills(share, { database: kind, seed, first, onProgress })
    // A short run has the first kinds of work on one database and the last ones on the other.
    first += share
    printTable(kind, report)
    found.push(...report.faults.map((words) => `${kind}: ${words}`))
  }
  return found
}

function printTable(database: DatabaseKind, { rows, slowestStart }: KillReport): void {
  console.log(`\n${database}, semilla ${values.seed}; el arranque más lento, ${Math.round(slowestStart)} ms`)
  console.log('| trabajo en vuelo | cortes | confirmados | perdidos | repetidos | arranques rechazados |')
  console.log('|---|---|---|---|---|---|')
  for (const kind of killKinds) {
    const { kills, acknowledged, lost, doubled, refused } = rows[kind]
    console.log(`| ${kind} | ${kills} | ${acknowledged} | ${lost} | ${doubled} | ${refused} |`)
  }
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`La cantidad debe ser un número (vino «${text}»)`)
  return Number(text)
}
