/** Inputs that are made to take long: as long as a call takes them, and of the kinds that slow readers stumble over. */
import type { Call, Input, Schema } from './calls.ts'

/** An address may have some 16 kB with its headers; longer ones are refused by Node itself. */
const LONGEST_IN_ADDRESS = 4_000
/** A JSON body may have a megabyte. */
const LONGEST_IN_BODY = 900_000
const LONGEST_FILE = 4_000_000
const MANY = 20_000

/** Short texts that are repeated; named for the table. */
const BRICKS = {
  coma: ',',
  paréntesis: '(',
  tabulación: '\t',
  'espacio y letra': 'a ',
  'código y cantidad': 'RY10001 x 12, ',
  'número con puntos': '1.',
  guion: '-',
  cero: '0',
  'acento combinado': 'á̂',
  'medio sustituto': '\ud800',
  'de derecha a izquierda': '\u202ea',
  'palabra del catálogo': 'auto muñeca ',
  renglones: '00005 2\n',
  'punto y coma': '1;2\n',
  'barra invertida': '\\',
  comodín: '%_',
} as const

export interface HeavyInput {
  /** What it is made of, in Spanish. */
  readonly kind: string
  /** Bytes of it. */
  readonly size: number
  readonly input: Input
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const repeat = (brick: string, length: number) =>
  brick.repeat(Math.ceil(length / brick.length)).slice(0, length)
const writtenBytes = (text: string) => bytesOf(JSON.stringify(text)).length
const PARAMS = {} as Input['params']

/** The body of a schema in which every text is this one, every list has this value many times. */
function filled(schema: Schema, text: string, many: number, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const texts = schema.anyOf.find(({ type }) => type === 'string' || type === 'object' || type === 'array')
    return filled(texts ?? schema.anyOf[0] ?? {}, text, many, depth)
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          filled(property, text, many, depth + 1),
        ]),
      )
    case 'array':
      return Array.from({ length: depth > 1 ? 1 : many }, () =>
        filled(schema.items ?? {}, text.slice(0, 20), 1, depth + 1),
      )
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return text
  }
}

/** How many texts a schema has: the length is shared among them. */
const textsIn = (schema: Schema): number =>
  schema.type === 'object'
    ? Object.values(schema.properties ?? {}).reduce((sum, property) => sum + textsIn(property), 0)
    : 1

/** The heavy inputs of a call. */
export function heavyInputs(call: Call): HeavyInput[] {
  const inputs: HeavyInput[] = []
  const add = (kind: string, query: Input['query'], body: Input['body']) =>
    void inputs.push({
      kind,
      size: query.reduce((sum, [, value]) => sum + value.length, 0) + (body?.bytes.length ?? 0),
      input: { params: PARAMS, query, body },
    })
  for (const [kind, brick] of Object.entries(BRICKS)) {
    const share = Math.floor(LONGEST_IN_ADDRESS / Math.max(1, call.query.length))
    if (call.query.length > 0)
      add(
        `${kind}, en la dirección`,
        call.query.map(({ name }) => [name, repeat(brick, share)]),
        null,
      )
    if (!call.body) continue
    const { type, schema } = call.body
    if (type === 'application/json') {
      const share = LONGEST_IN_BODY / Math.max(1, textsIn(schema))
      const text = repeat(brick, Math.floor((share * brick.length) / (writtenBytes(brick) - 2)))
      add(`${kind}, en el cuerpo`, [], { type, bytes: bytesOf(JSON.stringify(filled(schema, text, 1))) })
    } else if (type.startsWith('multipart')) {
      const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
      const file = `${head}${repeat(brick, LONGEST_FILE)}\r\n--x--\r\n`
      add(`${kind}, en un archivo`, [], { type: 'multipart/form-data; boundary=x', bytes: bytesOf(file) })
    } else add(`${kind}, en el cuerpo`, [], { type, bytes: bytesOf(repeat(brick, LONGEST_IN_BODY / 2)) })
  }
  if (call.query.length > 0)
    add(
      'muchos parámetros',
      Array.from({ length: 900 }, (_, at) => [call.query[at % call.query.length]?.name ?? '', '1']),
      null,
    )
  if (call.body?.type === 'application/json') {
    const { type, schema } = call.body
    add('muchas filas', [], {
      type,
      bytes: bytesOf(JSON.stringify(filled(schema, '00005', MANY)).slice(0, 1_000_000)),
    })
    add('muchas claves', [], {
      type,
      bytes: bytesOf(
        JSON.stringify(Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`k${at}`, 1]))),
      ),
    })
    add('profundidad', [], { type, bytes: bytesOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) })
    add('un número largo', [], { type, bytes: bytesOf(`{"a":${'9'.repeat(500_000)}}`) })
  }
  return inputs
}
