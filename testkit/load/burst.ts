/** A burst: ten times as many as buy, all at once and without time to think, and somebody who looks on. */
import { setTimeout as delay } from 'node:timers/promises'
import autocannon, { type Request } from 'autocannon'
import { getCart } from '../../contract/cart.ts'
import { linesCall, searchCall, wireCall } from '../client.ts'
import type { Shop } from '../shop.ts'
import { signIn } from './people.ts'
import { allowedFor, p95, Tally } from './times.ts'

/** Connections of each buyer, and requests of each connection. */
const CONNECTIONS_EACH = 10
const REQUESTS_EACH = 5
/** Milliseconds between two looks, and of the windows that are compared. */
const LOOK_MS = 50
const WINDOW_MS = 1_000
/** Seconds for which the burst waits for an answer: longer than any may take. */
const LONGEST_WAIT = 60
/** Seconds after which a shop that is not as before counts as lost. */
const PATIENCE = 30

export interface Burst {
  readonly connections: number
  readonly requests: number
  /** Answers by status; 0: none came. */
  readonly answers: Readonly<Record<number, number>>
  /** Milliseconds. */
  readonly longest: number
  readonly seconds: number
  /** Seconds after the burst until a second's searches are as before; null: not within `PATIENCE`. */
  readonly recovered: number | null
  /** The longest answer of `/healthz` during the burst, in milliseconds, and how many failed. */
  readonly health: { readonly longest: number; readonly failed: number }
}

/** Sends the burst. `tokens`: the sessions of the buyers. `alone`: the p95 of a search of somebody alone, in milliseconds. */
export async function burst(
  { url, clients: buyers, supervisors, items }: Shop,
  tokens: readonly string[],
  alone: number,
): Promise<Burst> {
  const onlooker = await signIn(url, supervisors[0]?.cuit ?? '', new Tally())
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
  const connections = CONNECTIONS_EACH * buyers.length
  /** What a connection asks for, as one of the buyers. */
  const requestsOf = (at: number): Request[] => {
    const item = items[at % items.length]
    const { clientId = 0 } = buyers[at] ?? {}
    if (!item) throw new Error('Nothing is sold')
    return [
      searchCall(item.description.split(' ')[0] ?? ''),
      wireCall(getCart, { query: { userId: undefined, clientId } }),
      linesCall(clientId, [{ item, quantity: item.multiple }]),
    ].map((call) => ({ ...call, headers: { ...call.headers, ...bearer(tokens[at]) } }) as Request)
  }
  let connected = 0
  const watch = watchHealth(url)
  const since = performance.now()
  const result = await autocannon({
    url,
    connections,
    amount: connections * REQUESTS_EACH,
    timeout: LONGEST_WAIT,
    setupClient(client) {
      const at = connected++ % buyers.length
      client.setRequests(requestsOf(at))
    },
  })
  const seconds = (performance.now() - since) / 1000
  const health = await watch.end()
  const answers: Record<number, number> = {}
  for (const [status, { count }] of Object.entries(result.statusCodeStats)) answers[Number(status)] = count
  const lost = result.errors + result.timeouts
  if (lost > 0) answers[0] = lost
  const recovered = await recovery(async () => {
    const answer = await fetch(url + searchCall('a').path, { headers: bearer(onlooker) })
    await answer.arrayBuffer()
    return answer.ok
  }, allowedFor(alone))
  return {
    connections,
    requests: connections * REQUESTS_EACH,
    answers,
    longest: result.latency.max,
    seconds,
    recovered,
    health,
  }
}

function watchHealth(url: string) {
  let goOn = true
  const seen = { longest: 0, failed: 0 }
  const watching = (async () => {
    while (goOn) {
      const since = performance.now()
      const answer = await fetch(`${url}/healthz`).catch(() => undefined)
      if (!answer?.ok) seen.failed++
      await answer?.arrayBuffer()
      seen.longest = Math.max(seen.longest, performance.now() - since)
      await delay(LOOK_MS)
    }
  })()
  return {
    async end() {
      goOn = false
      await watching
      return seen
    },
  }
}

/** Seconds until the first window whose searches are all answered, with a p95 within `allowed` milliseconds. */
async function recovery(search: () => Promise<boolean>, allowed: number): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < PATIENCE * 1_000) {
    const windowBegun = performance.now()
    const times: number[] = []
    let failed = 0
    while (performance.now() - windowBegun < WINDOW_MS) {
      const since = performance.now()
      if (!(await search().catch(() => false))) failed++
      times.push(performance.now() - since)
      await delay(LOOK_MS)
    }
    if (failed === 0 && p95(times) <= allowed) return (windowBegun - begun) / 1000
  }
  return null
}
