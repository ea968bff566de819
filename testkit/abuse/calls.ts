/** The calls of a shop as its description tells them (`/api/openapi.json`), and how to send one. */

import { PUSH_PATH } from '../../contract/erp-push.ts'

/** A JSON schema, as far as inputs are made from it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

export interface Field {
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Call {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  /** Whether programs of the ERP's make it, with a key, and no person. */
  readonly isByKey: boolean
  /** Whether it answers pages for people who come by a link, also where it refuses. */
  readonly isPage: boolean
  readonly params: readonly Field[]
  readonly query: readonly Field[]
  /** What the body is, by content type; null for a call without one. */
  readonly body: { readonly type: string; readonly schema: Schema } | null
}

/** What is sent to a call. */
export interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly body: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | null
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>
}
interface Operation {
  readonly parameters: readonly (Field & { readonly in: 'path' | 'query' })[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>
}

const answersPage = ({ responses }: Operation): boolean =>
  Object.keys(responses['200']?.content ?? {}).some((type) => type.startsWith('text/html'))

/** Every call once: of two addresses of a call (R1) the longer one. */
export async function readCalls(url: string): Promise<Call[]> {
  const answer = await fetch(`${url}/api/openapi.json`)
  const { paths } = (await answer.json()) as Description
  const isShort = (path: string) => /^\/api\/(itemsCarrito|productos|categorias)(\/|$)/.test(path)
  return Object.entries(paths)
    .filter(([path]) => !isShort(path) && !(`${path}/` in paths))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody }]): Call => {
        const [content] = Object.entries(requestBody?.content ?? {})
        return {
          method: method.toUpperCase(),
          path,
          isByKey: path.startsWith(`${PUSH_PATH}/`),
          // The form on a page answers a file where it is taken, and a page where it is refused.
          isPage: Object.values(methods).some(answersPage),
          params: parameters.filter((field) => field.in === 'path'),
          query: parameters.filter((field) => field.in === 'query'),
          body: content ? { type: content[0], schema: content[1].schema } : null,
        }
      }),
    )
}

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** What came: of a refusal all, else the beginning. */
  readonly text: string
  /** Until the last byte came, in milliseconds. */
  readonly ms: number
}

/** An answer's text is read up to so many characters; the rest of it is only waited for. */
const READ = 100_000
/** An answer that takes longer, in milliseconds, is given up; its status is then 0. */
const PATIENCE = 60_000

/** Half a surrogate pair, which has no escape: it goes as the bytes that a careless program would send for it. */
const HALF = '\ud800'
export const escaped = (text: string) => text.split(HALF).map(encodeURIComponent).join('%ED%A0%80')

/** Sends one input with a session's token, or without one. `visitor`: the address from which it seems to come. */
export async function send(
  url: string,
  call: Call,
  input: Input,
  { token, visitor }: { token: string | null; visitor: string },
): Promise<Answer> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(input.params[name] ?? '1'))
  const query = input.query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const address = `${url}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const headers: Record<string, string> = { 'x-forwarded-for': visitor }
  if (token) headers.authorization = `Bearer ${token}`
  if (input.body) headers['content-type'] = input.body.type
  const since = performance.now()
  try {
    const answer = await fetch(address, {
      method: call.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      ...(input.body && call.method !== 'GET' && { body: input.body.bytes }),
    })
    const whole = await answer.text()
    // A refusal is judged by all that it says.
    const text = answer.ok ? whole.slice(0, READ) : whole
    return { status: answer.status, headers: answer.headers, text, ms: performance.now() - since }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: String(error), ms: performance.now() - since }
  }
}
