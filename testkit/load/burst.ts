/** A burst: ten times as many as buy, all at once and without time to think, and somebody who looks on. */
import { setTimeout as delay } from 'node:timers/promises'
import autocannon, { type Request } from 'autocannon'
import type { LoadShop } from './load-shop.ts'
import { type Person, sender, signIn } from './people.ts'
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
  { url, buyers, sellers, items }: LoadShop,
  tokens: readonly string[],
  alone: number,
): Promise<Burst> {
  const send = sender(url, new Tally())
  const onlooker = await signIn(send, sellers[0]?.cuit ?? '')
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
  const connections = CONNECTIONS_EACH * buyers.length
  /** What a connection asks for, as one of the buyers. */
  const requestsOf = ({ clientId }: Person, at: number): Request[] => {
    const item = items[at % items.length]
    const headers = bearer(tokens[at])
    const text = encodeURIComponent(item?.description.split(' ')[0] ?? '')
    const body = JSON.stringify({
      id: null,
      idart: item?.articleId,
      cantidad: item?.multiple,
      obs: '',
      idcli: clientId,
    })
    return [
      { method: 'GET' as const, path: `/api/pedidos/productos/filtros?index=0&n=${text}`, headers },
      { method: 'GET' as const, path: `/api/pedidos/itemsCarrito/cliente?idcli=${clientId}`, headers },
      {
        method: 'POST' as const,
        path: '/api/pedidos/itemsCarrito',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      },
    ]
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
      client.setRequests(requestsOf(buyers[at] as Person, at))
    },
  })
  const seconds = (performance.now() - since) / 1000
  const health = await watch.end()
  const answers: Record<number, number> = {}
  for (const [status, { count }] of Object.entries(result.statusCodeStats)) answers[Number(status)] = count
  const lost = result.errors + result.timeouts
  if (lost > 0) answers[0] = lost
  const recovered = await recovery(async () => {
    const answer = await fetch(`${url}/api/pedidos/productos/filtros?index=0&n=a`, {
      headers: bearer(onlooker),
    })
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
