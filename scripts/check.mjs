#!/usr/bin/env node
// `npm run check`: format, lint, types, import rules. With `-- --fix` it mends what can be mended.
import { prepare, runTool, say, seconds } from './lib/prepare.mjs'

await prepare({ build: false })
const fix = process.argv.includes('--fix')

/** @type {[name: string, tool: string, args: string[]][]} */
const checks = [
  ['formato y estilo (biome)', 'biome', ['check', '--error-on-warnings', ...(fix ? ['--write'] : [])]],
  ['errores frecuentes (oxlint)', 'oxlint', ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : [])]],
  ['tipos (tsc)', 'tsc', ['-p', '.']],
  ['reglas de importación (dependency-cruiser)', 'depcruise', ['contract', 'server', 'web']],
]

const failed = []
for (const [name, tool, args] of checks) {
  const started = Date.now()
  const code = await runTool(tool, args)
  say(`${code === 0 ? 'bien' : 'MAL '} ${name}, ${seconds(started)}`)
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) say(`Hay problemas en: ${failed.join('; ')}`)
process.exit(failed.length > 0 ? 1 : 0)
