#!/usr/bin/env node
// `npm run test:release [-- TEXT]`: what a landing leaves out: timed judgements, large counts, all cases of property tests, both
// databases. It takes hours and wants a quiet machine, as nothing is tried twice. The report with the figures of each command is
// written to test-results/release.md after each part. With TEXT, only the parts with it in their command run; what ran before on
// the same commit stays in the report, so that the parts can run on several nights.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fail, root, say } from './lib/prepare.mjs'
import { earlierOutcomes, reportOf } from './lib/release-report.mjs'
import { runParts, summaryOf } from './lib/run-parts.mjs'

const env = { TEST_CASES: 'all' }
/** @type {import('./lib/run-parts.mjs').Part[]} */
const PARTS = [
  { name: 'Pruebas en las dos bases', script: ['scripts/test.mjs', '--both'], isTests: true, env },
  { name: 'Archivos lentos', script: ['scripts/test.mjs', '.slow.', '--both'], isTests: true, env },
  // What may share the machine, the longest first.
  { name: 'SIGKILL durante cada trabajo', script: ['scripts/test-faults.mjs', '--kills', '300'], mayShare: true },
  { name: 'Pedidos sin señal', script: ['scripts/test-book.mjs', '--runs', '300'], mayShare: true },
  { name: 'Cortes de luz', script: ['scripts/test-faults.mjs', '--cuts', '100'], mayShare: true },
  { name: 'Fallas con nombre', script: ['scripts/test-faults.mjs', '--only', 'faults'], mayShare: true },
  { name: 'Doscientas personas y una ráfaga', script: ['scripts/test-load.mjs', '--minutes', '10'] },
  { name: 'Entradas raras y pesadas', script: ['scripts/test-abuse.mjs', '--inputs', '100000', '--full'] },
  { name: 'Tres instancias', script: ['scripts/test-cluster.mjs'] },
  { name: 'Tiempos del servidor', script: ['scripts/bench.mjs'] },
  { name: 'Tiempos de tres instancias', script: ['scripts/bench.mjs', '--instances', '3'] },
  { name: 'Tiempos en un celular lento', script: ['scripts/bench-web.mjs'] },
]

const wanted = process.argv.slice(2).join(' ')
const parts = PARTS.filter(({ script }) => script.join(' ').includes(wanted))
if (parts.length === 0) fail(`Ningún comando tiene «${wanted}».`)
const folder = join(root, 'test-results')
mkdirSync(folder, { recursive: true })
const kept = join(folder, 'release.json')

const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const changes = git('status', '--porcelain')
const state = git('rev-parse', '--short', 'HEAD') + (changes && ' con cambios sin guardar')
const [processor] = cpus()
const about = {
  commit: state,
  machine: `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  date: new Date().toISOString().slice(0, 10),
}
/** What ran on this commit, each part by its last run. What is not committed may be anything: it is joined to nothing. */
const byName = new Map((changes ? [] : earlierOutcomes(kept, state)).map((outcome) => [outcome.name, outcome]))

const started = Date.now()
const outcomes = await runParts(parts, {
  triesAgain: false,
  onOutcome(outcome) {
    byName.set(outcome.name, { ...outcome, date: about.date })
    const all = PARTS.flatMap(({ name }) => byName.get(name) ?? [])
    const missing = PARTS.map(({ name }) => name).filter((name) => !byName.has(name))
    writeFileSync(kept, JSON.stringify({ state, outcomes: all }))
    writeFileSync(join(folder, 'release.md'), reportOf(all, { ...about, missing }))
  },
})
const { lines, totals, isGood } = summaryOf(outcomes, (Date.now() - started) / 60_000)
for (const line of lines) say(line)
say('Informe: test-results/release.md')
console.log(`tests: ${totals.passed} passed, ${totals.failed} failed`)
process.exit(isGood ? 0 : 1)
