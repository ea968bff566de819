/** The lock file serves every system, whichever one wrote it (docs/decisions/0126). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>
}

/** The places where Node looks for a package that the one at `path` names, nearest first. */
function placesOf(name: string, path: string): string[] {
  const own = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
  if (path === '') return [own]
  const at = path.lastIndexOf('/node_modules/')
  return [own, ...placesOf(name, at < 0 ? '' : path.slice(0, at))]
}

test('each optional package that a package names is in the lock file', () => {
  const named = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  const absent = named.filter(({ path, name }) => !placesOf(name, path).some((place) => packages[place]))
  expect(absent).toEqual([])
})

test('no package names the address that it was fetched from', () => {
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved !== undefined)).toEqual([])
})
