#!/usr/bin/env node
// `npm test`: the checks and every test that needs no browser, without the files named *.slow.test.ts (`npm run test:slow`).
// `npm test -- some/file` runs those tests alone, slow or not. A path that begins with e2e runs in the browser, and
// `npm test -- e2e` (`npm run test:browser`) runs all browser tests. With --both, tests of the server run on both databases.
// Other options go to the test runner, for example `npm run test:slow -- --tagsFilter='!timed'` (what a landing runs).
import { rmSync } from 'node:fs'
import { browserPath } from './lib/browser-path.mjs'
import { prepare, runNode, runScript, runTool, say, seconds } from './lib/prepare.mjs'
import { linkTestDatabase } from './lib/test-database.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'
import { readTotals, reports } from './lib/test-totals.mjs'

const started = Date.now()
const filters = process.argv.slice(2).filter((argument) => argument !== '--both')
if (process.argv.includes('--both')) process.env.TEST_DATABASES = 'both'
const all = filters.every((filter) => filter.startsWith('--'))
const inBrowser = filters.some((filter) => filter.startsWith('e2e'))

await prepare({ build: false })
linkTestDatabase()
// The browser stays where it was unpacked once; what the tests write goes with them.
if (inBrowser) process.env.CHROMIUM_PATH = await browserPath()
process.env.TMPDIR = makeTestFolder()
for (const report of Object.values(reports)) rmSync(report, { force: true })

/** @type {[name: string, wanted: boolean, run: () => Promise<number>][]} */
const steps = [
  ['controles', all, () => runScript(['scripts/check.mjs'])],
  ['compilación', inBrowser, () => runNode(['scripts/build.mjs'])],
  ['pruebas (vitest)', all || !inBrowser, runVitest],
  ['pruebas en el navegador (playwright)', inBrowser, runPlaywright],
]

let exitCode = 0
for (const [name, wanted, run] of steps) {
  if (!wanted) continue
  const since = Date.now()
  say(`${name}…`)
  exitCode = await run()
  say(`${name}: ${exitCode === 0 ? 'bien' : 'MAL'}, ${seconds(since)}`)
  if (exitCode !== 0) break
}

const { passed, failed, skipped } = readTotals(reports)
say(`Todo en ${seconds(started)}${skipped > 0 ? `; ${skipped} pruebas omitidas` : ''}.`)
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exit(exitCode)

function runVitest() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
  const without = all ? ['--exclude=**/*.slow.test.ts'] : []
  return runTool('vitest', ['run', ...reporters, ...without, ...filters])
}

function runPlaywright() {
  const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright }
  return runTool('playwright', ['test', '--reporter=list,json', ...filters], report)
}
