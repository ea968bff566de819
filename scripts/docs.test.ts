import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

/** Code spans that are paths of this repository: a slash or a file's ending, and neither a placeholder nor a call. */
function pathsIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => String(span))
  return [
    ...new Set(
      spans.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|tsx|mjs|cjs|json|md|html|css))$/.test(span)),
    ),
  ]
}

test('every path that ARCHITECTURE.md names exists', () => {
  const paths = pathsIn(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))
  expect(paths.length).toBeGreaterThanOrEqual(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each([
  ['`server/main.ts` and `server/ports/`', ['server/main.ts', 'server/ports/']],
  ['`npm test`, `/api/openapi.json`, `orders.routes`, `features/*/x.ts`', []],
  ['twice `tsconfig.json`, `tsconfig.json`', ['tsconfig.json']],
])('paths in %s', (markdown, paths) => {
  expect(pathsIn(markdown)).toEqual(paths)
})
