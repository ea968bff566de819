/** Inputs that are made to take long: one text or one list of a call as large as its schema and its body allow, the rest valid. */
import { bricks, wallOf } from './bricks.ts'
import { type Call, escaped, type Input, type Schema } from './calls.ts'
import { hasLarge, isAllowed, isNamed, isText, type Large, sampleOf, schemasIn } from './samples.ts'

/** An address may have some 16 kB with its headers; longer ones are refused by Node itself. */
const LONGEST_QUERY = 12_000
/** Bytes of a part of a path; the router takes 600 characters. */
const LONGEST_PARAM = 600
const LONGEST_FILE = 4_000_000
const MANY = 20_000
/** Left free of a body's limit: places of a list are written in more digits than the one that is measured. */
const SPARE = 1_000

/** What a call takes, as it was tried. */
export interface Bounds {
  /** Bytes of its body. */
  readonly body: number
  /** A small file that it does not refuse for its kind. */
  readonly file: Uint8Array<ArrayBuffer>
}

export interface HeavyInput {
  /** What is large, in Spanish; the same for all inputs that fill the same text or list. */
  readonly place: string
  /** What it is filled with, in Spanish. */
  readonly kind: string
  readonly size: number
  /** Whether the schema allows it, so that it is to reach what is behind the schema. */
  readonly mayPass: boolean
  readonly input: Input
}

