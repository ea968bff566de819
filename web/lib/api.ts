/** The one way to the server: clean values in and out, the legacy wire in between. */
import * as z from 'zod/mini'
import { addressOf } from '../../contract/address.ts'
import { PRESENT_CLIENT, signin } from '../../contract/auth.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import { errorBody, statusOf, texts } from '../../contract/errors.ts'
import { readId } from '../../contract/ids.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'
import { forgetUser, storedUser, storeUser } from './stored-user.ts'

/** A call that did not succeed. `status` is 0 when no answer came; `message` is for the user, in Spanish. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: readonly unknown[]
  /** Seconds after which the server allows another try; null when it did not say. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly unknown[] = [],
    retryAfter: number | null = null,
  ) {
    super(message)
    this.retryAfter = retryAfter
    this.status = status
    this.code = code
    this.details = details
  }
}

export const noConnection = 'No hay conexión con la tienda. Revise su internet e intente nuevamente'

export const noAnswer = 'La tienda no respondió a tiempo. Intente nuevamente'

/** What to tell the user about any failure. */
export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : texts.internal)

/**
 * Whether the shop failed to do what was asked: no fault of the connection, nor of the request (R230). The spec's 501 has a
 * meaning of its own.
 */
export const isShopTrouble = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 500 && error.status !== 501
/** Whether the shop said when to try again (Retry-After). */
export const isPutOff = (error: unknown): boolean => isShopTrouble(error) && error.retryAfter !== null
/** Whether no answer came, or not in time. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof ApiError && ['NETWORK', 'TIMEOUT'].includes(error.code)

/** What a call is made with: clean values, extra headers, and a way to give up. */
export interface CallValues<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  /** A form for calls that take a file. */
  body?: BodyOf<E> | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** How the request is sent, where `fetch` won't do: it can't tell how much of a file has gone (lib/upload.ts). */
  send?: (address: string, request: RequestInit) => Promise<Response>
}

/** The schema of a JSON answer; undefined when the call answers bytes. */
function responseSchema(endpoint: Endpoint): z.ZodMiniType | undefined {
  const { response } = endpoint
  return response && 'raw' in response ? response.schema : response
}

function read<E extends Endpoint>(endpoint: E, json: unknown): ResponseOf<E> {
  const schema = responseSchema(endpoint)
  if (!schema) return undefined as ResponseOf<E>
  const clean = z.safeDecode(schema, json as never)
  if (!clean.success) throw new ApiError(0, 'UNREADABLE', texts.internal)
  return clean.data as ResponseOf<E>
}

function requestOf<E extends Endpoint>(endpoint: E, { body, headers, signal }: CallValues<E>): RequestInit {
  const token = storedUser()?.token
  const sent: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const schema = endpoint.body && !('raw' in endpoint.body) ? endpoint.body : undefined
  if (schema) sent['content-type'] = 'application/json'
  const text = schema ? JSON.stringify(z.encode(schema, body as never)) : (body as BodyInit | undefined)
  return { method: endpoint.method, headers: { ...sent, ...headers }, body: text, signal }
}

let heard = 0

/** When a whole answer last came to a call of this page, in milliseconds since 1970; 0: not yet. */
export const lastHeard = (): number => heard

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes the handler for a request that fails and for an answer that breaks off: either way no answer came.
 * @param signal of the call. A call that meets its own time limit has failed; one that was given up has not: its abort passes.
 */
const notAnswered =
  (signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    const limit = signal?.reason
    if (limit instanceof DOMException && limit.name === 'TimeoutError') throw new ApiError(0, 'TIMEOUT', noAnswer)
    if (signal?.aborted) throw error
    throw new ApiError(0, 'NETWORK', noConnection)
  }

async function failureOf(response: Response, signal: AbortSignal | undefined): Promise<ApiError> {
  const { status } = response
  // A refusal that breaks off is none: an order is not stopped for that.
  const parsed = z.safeParse(errorBody, jsonOf(await response.text().catch(notAnswered(signal))))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const wait = Number.isFinite(seconds) ? seconds : null
  // The answer may be a proxy's page, which is no JSON of the shop.
  if (!parsed.success) return new ApiError(status, 'UNREADABLE', texts.internal, [], wait)
  const { error, message, details } = parsed.data
  return new ApiError(status, error, status === statusOf.INTERNAL ? texts.internal : message, details, wait)
}

