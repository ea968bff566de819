import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

const TREES = ['contract', 'engine', 'server', 'web', 'bench', 'e2e', 'testkit', 'scripts']
/** Names that something outside of the sources calls. */
const CALLED_FROM_ELSEWHERE: Record<string, string> = {
  teardown: 'vitest calls it after the run',
}
/** What tests are made with. */
const FOR_TESTS =
  /\.test\.tsx?$|^(server\/test|testkit|e2e|bench|scripts)\/|^[^/]+\.config\.ts$|\/(oracle\.ts$|(sample|test)-[^/]+(\.ts$|\/))/

const files = TREES.flatMap((tree) =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
    .map((file) => `${tree}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file)),
).concat('vite.config.ts', 'vitest.config.ts', 'playwright.config.ts')
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]))

/** Exports that nobody in `users` names, and that their own file names only once: where they are declared. */
function unused(file: string, users: readonly string[]): string[] {
  const text = texts.get(file) ?? ''
  const names = [...text.matchAll(/^export (?:async )?(?:const|let|function|class|type|interface) (\w+)/gm)]
  return names
    .map(([, name]) => String(name))
    .filter((name) => !(name in CALLED_FROM_ELSEWHERE))
    .filter((name) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length === 1)
    .filter((name) => !users.some((user) => user !== file && words.get(user)?.has(name)))
}

test('whatever is exported is used, and by the product itself where it is the product', () => {
  const product = files.filter((file) => !FOR_TESTS.test(file))
  const dead = [
    ...product.flatMap((file) => unused(file, product).map((name) => `${file}: ${name}`)),
    ...files
      .filter((file) => FOR_TESTS.test(file))
      .flatMap((file) => unused(file, files).map((name) => `${file}: ${name}`)),
  ]
  expect(product.length).toBeGreaterThan(200)
  expect(dead).toEqual([])
})
