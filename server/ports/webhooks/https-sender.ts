/**
 * Posts to the public internet over https. The address that an admin entered reaches no internal host (this machine, its
 * network, a cloud's metadata) unless WEBHOOK_HOSTS names it. The IP address that is really connected to decides.
 */
import { lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { webhookTexts, webhookUrlProblem } from '../../../contract/webhooks.ts'
import { isLoopbackHost } from '../../lib/loopback.ts'
import { type WebhookAnswer, type WebhookPost, type WebhookSender, WebhookUnreachable } from './port.ts'
import { isInternal, NOT_INSIDE, publicOnly } from './webhooks.ts'

export interface HttpsSenderOptions {
  /** Internal hosts that may be reached, `host` or `host:port`; this machine also without TLS. */
  allowed: readonly string[]
  /** For connection and answer together. */
  timeoutMs?: number
  /** Finds the addresses of a name; tests have their own. */
  find?: typeof lookup
}

const MOST_TEXT = 2_000

/** Sends notices; `timeoutMs` is 10 seconds unless given. */
export function httpsSender({ allowed, timeoutMs = 10_000, find = lookup }: HttpsSenderOptions): WebhookSender {
  const isNamed = ({ host, hostname }: URL) => allowed.includes(host) || allowed.includes(hostname)

  function problemOf(text: string): string | undefined {
    const problem = webhookUrlProblem(text)
    if (problem) return problem
    const url = new URL(text)
    const isAllowed = isNamed(url)
    if (url.protocol === 'http:' && !(isAllowed && isLoopbackHost(url.hostname))) return webhookTexts.url
    return isInternal(url.hostname) && !isAllowed ? NOT_INSIDE : undefined
  }

  return {
    problemOf,
    async send(post, signal) {
      const problem = problemOf(post.url)
      if (problem) throw new WebhookUnreachable(problem)
      const url = new URL(post.url)
      const limit = new AbortController()
      const stop = () => limit.abort()
      const timer = setTimeout(stop, timeoutMs)
      signal?.addEventListener('abort', stop)
      try {
        return await exchange(url, post, {
          signal: limit.signal,
          ...(!isNamed(url) && { lookup: publicOnly(find) }),
        })
      } catch (error) {
        const reason = limit.signal.aborted ? 'tardó demasiado' : reasonOf(error)
        // The host alone, never the path: many an address is itself a secret.
        throw new WebhookUnreachable(`${url.hostname}: ${reason}`)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
    },
  }
}

function exchange(
  url: URL,
  { headers, body }: WebhookPost,
  options: { signal: AbortSignal; lookup?: LookupFunction },
): Promise<WebhookAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A new connection each time: a kept one could have been judged for another name.
        agent: false,
        ...options,
      },
      (answer) => {
        let text = ''
        const done = () => resolve({ status: answer.statusCode ?? 0, text: text.slice(0, MOST_TEXT) })
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
          if (text.length < MOST_TEXT) return
          done()
          request.destroy()
        })
        answer.on('end', done)
        answer.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no existe ese servidor',
  EAI_AGAIN: 'no se pudo buscar el servidor',
  ECONNREFUSED: 'rechazó la conexión',
  ECONNRESET: 'cortó la conexión',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error desconocido'
  const code = 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (code ? `no se pudo conectar (${code})` : error.message)
}
