/** The one client of tests and benchmarks: it makes a shop's calls as the screens make them, by the contract. */
import * as z from 'zod/mini'
import { addressOf } from '../contract/address.ts'
import { signin } from '../contract/auth.ts'
import { saveCartLines } from '../contract/cart-lines.ts'
import { searchProducts } from '../contract/catalogue.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../contract/endpoint.ts'
import { createOrder, OWN_CONDITION, PICKUP } from '../contract/orders.ts'
import { priceOf } from '../contract/price.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { PASSWORD } from './shop-data.ts'

/** Clean values of a call, as `web/lib/api.ts` takes them. */
export interface CallValues<E extends Endpoint> {
  readonly params?: ParamsOf<E>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E> | FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** A call as it goes over the wire, for whatever sends it. */
export interface WireCall {
  readonly method: Endpoint['method']
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | FormData
}

export function wireCall<E extends Endpoint>(endpoint: E, values: CallValues<E> = {}): WireCall {
  const { method, body: schema } = endpoint
  const call = { method, path: addressOf(endpoint, values), headers: { ...values.headers } }
  if (values.body === undefined) return call
  if (!schema || 'raw' in schema) return { ...call, body: values.body as FormData }
  call.headers['content-type'] = 'application/json'
  return { ...call, body: JSON.stringify(z.encode(schema, values.body as never)) }
}

/** A first page of a search in the default order. */
export const searchCall = (text: string, page = 0): WireCall =>
  wireCall(searchProducts, { query: { text, page, order: 'default' } })

/** A line of a cart: an article, as the catalogue has it, and how much of it. */
export interface Line {
  readonly item: Pick<CatalogueItem, 'articleId' | 'listPrice' | 'discount'>
  readonly quantity: number
}

/** Sets lines of a cart, as the screens send what was typed (`web/shop/book/send-book.ts`): one or many in one call. */
export const linesCall = (clientId: number, lines: readonly Line[]): WireCall =>
  wireCall(saveCartLines, {
    body: {
      clientId,
      lines: lines.map(({ item, quantity }, row) => ({ row, articleId: item.articleId, quantity, ask: true })),
    },
  })

/** Orders lines of a cart, as the screen of the confirmation sends them; the same key gives the same order. */
export const orderCall = (
  clientId: number,
  key: string,
  lines: readonly Line[],
  addressId: number = PICKUP,
): WireCall => {
  const ordered = lines.map(({ item, quantity }) => ({
    articleId: item.articleId,
    quantity,
    note: '',
    unitPrice: priceOf(item),
    ask: false,
  }))
  const shownTotal = ordered.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  return wireCall(createOrder, {
    query: { clientId, addressId, note: '', condition: OWN_CONDITION, shownTotal },
    body: { lines: ordered, known: ordered.map(({ articleId, quantity }) => ({ articleId, quantity })) },
    headers: { 'idempotency-key': key.padEnd(32, '0') },
  })
}

/** No whole answer came, or the shop asked to be asked again in a moment. */
export class Unreachable extends Error {}

/** A whole answer, whatever its status. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** A user, at one address of the shop. Signs in with its first call, and keeps the session for good. */
export interface Client {
  readonly cuit: string
  /** The same session at another instance. */
  at(url: string): Client
  /** @throws what `call` throws */
  token(): Promise<string>
  /** @throws Unreachable without a whole answer; what `signal` ends with */
  send(call: WireCall, signal?: AbortSignal): Promise<Answer>
  /** @throws Unreachable, also for a 503 that says so in a sentence; Error for every other refusal, with the answer */
  ask(call: WireCall): Promise<Answer>
  /** Makes a call and reads its answer; null for one without JSON. @throws what `ask` throws */
  call<E extends Endpoint>(endpoint: E, values?: CallValues<E>): Promise<ResponseOf<E>>
  /** Saves lines. @throws what `ask` throws, and Error where a line was not taken */
  saveLines(clientId: number, lines: readonly Line[]): Promise<void>
  /** Ends the session; the next call begins another one. */
  signOut(): Promise<void>
}

/** Whose session it is, and how it connects. */
export interface Who {
  readonly cuit: string
  readonly password?: string
  /** A connection for each call, as one that is kept fails the first call after its shop was killed. */
  readonly connectsAnew?: boolean
}

/** A client of the shop at `url`; nothing is sent before its first call. */
export function createClient(url: string, who: Who): Client {
  let session: Promise<string> | undefined
  const signIn = async (at: string) => {
    const body = { cuit: who.cuit, password: who.password ?? PASSWORD }
    const answer = whole(await send(at, wireCall(signin, { body })), 'POST signin')
    return read(signin, answer)?.token ?? ''
  }
  const clientAt = (at: string): Client => {
    const token = () => {
      session ??= signIn(at).catch((error: unknown) => {
        session = undefined
        throw error
      })
      return session
    }
    const ask = async (call: WireCall) => whole(await client.send(call), `${call.method} ${call.path}`)
    const client: Client = {
      cuit: who.cuit,
      at: clientAt,
      token,
      send: async (call, signal) => {
        const headers: Record<string, string> = { ...call.headers, authorization: `Bearer ${await token()}` }
        if (who.connectsAnew) headers.connection = 'close'
        return send(at, { ...call, headers }, signal)
      },
      ask,
      call: async (endpoint, values) => read(endpoint, await ask(wireCall(endpoint, values))),
      async saveLines(clientId, lines) {
        const answer = read(saveCartLines, await ask(linesCall(clientId, lines)))
        if (answer.lines.length < lines.length)
          throw new Error(`Lines were not taken: ${JSON.stringify(answer.notices)}`)
      },
      async signOut() {
        await client.call(signin, { body: { cuit: '', password: '' } })
        session = undefined
      },
    }
    return client
  }
  return clientAt(url)
}

async function send(url: string, { method, path, headers, body }: WireCall, signal?: AbortSignal): Promise<Answer> {
  try {
    const answer = await fetch(url + path, { method, headers, body: body ?? null, signal: signal ?? null })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new Unreachable(`no whole answer to ${method} ${path}: ${(cause as Error).cause ?? cause}`, { cause })
  }
}

function whole(answer: Answer, what: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  const text = answer.bytes.toString()
  // A proxy says with a page of its own that the instance behind it broke off.
  const isProxys = answer.status === 502 && text.startsWith('<')
  if (isProxys || (answer.status === 503 && faultOf(answer) === undefined)) throw new Unreachable(text)
  throw new Error(`${what} answered ${answer.status}: ${text.slice(0, 500)}`)
}

function read<E extends Endpoint>({ response }: E, { bytes }: Answer): ResponseOf<E> {
  const schema = response && 'raw' in response ? response.schema : response
  return (schema ? z.decode(schema, JSON.parse(bytes.toString()) as never) : null) as ResponseOf<E>
}

/** What is wrong with a refusal, in Spanish; undefined for one Spanish sentence, with Retry-After where it is a 503. */
export function faultOf({ status, headers, bytes }: Answer): string | undefined {
  const text = bytes.toString()
  let message: unknown
  try {
    ;({ message } = JSON.parse(text) as { message: unknown })
  } catch {
    return `respondió ${status} sin JSON: ${text.slice(0, 200)}`
  }
  if (status >= 500 && status !== 503) return `respondió ${status}: ${message}`
  if (status === 503 && headers.get('retry-after') === null) return `respondió 503 sin Retry-After: ${message}`
  return isSpanish(String(message)) ? undefined : `respondió ${status} con «${message}»`
}

/** One sentence for a person: Spanish words, no stack and no name of an error. */
export function isSpanish(text: string): boolean {
  return /\b(la|el|los|no|en|de|un|una|se|es)\b/i.test(text) && !/^\s+at |Error:|undefined|\[object/m.test(text)
}