export type ClosablePage = NonNullable<Endpoint['access']['page']>
let tellClosed: (page: ClosablePage) => void = () => undefined
/** Calls `listener` whenever the server refuses a call because its page is closed (R19). */
export const onPageClosed = (listener: (page: ClosablePage) => void): void => {
  tellClosed = listener
}

/**
 * Makes a call and answers the response as it came, for files.
 * A 401 outside of signin removes the stored user, and the guard goes to /login (R104); not one with details, which asks for
 * more than the session.
 * @throws ApiError for every answer that is not a success, and when none came; an abort passes as it is.
 */
export async function callRaw<E extends Endpoint>(endpoint: E, values: CallValues<E> = {}): Promise<Response> {
  const request = requestOf(endpoint, values)
  const send = values.send ?? fetch
  const response = await send(addressOf(endpoint, values), request).catch(notAnswered(values.signal))
  if (response.ok) return response
  const failure = await failureOf(response, values.signal)
  if (failure.status === 401 && endpoint.path !== signin.path && !failure.details.length && isOfSession(request))
    forgetUser(failure.message === texts.idle ? 'idle' : 'expired')
  if (failure.status === 403 && isOfSession(request)) takeClient(response.headers.get(PRESENT_CLIENT))
  // The build drops `access` from calls that no page closes.
  const page = (endpoint.access as Endpoint['access'] | undefined)?.page
  if (page && failure.status === 403 && failure.message === texts.pageClosed) tellClosed(page)
  throw failure
}

/**
 * The body of an answer that `callRaw` gave, once all of it is there.
 * @param signal of the call
 * @throws as `callRaw` where the answer breaks off
 */
export async function whole<Body>(body: Promise<Body>, signal: AbortSignal | undefined): Promise<Body> {
  const taken = await body.catch(notAnswered(signal))
  heard = Date.now()
  return taken
}

/**
 * How long a read may take, in milliseconds: 100 KB on a line of 20 kbit/s, and more than the server usually gives a statement. A
 * connection that died in a change of network says nothing, and a browser waits for it for minutes.
 */
const READ_LIMIT = 40_000

/**
 * Makes a call and answers its clean value. A GET first takes its answer from the HTML, where there is one.
 * @throws ApiError as `callRaw` does, and for an answer that cannot be read
 */
export async function call<E extends Endpoint>(endpoint: E, values: CallValues<E> = {}): Promise<ResponseOf<E>> {
  let { signal } = values
  if (endpoint.method === 'GET') {
    const first = takeFirstAnswer(addressOf(endpoint, values), storedUser()?.id ?? null)
    if (first !== undefined) return read(endpoint, first)
    const limit = AbortSignal.timeout(READ_LIMIT)
    // A browser of before 2024 joins no signals: there a read that its screen may give up has no limit.
    signal = signal && 'any' in AbortSignal ? AbortSignal.any([signal, limit]) : (signal ?? limit)
  } else {
    dropFirstAnswers()
  }
  const response = await callRaw(endpoint, { ...values, signal })
  if (response.status === 204 || !responseSchema(endpoint)) {
    heard = Date.now()
    return undefined as ResponseOf<E>
  }
  return read(endpoint, jsonOf(await whole(response.text(), signal)))
}

/** Whether a request was made in the present session: a late answer to an earlier one must not change it. */
function isOfSession(request: RequestInit): boolean {
  const sentToken = (request.headers as Record<string, string>).authorization
  const token = storedUser()?.token
  return token !== undefined && sentToken === `Bearer ${token}`
}

/** Stores the user's client where it has changed since the sign-in; every screen then asks anew. */
function takeClient(text: string | null): void {
  const [user, clientId] = [storedUser(), readId(text, NO_CLIENT)]
  if (user && clientId !== undefined && clientId !== user.clientId) storeUser({ ...user, clientId })
}
