/** Inputs that no screen sends: most of a call's fields as its schema has them, some of them odd. Repeatable by seed. */
import type { Random } from '../random.ts'
import type { Call, Field, Input, Schema } from './calls.ts'

const ODD_TEXTS = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '0x10',
  '1.5',
  '1,5',
  '١٢',
  'toString',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202eabc',
  'á̂̃'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  "'; drop table article; --",
  '<script>alert(1)</script>',
  '=1+1',
  '31/02/2026',
  '2026-13-45',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20',
  'x'.repeat(5_000),
  ','.repeat(2_000),
  '{"a":1}',
  '[1,2]',
] as const
const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 1e9 },
] as const
/** Texts of bodies that are no JSON, or an odd one. */
const ODD_BODIES = [
  '',
  '{',
  'null',
  '"',
  '[]',
  '{}',
  '0',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"a":'.repeat(2_000),
  '\ufeff{}',
  '{"a":1,"a":2}',
] as const
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'nada',
] as const
const PARTS = [
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1;2\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="../a.png"\r\ncontent-type: image/png\r\n\r\n\x89PNG\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="otro"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK\x03\x04',
  '--x',
] as const

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A value as a schema has it, often an odd one instead. */
function someValue(schema: Schema, random: Random, depth = 0): unknown {
  if (random.chance(0.15)) return random.pick<unknown>(random.chance(0.5) ? ODD_TEXTS : ODD_VALUES)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return someValue(random.pick(schema.anyOf), random, depth)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries([
        ...Object.entries(schema.properties ?? {})
          .filter(() => random.chance(0.9))
          .map(([name, property]) => [name, depth > 4 ? null : someValue(property, random, depth + 1)]),
        ...(random.chance(0.1) ? [[random.pick(ODD_TEXTS), 1]] : []),
      ])
    case 'array':
      return Array.from({ length: random.pick([0, 1, 1, 2, 5]) }, () =>
        depth > 4 ? null : someValue(schema.items ?? {}, random, depth + 1),
      )
    case 'integer':
    case 'number':
      return random.pick([0, 1, 2, 3, 1_001, 10_011, random.between(-5, 50_000)])
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return random.pick(['1', '2', '00005', 'auto', '1001', '24/11/2026', '2026-11-24', 'a@example.com'])
  }
}

/** A value as it stands in an address. */
const writtenOf = (field: Field, random: Random): string => {
  const value = someValue(field.schema, random)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One odd input for a call. */
export function oddInput(call: Call, random: Random): Input {
  const params = Object.fromEntries(
    call.params.map((field) => [
      field.name,
      random.chance(0.5) ? String(random.pick([1, 2, 1_001, 2_001])) : writtenOf(field, random) || '1',
    ]),
  )
  const query = call.query
    .filter(() => random.chance(0.8))
    .map((field) => [field.name, writtenOf(field, random)] as const)
  if (random.chance(0.1)) query.push([random.pick(ODD_TEXTS), random.pick(ODD_TEXTS)])
  // A field twice.
  const [first] = query
  if (first && random.chance(0.1)) query.push([first[0], random.pick(ODD_TEXTS)])
  return { params, query, body: bodyOf(call, random) }
}

function bodyOf({ body }: Call, random: Random): Input['body'] {
  if (!body && random.chance(0.9)) return null
  const isFile = body?.type.startsWith('multipart')
  if (isFile && random.chance(0.8))
    return { type: 'multipart/form-data; boundary=x', bytes: bytesOf(random.pick(PARTS)) }
  if (!body || random.chance(0.15)) return { type: random.pick(TYPES), bytes: bytesOf(random.pick(ODD_BODIES)) }
  if (body.type === 'application/json')
    return { type: body.type, bytes: bytesOf(JSON.stringify(someValue(body.schema, random)) ?? '') }
  return { type: body.type, bytes: bytesOf(random.pick(ODD_TEXTS)) }
}
