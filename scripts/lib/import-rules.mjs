/** Reads the sources with dependency-cruiser and reports imports that break a rule of .dependency-cruiser.cjs. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'

const require = createRequire(import.meta.url)
const TREES = ['contract', 'engine', 'server', 'web', 'try', 'bench', 'e2e', 'testkit', 'scripts']

readJsx(require('@swc/core'))

/** @type {import('dependency-cruiser').IConfiguration} */
const { forbidden = [], options = {} } = require('../../.dependency-cruiser.cjs')

export const ruleNames = forbidden.map(({ name }) => String(name))

/**
 * @param {string} baseDir A folder with some of the trees.
 * @returns {Promise<{ modules: string[], imports: number, arrows: [from: string, to: string][], broken: string[] }>}
 *   The trees' own modules, how many imports they have, each import of one by another, and the broken rules as
 *   'rule: from -> to'.
 */
export async function checkImports(baseDir) {
  const trees = TREES.filter((tree) => existsSync(join(baseDir, tree)))
  const { output } = await cruise(trees, { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  if (typeof output === 'string') throw new Error(output)
  return {
    modules: output.modules
      .map(({ source }) => source)
      .filter((source) => trees.some((tree) => source.startsWith(`${tree}/`))),
    imports: output.summary.totalDependenciesCruised ?? 0,
    arrows: output.modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => /** @type {[string, string]} */ ([source, resolved])),
    ),
    broken: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  }
}

/**
 * dependency-cruiser has swc parse every file as plain TypeScript, in which JSX is a syntax error, and has no setting for
 * it. This makes swc parse .tsx files with JSX.
 * @param {{ parseFileSync: (file: string, options?: object) => unknown }} swc
 */
function readJsx(swc) {
  const { parseFileSync } = swc
  swc.parseFileSync = (file, parseOptions) => parseFileSync(file, { ...parseOptions, tsx: file.endsWith('.tsx') })
}
