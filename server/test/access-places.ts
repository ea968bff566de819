/**
 * Where a request can carry an id: path, query, JSON body, uploaded sheet, of every address that the server registered. The
 * names come from the description that the running server serves, which says what a call takes; who may call is not read.
 */
import type { InjectOptions } from 'fastify'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}
interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export interface Description {
  paths: Record<string, Record<string, Operation>>
}

export interface CallInputs {
  method: Method
  url: string
  path: string[]
  query: string[]
  required: string[]
  json?: Schema | undefined
  /** The content type of a body that is no JSON. */
  other?: string | undefined
}

/** A plausible value by the name of a place and, for a bare `id`, the address; undefined for names that carry no id. */
export type Plausible = (name: string, url: string) => string | undefined

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE']

/** @throws when an address below /api/ is not described */
export function placesOf(registered: readonly { method: string; url: string }[], { paths }: Description): CallInputs[] {
  return registered.flatMap(({ method, url }) => {
    // The second address of a call that has two goes to the same handler.
    if (!METHODS.includes(method) || /^\/api\/(itemsCarrito|productos|categorias)|.\/$/.test(url)) return []
    const operation = paths[url.replace(/:(\w+)\??/g, '{$1}')]?.[method.toLowerCase()]
    if (!operation && url.startsWith('/api/')) throw new Error(`${method} ${url} is not described`)
    const parameters = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
    const content = Object.entries(operation?.requestBody?.content ?? {})
    const json = content.find(([type]) => type === 'application/json')?.[1].schema
    return [
      {
        method: method as Method,
        url,
        path: [...url.matchAll(/:(\w+)\??/g)].map(([, name = '']) => name),
        // A name that takes one of a few words is no place for an id.
        query: parameters.filter(({ schema }) => !isWordOfList(schema)).map(({ name }) => name),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
        json,
        other: json ? undefined : content[0]?.[0],
      },
    ]
  })
}

const isWordOfList = ({ enum: words, const: word, anyOf }: Schema): boolean =>
  words !== undefined || word !== undefined || anyOf?.every(isWordOfList) === true

type Fill = (path: string, type: string[]) => unknown

/** A body of a schema; `undefined` from `fill` leaves an optional part out. */
function bodyOf(schema: Schema, fill: Fill, path = ''): unknown {
  if (schema.anyOf) {
    const least = schema.anyOf.find(({ type }) => type !== 'null') ?? {}
    return bodyOf(least, fill, path)
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const parts = Object.entries(schema.properties).map(([name, part]) => [name, bodyOf(part, fill, `${path}.${name}`)])
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (schema.items) {
    const item = bodyOf(schema.items, fill, path)
    return item === undefined ? [] : [item]
  }
  const types = [schema.type ?? 'string'].flat()
  return types[0] === 'boolean' ? true : fill(path, types)
}

function leavesOf(schema: Schema | undefined): string[] {
  const found = new Set<string>()
  if (schema) bodyOf(schema, (path) => void found.add(path))
  return [...found]
}

/** The name of the place in an uploaded sheet. */
export const SHEET = 'planilla'
/** What is typed to prove who one is: no place for an id. */
const PROOFS = new Set(['contra', 'confirmar', 'password', 'codigo', 'token'])

export interface Spot {
  where: 'path' | 'query' | 'body' | 'sheet'
  name: string
}

/** Every place of a call in which an id may stand. */
export const spotsOf = ({ path, query, json, other }: CallInputs): Spot[] => [
  ...path.map((name) => ({ where: 'path' as const, name })),
  ...query.map((name) => ({ where: 'query' as const, name })),
  ...leavesOf(json)
    .filter((name) => !PROOFS.has(lastName(name)))
    .map((name) => ({ where: 'body' as const, name })),
  ...(other?.startsWith('multipart') ? [{ where: 'sheet' as const, name: SHEET }] : []),
]

const lastName = (path: string) => path.split('.').at(-1) ?? path

/**
 * The request that carries `value` in the given spots. The other places of the path and the body hold what is plausible, and
 * so does what the query requires; with `full`, every id of the query.
 */
export async function requestWith(
  place: CallInputs,
  spots: readonly Spot[],
  value: string,
  { plausible, full = false }: { plausible: Plausible; full?: boolean },
): Promise<InjectOptions & { url: string }> {
  const isSpot = (where: Spot['where'], name: string) =>
    spots.some((spot) => spot.where === where && spot.name === name)
  const at = (where: Spot['where'], name: string) => (isSpot(where, name) ? value : (plausible(name, place.url) ?? '1'))
  const path = place.url.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(at('path', name)))
  const query = new URLSearchParams()
  for (const name of new Set([...place.query, ...place.required]))
    if (isSpot('query', name) || place.required.includes(name) || (full && plausible(name, place.url) !== undefined))
      query.set(name, at('query', name))
  const url = query.size > 0 ? `${path}?${query}` : path
  const request = { method: place.method, url, headers: { 'idempotency-key': `k${value}`.padEnd(24, '0') } }
  if (place.json) {
    const body = bodyOf(place.json, (name, types) => {
      const text = isSpot('body', name) ? value : (plausible(lastName(name), place.url) ?? '1')
      return types.includes('integer') || (types.includes('number') && !types.includes('string'))
        ? Number.isNaN(Number(text))
          ? 1
          : Number(text)
        : text
    })
    return withBody(request, 'application/json', JSON.stringify(body))
  }
  if (place.other?.startsWith('multipart')) {
    const form = new FormData()
    const cell = spots.some(({ where }) => where === 'sheet') ? value : plausible('cuit', place.url)
    const sheet = `CUIT;Dirección;Código;Cantidad\n${cell};${cell};${plausible('cod', place.url)};1\n`
    form.append('file', new Blob([sheet]), 'pedidos.csv')
    const sent = new Request('http://form.test', { method: 'POST', body: form })
    const type = sent.headers.get('content-type') ?? ''
    return withBody(request, type, Buffer.from(await sent.arrayBuffer()))
  }
  return place.other ? withBody(request, place.other, value) : request
}

/** Each spot alone, all at once, and each beside plausible ids in the others. */
export async function requestsWith(place: CallInputs, spots: readonly Spot[], value: string, plausible: Plausible) {
  const requests = spots.map((spot) => requestWith(place, [spot], value, { plausible }))
  if (spots.length > 1) requests.push(requestWith(place, spots, value, { plausible }))
  const ids = spots.filter(({ where, name }) => where === 'query' && plausible(name, place.url) !== undefined)
  if (ids.length > 1) requests.push(...ids.map((spot) => requestWith(place, [spot], value, { plausible, full: true })))
  return Promise.all(requests)
}

const withBody = <R extends { headers: Record<string, string> }>(
  request: R,
  type: string,
  payload: string | Buffer,
) => ({
  ...request,
  headers: { ...request.headers, 'content-type': type },
  payload,
})
