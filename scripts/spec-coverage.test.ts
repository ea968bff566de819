/** docs/spec-coverage.md says where each part of the specification is; these tests compare it with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressesOf } from '../contract/endpoint.ts'
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
const isNext = ({ where }: Row) => /^next \((documents|ERP)\)$/.test(where)
const built = rows.filter((row) => !isNext(row))

/** The calls of a row (`GET productos/item/{id}`), with whole addresses and `:` for any parameter. */
const callsOf = ({ what }: Row) =>
  [...what.matchAll(/`(GET|POST|PUT|DELETE) ([^`]+)`/g)].map(
    ([, method, path]) => `${method} /api/${path?.replace(/\{\w+\}/g, ':')}`,
  )

test('each row says where it lives and what shows it', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(built.filter(({ where, shownBy }) => !where || !shownBy).map(({ what }) => what)).toEqual([])
})

test('every file it names exists', () => {
  const files = built.flatMap(({ where }) => where.split(/,\s*/))
  expect(files.filter((file) => !existsSync(root + file))).toEqual([])
})

test('every test it names exists', () => {
  const missing = built
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
  const missing = built
    .flatMap(({ what }) => [...what.matchAll(/(?<![\wáéíóú])'([^']+)'/g)].map(([, text]) => text ?? ''))
    // A placeholder divides the text into pieces.
    .flatMap((text) => text.split(/\{\w+\}|…/))
    .map((piece) => piece.replaceAll('\\|', '|').trim())
    .filter((piece) => piece.length > 2 && !sources.includes(piece))
  expect(missing).toEqual([])
})

withDatabase('embedded', (database) => {
  test('the running application answers every call of the specification that is not marked next', async () => {
    const app = await openTestApp(database().db)
    const served = new Set(
      app.endpoints.flatMap(({ method, path }) =>
        addressesOf(path).map((address) => `${method} ${address.replace(/:\w+/g, ':')}`),
      ),
    )
    await app.close()
    const calls = built.flatMap(callsOf)
    expect(calls.length).toBeGreaterThan(70)
    expect(calls.filter((call) => !served.has(call))).toEqual([])
    expect(
      rows
        .filter(isNext)
        .flatMap(callsOf)
        .filter((call) => served.has(call)),
    ).toEqual([])
  })
})
