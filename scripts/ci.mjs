#!/usr/bin/env node
// `.ci/run`, the landing check: everything that is counted, with as many kills, orders and sequences as fit into 35 minutes on
// two quiet cores. What is timed, and the large counts, run before a release: `npm run test:release`. All parts run even if one
// fails. A test, or a command that ended without having found a fault, may run twice; the last lines name it then.
import { say } from './lib/prepare.mjs'
import { runParts, summaryOf } from './lib/run-parts.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'

/** @type {import('./lib/run-parts.mjs').Part[]} */
const PARTS = [
  { name: 'controles y pruebas', script: ['scripts/test.mjs'], isTests: true },
  { name: 'archivos lentos', script: ['scripts/test.mjs', '.slow.', '--tagsFilter=!timed'], isTests: true },
  { name: 'navegador', script: ['scripts/test.mjs', 'e2e'], isTests: true },
  { name: 'sentencias y bytes de los pedidos más comunes', script: ['scripts/test-dearer.mjs'] },
  // What may share the machine, the longest first.
  {
    name: 'SIGKILL durante cada trabajo, en las dos bases',
    script: ['scripts/test-faults.mjs', '--kills', '14'],
    mayShare: true,
  },
  { name: 'cortes de luz', script: ['scripts/test-faults.mjs'], mayShare: true },
  { name: 'actualización mientras entran pedidos, y vuelta', script: ['scripts/test-upgrade.mjs'], mayShare: true },
  // The same sequences each time, so that a failure is this commit's; a release tries others, and those about lists too.
  {
    name: 'pedidos sin señal',
    script: ['scripts/test-book.mjs', '--only', 'book', '--runs', '20', '--seed', '176262996'],
    mayShare: true,
  },
  { name: 'tres instancias', script: ['scripts/test-cluster.mjs', '500'], mayShare: true },
  { name: 'entradas raras', script: ['scripts/test-abuse.mjs', '--only', 'odd'], mayShare: true },
  { name: 'paquetes de producción', script: ['scripts/test-production.mjs'], mayShare: true },
]

/** Whoever runs the check ends it after ninety minutes, without a word on what was slow. */
const LIMIT_MINUTES = 85

// The configurations of both test runners read it: a failed test runs once more, and no test may be alone by `only`.
process.env.CI = '1'
// A kill loses nothing that a system call wrote, in memory or on a disk; what a disk adds is time, which a release measures.
process.env.TMPDIR = makeTestFolder()
const started = Date.now()
const outcomes = await runParts(PARTS, { triesAgain: true, minutes: LIMIT_MINUTES })
const { lines, totals, isGood } = summaryOf(outcomes, (Date.now() - started) / 60_000)
for (const line of lines) say(line)
console.log(`tests: ${totals.passed} passed, ${totals.failed} failed`)
process.exit(isGood ? 0 : 1)
