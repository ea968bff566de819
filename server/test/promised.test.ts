/**
 * What docs/promised.txt lists is still there (R417): calls with the fields they take and answer, columns of a feed's files,
 * settings, commands. PROMISED=write adds what is new; with PROMISED=whole, as `npm run release` asks, what is new and not in
 * the list fails, too.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandForms } from '../cli/run.ts'
import { keys } from '../config-keys.ts'
import type { Column } from '../ports/erp/columns.ts'
import { feedTables, formats } from '../ports/erp/formats.ts'
import { openTestApp } from './test-app.ts'
import { openTestDatabase } from './test-database.ts'

const file = join(import.meta.dirname, '../../docs/promised.txt')

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** Names of the fields of a value, those inside with the way to them: 'filas', 'filas.ID_ART'. */
function fieldsOf(schema: Schema | undefined, way = ''): string[] {
  if (!schema) return []
  const { properties = {}, items, prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema
  const inside = [...(items ? [items] : []), ...prefixItems, ...anyOf, ...oneOf, ...allOf]
  return [
    ...inside.flatMap((part) => fieldsOf(part, way)),
    ...Object.entries(properties).flatMap(([name, part]) => {
      const place = way === '' ? name : `${way}.${name}`
      return [place, ...fieldsOf(part, place)]
    }),
  ]
}
const fieldsIn = (content: Content = {}) => Object.values(content).flatMap(({ schema }) => fieldsOf(schema))

function linesOfCall(call: string, { parameters, requestBody, responses }: Operation): string[] {
  return [
    call,
    ...parameters.map(({ name, in: place }) => `${call} ${place} ${name}`),
    ...fieldsIn(requestBody?.content).map((field) => `${call} takes ${field}`),
    ...fieldsIn(responses[200]?.content).map((field) => `${call} answers ${field}`),
  ]
}

/** One line for each call and what of it: 'GET /api/… answers ID_ART CODIGO_ART'. */
function inShort(facts: readonly string[]): string {
  const lines = new Map<string, string[]>()
  for (const fact of facts) {
    const [, beginning = fact, name] =
      /^(.+? (?:path|query|header|takes|answers|column|option)) (\S+)$/.exec(fact) ?? []
    const names = lines.get(beginning) ?? []
    if (name !== undefined) names.push(name)
    lines.set(beginning, names)
  }
  return [...lines].map(([beginning, names]) => `${[beginning, ...names].join(' ')}\n`).join('')
}

/** The facts of such lines again. */
const factsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, beginning, names = ''] =
        /^(.+? (?:path|query|header|takes|answers|column|option)) (.+)$/.exec(line) ?? []
      return beginning === undefined ? [line] : names.split(' ').map((name) => `${beginning} ${name}`)
    })

async function linesOfCalls(): Promise<string[]> {
  const database = await openTestDatabase('embedded')
  const app = await openTestApp(database.db)
  try {
    const { json } = await app.visitor.request('GET', '/api/openapi.json')
    const paths = json.paths as Record<string, Record<string, Operation>>
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const call = `${method.toUpperCase()} ${path}`
        // The short address of a call is the same registration (R1).
        const isShort = path.replace('/api/', '/api/pedidos/') in paths
        return isShort ? [call] : linesOfCall(call, operation)
      }),
    )
  } finally {
    await app.close()
    await database.close()
  }
}

const linesOfFiles = (): string[] =>
  feedTables.flatMap((table) => {
    const { file: name, columns } = formats[table]
    const headings: Readonly<Record<string, Column<unknown>>> = columns
    return Object.values(headings).map(({ heading }) => `file ${name} column ${heading}`)
  })

test('every call, field, column, setting and command of the list is there', async () => {
  const commands = (await commandForms()).flatMap(({ usage, options }) => [
    `command ${usage}`,
    ...options.map((option) => `command ${usage} option ${option}`),
  ])
  const settings = keys.map((key) => `setting ${key}`)
  const now = [...new Set([...(await linesOfCalls()), ...linesOfFiles(), ...settings, ...commands])].toSorted()
  expect(now.length).toBeGreaterThan(1_000)
  const promised = factsOf(readFileSync(file, 'utf8'))
  const there = new Set(now)
  expect(promised.filter((fact) => !there.has(fact))).toEqual([])
  if (process.env.PROMISED === 'write') writeFileSync(file, inShort(now))
  const listed = new Set(factsOf(inShort(now)))
  expect(now.filter((fact) => !listed.has(fact))).toEqual([])
  const known = new Set(promised)
  if (process.env.PROMISED === 'whole') expect(now.filter((fact) => !known.has(fact))).toEqual([])
})
