/** Sends load over connections without a pause, and tells what it cost the processes that answer. */
import { readdirSync, readFileSync } from 'node:fs'
import autocannon, { type Request } from 'autocannon'

const CONNECTIONS = 10

export interface Rate {
  /** Answers a second. */
  readonly perSecond: number
  /** Milliseconds of an answer. */
  readonly p50: number
  readonly p99: number
}

/**
 * Sends `requests` in turn over all connections for some seconds.
 * @throws when an answer is not a success: a fast refusal is no result
 */
export async function load(
  url: string,
  requests: readonly Request[],
  { seconds, connections = CONNECTIONS }: { seconds: number; connections?: number },
): Promise<Rate> {
  const result = await autocannon({ url, connections, requests, duration: seconds })
  const refused = result.non2xx + result.errors + result.timeouts
  if (refused > 0) throw new Error(`${refused} requests to ${requests[0]?.path} were not answered with success`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Sends each request once over all connections. @throws when one is refused */
export async function sendEach(url: string, requests: readonly Request[]): Promise<Rate> {
  const waiting = [...requests]
  const times: number[] = []
  const begun = performance.now()
  const connection = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const since = performance.now()
      const { path, method = 'GET', headers = {}, body } = next
      const answer = await fetch(url + path, { method, headers, body: body ?? null })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
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

/** The fields of /proc/PID/stat after the program's name, which may have spaces and stands in brackets; none but on Linux. */
function statOf(pid: number | string | undefined): number[] {
  try {
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return numbers.split(' ').map(Number)
  } catch {
    return []
  }
}
const [PARENT, USER, SYSTEM, SYSTEM_OF_GONE_CHILDREN] = [1, 11, 12, 14]

/** Milliseconds in fields: Linux counts hundredths of a second. NaN where they are not told. */
const cpuIn = (fields: readonly number[], last: number): number =>
  fields.length === 0 ? Number.NaN : fields.slice(USER, last + 1).reduce((sum, ticks) => sum + ticks * 10, 0)

/** Milliseconds of processor that processes have used, in steps of 10; NaN elsewhere than on Linux. */
export const cpuOf = (pids: readonly (number | undefined)[]): number =>
  pids.reduce<number>((sum, pid) => sum + cpuIn(statOf(pid), SYSTEM), 0)

/** The first process of the server whose process answers a connection. */
export const postmasterOf = (backend: number): number => statOf(backend)[PARENT] ?? Number.NaN

/** Milliseconds of processor that a server has used: its first process, those that are gone, and those that run. */
export function cpuOfDatabase(postmaster: number): number {
  const own = cpuIn(statOf(postmaster), SYSTEM_OF_GONE_CHILDREN)
  const children = Number.isNaN(own) ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const fields = children.map(statOf).filter((stat) => stat[PARENT] === postmaster)
  return fields.reduce((sum, stat) => sum + cpuIn(stat, SYSTEM), own)
}
