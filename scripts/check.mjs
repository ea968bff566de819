#!/usr/bin/env node
// `npm run check`: format, lint, types, import rules. With `-- --fix` it mends what it can.
import { prepare, root, runTool, say, seconds } from './lib/prepare.mjs'

await prepare({ build: false })
const fix = process.argv.includes('--fix')

/** @type {[name: string, run: () => Promise<number>][]} */
const checks = [
  ['formato y estilo (biome)', () => runTool('biome', ['check', '--error-on-warnings', ...(fix ? ['--write'] : [])])],
  [
    'errores frecuentes (oxlint)',
    () => runTool('oxlint', ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : [])]),
  ],
  ['tipos (tsc)', () => runTool('tsc', ['-p', '.'])],
  ['reglas de importación (dependency-cruiser)', importRules],
  ['código sin uso (knip)', unusedCode],
]

const failed = []
for (const [name, run] of checks) {
  const started = Date.now()
  const code = await run()
  say(`${code === 0 ? 'bien' : 'MAL '} ${name}, ${seconds(started)}`)
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) say(`Hay problemas en: ${failed.join('; ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function importRules() {
  const { checkImports } = await import('./lib/import-rules.mjs')
  const { broken } = await checkImports(root)
  for (const line of broken) console.error(line)
  return broken.length === 0 ? 0 : 1
}

/** What nobody uses, and apart from it what of the product only tests use. */
async function unusedCode() {
  const codes = await Promise.all([
    runTool('knip', ['--no-progress']),
    runTool('knip', ['--no-progress', '--production', '--include', 'files,exports,types']),
  ])
  return Math.max(...codes)
}
