/** docs/spec-coverage.md says where each part of the specification is; these tests compare it with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressesOf, type Endpoint } from '../contract/endpoint.ts'
import { openTestApp } from '../server/test/test-app.ts'
import { withDatabase } from '../server/test/test-database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}docs/spec-coverage.md`, 'utf8')

interface Row {
  what: string
  where: string
  shownBy: string
}
const rows: Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
  .map((line) => {
    const [, what = '', where = '', shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { what, where, shownBy }
  })

/** The calls of a row (`GET productos/item/{id}`), with whole addresses and `:` for any parameter. */
const callsOf = ({ what }: Row) =>
  [...what.matchAll(/`(GET|POST|PUT|DELETE) ([^`]+)`/g)].map(
    ([, method, path]) => `${method} /api/${path?.replace(/\{\w+\}/g, ':')}`,
  )

test('each row says where it lives and what shows it', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ where, shownBy }) => !where || !shownBy).map(({ what }) => what)).toEqual([])
})

test('every file it names exists', () => {
  const files = rows.flatMap(({ where }) => where.split(/,\s*/))
  expect(files.filter((file) => !existsSync(root + file))).toEqual([])
})

test('every test it names exists', () => {
  const missing = rows
    .flatMap(({ shownBy }) => shownBy.split(/;\s+(?=[\w/-]+\.(?:test|spec)\.)/))
    .filter((name) => {
      const [file = '', title = ''] = name.split(' › ')
      return !existsSync(root + file) || !readFileSync(root + file, 'utf8').includes(title)
    })
  expect(missing).toEqual([])
})

test('every text it quotes stands in a source', () => {
  const sources = ['contract', 'engine', 'server', 'web']
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n')
    .replace(/\s+/g, ' ')
  const missing = rows
    .flatMap(({ what }) => [...what.matchAll(/(?<![\wáéíóú])'([^']+)'/g)].map(([, text]) => text ?? ''))
    // A placeholder divides the text into pieces.
    .flatMap((text) => text.split(/\{\w+\}|…/))
    .map((piece) => piece.replaceAll('\\|', '|').trim())
    .filter((piece) => piece.length > 2 && !sources.includes(piece))
  expect(missing).toEqual([])
})

/** Files below a folder of the repository. */
const filesIn = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const textOf = (file: string): string => readFileSync(root + file, 'utf8')

test('the row of a call names the file that registers it', async () => {
  const routes = filesIn('server')
    .filter((file) => file.endsWith('.routes.ts'))
    .map((file) => ({ file, text: textOf(file) }))
  const filesOf = new Map<string, string[]>()
  for (const contract of filesIn('contract').filter((file) => /^[^.]+\.ts$/.test(file))) {
    const exported: Record<string, unknown> = await import(`${root}${contract}`)
    for (const [name, call] of Object.entries(exported)) {
      const { method, path } = (call ?? {}) as Partial<Endpoint>
      if (!method || !path) continue
      const files = routes
        .filter(({ text }) => text.includes(`/${contract}'`) && new RegExp(`\\b${name}\\b`).test(text))
        .map(({ file }) => file)
      for (const address of addressesOf(path)) filesOf.set(`${method} ${address.replace(/:\w+/g, ':')}`, files)
    }
  }
  const wrong = rows.flatMap((row) =>
    callsOf(row)
      .filter((call) => !filesOf.get(call)?.some((file) => row.where.split(/,\s*/).includes(file)))
      .map((call) => `${call}: ${filesOf.get(call)?.join(', ')}, not ${row.where}`),
  )
  expect(filesOf.size).toBeGreaterThan(150)
  expect(wrong).toEqual([])
})

withDatabase('embedded', (database) => {
  test('the running application answers every call of the specification', async () => {
    const app = await openTestApp(database().db)
    const served = new Set(
      app.endpoints.flatMap(({ method, path }) =>
        addressesOf(path).map((address) => `${method} ${address.replace(/:\w+/g, ':')}`),
      ),
    )
    await app.close()
    const calls = rows.flatMap(callsOf)
    expect(calls.length).toBeGreaterThan(70)
    expect(calls.filter((call) => !served.has(call))).toEqual([])
  })
})
