/** Sends load: requests over ten connections without a pause, and searches at an even pace. */
import autocannon, { type Request } from 'autocannon'

export const CONNECTIONS = 10
/** Searches a second, as of a busy day on which many people type at the same time. */
const SEARCHES = 100

export interface Rate {
  /** Answers a second. */
  perSecond: number
  /** Milliseconds of an answer. */
  p50: number
  p99: number
}

/**
 * Sends `requests` in turn over all connections for some seconds.
 * @throws when an answer is not a success: a fast refusal is no result
 */
export async function load(url: string, requests: readonly Request[], { seconds }: { seconds: number }): Promise<Rate> {
  const result = await autocannon({ url, connections: CONNECTIONS, requests, duration: seconds })
  const refused = result.non2xx + result.errors + result.timeouts
  if (refused > 0) throw new Error(`${refused} requests to ${requests[0]?.path} were not answered with success`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Sends each request once over ten connections. @throws when one is refused */
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

/**
 * Searches at an even pace while `work` runs, whether or not earlier searches are answered. Answers the result of the work and
 * the searches' times in milliseconds, ascending. @throws when a search is refused
 */
export async function searchDuring<T>(
  search: (path: string) => Promise<Response>,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<{ result: T; times: number[] }> {
  const times: number[] = []
  const searches: Promise<void>[] = []
  let next = 0
  const ask = async () => {
    const since = performance.now()
    const answer = await search(paths[next++ % paths.length] ?? '')
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`A search answered ${answer.status}`)
    times.push(performance.now() - since)
  }
  const timer = setInterval(() => searches.push(ask()), 1_000 / SEARCHES)
  try {
    const result = await work()
    clearInterval(timer)
    await Promise.all(searches)
    return { result, times: times.sort((a, b) => a - b) }
  } finally {
    clearInterval(timer)
  }
}

/** A quantile of ascending values: `share` 0.95 is the p95. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
