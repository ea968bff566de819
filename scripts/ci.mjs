#!/usr/bin/env node
// `.ci/run`: `npm test`, the slow files, the browser tests, then the slow commands. All of them run even if one fails; each slow
// command counts as one test. The limit is ninety minutes on two cores, eight of them for `npm test`. On a machine that is so
// busy that the limit is near, the commands that are left are skipped and told, as the tests before them cover each feature.
import { runScript, say, seconds } from './lib/prepare.mjs'
import { addTotals, readFailures, readTotals, reports } from './lib/test-totals.mjs'

/**
 * Names and commands, with as many kills, orders and sequences as fit into the limit. A release runs more of them:
 * `test:faults -- --kills 300`, `-- --cuts 100` and `-- --only faults`, `test:load -- --minutes 10`,
 * `test:abuse -- --inputs 100000 --full`, `test:cluster` and `test:book -- --runs 300`.
 */
const SLOW = [
  { name: 'sentencias y bytes de los pedidos más comunes', script: ['scripts/test-dearer.mjs'] },
  { name: 'cortes de luz', script: ['scripts/test-faults.mjs'] },
  {
    name: 'SIGKILL durante cada trabajo, en las dos bases',
    script: ['scripts/test-faults.mjs', '--kills', '14'],
  },
  { name: 'doscientas personas a la vez y una ráfaga', script: ['scripts/test-load.mjs'], isTimed: true },
  { name: 'entradas raras y pesadas', script: ['scripts/test-abuse.mjs', '--held', '250'], isTimed: true },
  // The same sequences each time, so that a failure is this commit's; a release tries others.
  { name: 'pedidos sin señal', script: ['scripts/test-book.mjs', '--runs', '20', '--seed', '176262996'] },
  { name: 'tres instancias', script: ['scripts/test-cluster.mjs', '500'] },
  { name: 'paquetes de producción', script: ['scripts/test-production.mjs'] },
  { name: 'actualización mientras entran pedidos, y vuelta', script: ['scripts/test-upgrade.mjs'] },
]

/** Minutes after which no command begins, nor a second try; the longest takes five on a quiet machine. */
const LAST_START = 78

const started = Date.now()
const isInTime = () => Date.now() - started < LAST_START * 60_000
let failed = false
/** Failures, printed again at the end of the long log. @type {string[]} */
const failures = []
let totals = { passed: 0, failed: 0, skipped: 0 }
for (const filters of [[], ['.slow.'], ['e2e']]) {
  const isGood = (await runScript(['scripts/test.mjs', ...filters])) === 0
  const part = readTotals(reports)
  // A run that stops before its first test (format, types, the build) counts as a failure, too.
  totals = addTotals(totals, isGood || part.failed > 0 ? part : { ...part, failed: 1 })
  if (!isGood) failures.push([`npm test ${filters.join(' ')}`, ...readFailures(reports)].join('\n'))
  failed ||= !isGood
}
for (const { name, script, isTimed = false } of SLOW) {
  const since = Date.now()
  if (!isInTime()) {
    say(`${name}: omitida, no queda tiempo`)
    totals = addTotals(totals, { passed: 0, failed: 0, skipped: 1 })
    continue
  }
  say(`${name}…`)
  let isGood = (await runScript(script)) === 0
  // A time depends on what else the machine does: it is measured once more. A lost order is a fault the first time.
  if (!isGood && isTimed && isInTime()) {
    say(`${name}: MAL, ${seconds(since)}; otra vez…`)
    isGood = (await runScript(script)) === 0
  }
  say(`${name}: ${isGood ? 'bien' : 'MAL'}, ${seconds(since)}`)
  totals = addTotals(totals, { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })
  if (!isGood) failures.push(name)
  failed ||= !isGood
}
for (const failure of failures) say(`MAL: ${failure}`)
say(`Todo en ${seconds(started)}.`)
console.log(`tests: ${totals.passed} passed, ${totals.failed} failed`)
process.exit(failed ? 1 : 0)