/** A text of a call, and how large it may be. */
interface Place {
  readonly name: string
  readonly field: Schema
  /** Filled, too, with this text in each item. */
  readonly list?: Schema
  /** Bytes that there are for it, as `bytesOf` counts them. */
  readonly room: number
  readonly bytesOf: (text: string) => number
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const writtenBytes = (value: unknown) => bytesOf(JSON.stringify(value)).length
const textBytes = (text: string) => writtenBytes(text) - 2
const addressBytes = (text: string) => escaped(text).length

export const formOf = (file: Uint8Array): Input['body'] => {
  const head = bytesOf('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
  const bytes = new Uint8Array(Buffer.concat([head, file, bytesOf('\r\n--x--\r\n')]))
  return { type: 'multipart/form-data; boundary=x', bytes }
}

/** A valid input of a call, but for what is large in it. */
export function inputOf({ params, query, body }: Call, file: Uint8Array, large: Large = {}): Input {
  const write = (name: string, schema: Schema) => String(sampleOf(schema, large, name))
  return {
    params: Object.fromEntries(params.map(({ name, schema }) => [name, write(name, schema)])),
    query: query
      .filter(({ name, schema, required }) => required || isNamed(name, schema) || hasLarge(schema, large))
      .map(({ name, schema }) => [name, write(name, schema)]),
    body: body && bodyOf(body, file, large),
  }
}

function bodyOf({ type, schema }: NonNullable<Call['body']>, file: Uint8Array, large: Large): Input['body'] {
  if (type === 'application/json') return { type, bytes: bytesOf(JSON.stringify(sampleOf(schema, large))) }
  return type.startsWith('multipart') ? formOf(file) : { type, bytes: bytesOf('1\n') }
}

/** Schemas within one, each with the name of its field. */
const namedIn = (schema: Schema, name: string): { name: string; schema: Schema }[] => [
  { name, schema },
  ...(schema.anyOf ?? []).flatMap((part) => namedIn(part, name)),
  ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => namedIn(part, key)),
  ...(schema.items ? namedIn(schema.items, name) : []),
]

/** Every text of a call, and every text within a list once more with the list full of it. */
function placesOf({ params, query, body }: Call, longest: number): Place[] {
  const textsOf = (parts: Call['query'], room: number) =>
    parts
      .flatMap(({ name, schema }) => namedIn(schema, name))
      .filter(({ schema }) => isText(schema))
      .map(({ name, schema }): Place => ({ name, field: schema, room, bytesOf: addressBytes }))
  const inAddress = [...textsOf(params, LONGEST_PARAM), ...textsOf(query, LONGEST_QUERY)]
  if (body?.type !== 'application/json') return inAddress
  const all = namedIn(body.schema, 'cuerpo')
  const inBody = all
    .filter(({ schema }) => isText(schema))
    .map(({ name, schema: field }): Place => {
      const rest = writtenBytes(sampleOf(body.schema, { field, text: '' }))
      return { name, field, room: longest - rest, bytesOf: textBytes }
    })
  const inLists = all
    .filter(({ schema }) => schema.items)
    .flatMap(({ name, schema: list }) =>
      inBody
        .filter(({ field }) => schemasIn(list).has(field))
        .map((place): Place => ({ ...place, list, name: `${name}[].${place.name}`, room: longest - SPARE })),
    )
  return [...inAddress, ...inBody, ...inLists]
}

/** How much of a brick fits into a place; a list has as many items as it may, and each of them as much as is left for it. */
function fill({ field, list, room, bytesOf }: Place, brick: string, isLong = false): Large {
  const length = isLong ? Infinity : (field.maxLength ?? Infinity)
  if (!list) return { field, text: wallOf(brick, { length, room, bytesOf }) }
  const itemBytes = writtenBytes(sampleOf(list.items ?? {}, { field, text: '' }, '', 99_999)) + 1
  const items = Math.min(list.maxItems ?? Infinity, Math.floor(room / (itemBytes + bytesOf(brick))))
  return { field, list, items, text: wallOf(brick, { length, room: room / items - itemBytes, bytesOf }) }
}

/** All bricks, from another one on for each `nth`: where not all are sent, each place gets others. */
const bricksFrom = (nth: number) => {
  const all = Object.entries(bricks)
  const first = (nth * 5) % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

/** How many of them are sent where one takes so many bytes. */
const bricksIn = (share: number, bytes: number) => Math.max(2, Math.floor(share / bytes))

const made = (place: string, kind: string, input: Input, mayPass = false): HeavyInput => {
  const inQuery = input.query.reduce((sum, [, value]) => sum + value.length, 0)
  return { place, kind, mayPass, input, size: inQuery + (input.body?.bytes.length ?? 0) }
}

/** The heavy inputs of a call. `share`: bytes that each place is filled with in all, but twice at least. */
export function* heavyInputs(call: Call, bounds: Bounds, share: number): Generator<HeavyInput> {
  for (const [nth, place] of placesOf(call, bounds.body).entries()) {
    const longest = place.list ? place.room : Math.min(place.room, place.field.maxLength ?? Infinity)
    let left = bricksIn(share, longest)
    for (const [kind, brick] of bricksFrom(nth)) {
      const large = fill(place, brick)
      if (!isAllowed(large.text ?? '', place.field)) continue
      if (left === bricksIn(share, longest) && place.field.maxLength !== undefined)
        yield made(place.name, `${kind}, más largo`, inputOf(call, bounds.file, fill(place, brick, true)))
      yield made(place.name, kind, inputOf(call, bounds.file, large), true)
      if (--left === 0) break
    }
  }
  if (call.body?.type === 'application/json') {
    yield* fullLists(call, call.body.schema, bounds)
    yield* oddJson(bounds.body)
  } else if (call.body) yield* wholeBodies(call.body.type, bounds, share)
  if (call.query.length > 0)
    yield made('dirección', 'muchos parámetros', {
      ...inputOf(call, bounds.file),
      query: Array.from({ length: 900 }, (_, at) => [call.query[at % call.query.length]?.name ?? '', '1']),
    })
}

/** Each list with as many items as it may have, and with one more. */
function* fullLists(call: Call, schema: Schema, { body, file }: Bounds): Generator<HeavyInput> {
  for (const { name, schema: list } of namedIn(schema, 'cuerpo')) {
    if (!list.items) continue
    const room = Math.floor((body - SPARE) / (writtenBytes(sampleOf(list.items, {}, name, 99_999)) + 1))
    const items = Math.min(list.maxItems ?? Infinity, room)
    yield made(`${name}[]`, `${items} filas`, inputOf(call, file, { list, items }), true)
    if (items < room) yield made(`${name}[]`, 'una fila más', inputOf(call, file, { list, items: items + 1 }))
  }
}

/** Bodies that no schema takes, as large as a body may be. */
function* oddJson(longest: number): Generator<HeavyInput> {
  const room = longest - SPARE
  const keys = Array.from({ length: MANY }, (_, at) => [`k${at}`, 1])
  for (const [kind, text] of [
    ['muchas claves', JSON.stringify(Object.fromEntries(keys))],
    ['profundidad', `${'['.repeat(room / 2)}${']'.repeat(room / 2)}`],
    ['un número largo', `{"a":${'9'.repeat(room)}}`],
    ['espacio', ' '.repeat(room)],
  ] as const)
    yield made('cuerpo', kind, jsonInput(text))
}
const jsonInput = (text: string): Input => ({
  params: {},
  query: [],
  body: { type: 'application/json', bytes: bytesOf(text) },
})

/** Files and plain text. */
function* wholeBodies(type: string, { body }: Bounds, share: number): Generator<HeavyInput> {
  const isFile = type.startsWith('multipart')
  const room = isFile ? LONGEST_FILE : body
  for (const [kind, brick] of Object.entries(bricks).slice(0, bricksIn(share, room))) {
    const bytes = bytesOf(wallOf(brick, { length: Infinity, room, bytesOf: (text) => bytesOf(text).length }))
    yield made('archivo', kind, { params: {}, query: [], body: isFile ? formOf(bytes) : { type, bytes } })
  }
}
