/** Calls to an ERP that speaks the protocol of docs/erp.md: faults that pass are retried, wrong answers are refused. */
import { setTimeout as delay } from 'node:timers/promises'
import { readUtf8 } from '../../lib/utf8.ts'

export interface RestErpOptions {
  /** Without a slash at its end. */
  url: string
  /** Sent as a bearer token; never logged. */
  token: string | undefined
  /** Sent with each call, besides the usual ones. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds for one answer, body and all. */
  timeoutMs?: number
  /** Waits between two tries of one call; tests do not. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export interface RestAnswer {
  status: number
  json: unknown
}

export interface RestErp {
  /**
   * The answer to a GET as `read` reads it, asked for up to five times, with backoff; null for a 404. `read` throws
   * ErpUnreachable for an answer that is to be asked for again.
   *
   * @throws ErpUnreachable when no try got a good answer
   */
  get<T>(
    path: string,
    query: Record<string, string>,
    read: (json: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T | null>
  /** The answer to a GET whatever its status, asked for once. @throws ErpUnreachable */
  getOnce(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<RestAnswer>
  /** Sends once, with `key` as the Idempotency-Key; null: without one. @throws ErpUnreachable */
  post(path: string, key: string | null, body: unknown, signal?: AbortSignal): Promise<RestAnswer>
}

/** The ERP gave no answer that can be used; the next try may get one. */
export class ErpUnreachable extends Error {
  override readonly name = 'ErpUnreachable'
}

const TRIES = 5
const FIRST_PAUSE_MS = 500
const MAX_BYTES = 64 * 2 ** 20

/** The client of an ERP's REST service. */
export function restErp({
  url,
  token,
  headers: more = {},
  timeoutMs = 60_000,
  pause = defaultPause,
}: RestErpOptions): RestErp {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more }

  async function ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<RestAnswer> {
    // Not AbortSignal.any with a timeout: that pair has been seen to be collected before it fires.
    const limit = new AbortController()
    const stop = () => limit.abort(new DOMException('aborted', 'TimeoutError'))
    const timer = setTimeout(stop, timeoutMs)
    signal?.addEventListener('abort', stop)
    try {
      const answer = await fetch(`${url}${path}`, { ...init, redirect: 'error', signal: limit.signal })
      const text = await readText(answer)
      return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
    } catch (error) {
      // Neither address nor token: this text reaches the screen and the log.
      throw new ErpUnreachable(`El ERP no respondió bien a ${path.split('?')[0]}: ${reasonOf(error)}`)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    async get(path, query, read, signal) {
      const pathWithQuery = `${path}?${new URLSearchParams(query)}`
      for (let attempt = 1; ; attempt++) {
        try {
          const { status, json } = await ask(pathWithQuery, { headers }, signal)
          if (status === 404) return null
          if (status !== 200) throw new ErpUnreachable(`El ERP respondió ${status} a ${path}`)
          return read(json)
        } catch (error) {
          if (!(error instanceof ErpUnreachable) || attempt === TRIES || signal?.aborted) throw error
          await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal)
        }
      }
    },
    getOnce: (path, query, signal) => ask(`${path}?${new URLSearchParams(query)}`, { headers }, signal),
    post: (path, key, body, signal) =>
      ask(
        path,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
          body: JSON.stringify(body),
        },
        signal,
      ),
  }
}

const defaultPause = (ms: number, signal?: AbortSignal) =>
  delay(ms / 2 + Math.random() * (ms / 2), undefined, { signal })

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('respuesta demasiado grande')
    parts.push(part)
  }
  return readUtf8(Buffer.concat(parts))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error desconocido'
  if (error.name === 'TimeoutError') return 'tardó demasiado'
  if (error instanceof SyntaxError) return 'la respuesta está cortada o no es JSON'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
