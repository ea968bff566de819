/** Ten connections that ask without a pause. */
import autocannon, { type Request } from 'autocannon'

export const CONNECTIONS = 10

export interface Rate {
  /** Answers a second. */
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Sends `requests` in turn over all connections for some seconds.
 * @throws when an answer is not a success: a fast refusal is no result
 */
export async function load(
  url: string,
  requests: readonly Request[],
  { seconds }: { seconds: number },
): Promise<Rate> {
  const result = await autocannon({ url, connections: CONNECTIONS, requests, duration: seconds })
  const refused = result.non2xx + result.errors + result.timeouts
  if (refused > 0)
    throw new Error(`${refused} requests to ${requests[0]?.path} were not answered with success`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Sends each request once over ten connections, the next one whenever one is answered. */
export async function sendEach(requests: readonly (() => Promise<Response>)[]): Promise<Rate> {
  const waiting = [...requests.entries()]
  const times: number[] = []
  const begun = performance.now()
  const connection = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const since = performance.now()
      const answer = await next[1]()
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const seconds = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: requests.length / seconds, p50: at(0.5), p99: at(0.99) }
}
