/** JSON from a provider; anything else is an outage. */
import { readUtf8 } from '../../lib/utf8.ts'

/** Most bytes of an answer; the providers' answers have some kilobytes. */
const MOST_BYTES = 512 * 1024

/**
 * Fetches JSON. Errors name the host only: addresses carry what people typed.
 *
 * @throws Error for a failed connection, a status other than 2xx or an answer that is no JSON
 */
export async function fetchJson(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url.host} answered ${response.status}`)
  }
  if (Number(response.headers.get('content-length')) > MOST_BYTES) {
    await response.body?.cancel()
    throw new Error(`${url.host} answered too much`)
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  try {
    return JSON.parse(readUtf8(bytes))
  } catch {
    throw new Error(`${url.host} answered no JSON in UTF-8`)
  }
}
