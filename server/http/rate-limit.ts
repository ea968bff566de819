/** Limits for what strangers may try (R15): counted in memory, by whoever tries. */
import { isIPv6 } from 'node:net'
import { texts } from '../../contract/errors.ts'
import { Refusal } from '../refusal.ts'

export interface LimitOptions {
  /** How many are allowed within a window. */
  most: number
  /** The window slides: it reaches this many milliseconds back from now. */
  windowMs: number
  /** What the user reads; Spanish. */
  message?: string
  /** Milliseconds of a clock that nobody sets, unlike the wall's; tests bring their own. */
  now?: () => number
  /** How many keys are remembered; beyond that the one unused for longest is forgotten. */
  maxKeys?: number
}

export interface Limit {
  /** Counts one, or throws TOO_MANY with Retry-After when the window is full; a refused one does not count. */
  take(key: string): void
  /** Throws like `take` and counts nothing. */
  check(key: string): void
  /** Counts one, whatever the count is. */
  count(key: string): void
  /**
   * Runs `work` and counts it when `counts` says so of its outcome (the error, undefined for a success). No more run
   * at once than there is room for, the others wait for an outcome: so many at once pass no further than one by one,
   * and what does not count is never refused. Throws like `take` when the window is full.
   */
  guard<T>(key: string, work: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T>
  /** Whether there is room; then counts one. For calls that answer something else instead of an error. */
  admits(key: string): boolean
  /** Takes the last counted one back: it was counted before it was known to be harmless. */
  forgive(key: string): void
  /** Keys remembered now. */
  readonly size: number
}

/** A limit of `most` per key within a sliding window; each instance of the service counts for itself. */
export function createLimit(options: LimitOptions): Limit {
  const { most, windowMs, message = texts.tooMany, now = () => performance.now(), maxKeys = 10_000 } = options
  // Instants of each key, oldest first, never more than `most`. The map's order is that of last use.
  const counted = new Map<string, number[]>()

  /** Milliseconds until there is room; 0 when there is. */
  const wait = (key: string): number => {
    const instants = counted.get(key)
    if (!instants) return 0
    const oldest = now() - windowMs
    const gone = instants.findIndex((instant) => instant > oldest)
    instants.splice(0, gone === -1 ? instants.length : gone)
    const [first] = instants
    if (first === undefined) counted.delete(key)
    return first !== undefined && instants.length >= most ? first + windowMs - now() : 0
  }
  const count = (key: string): void => {
    const instants = counted.get(key) ?? []
    instants.push(now())
    if (instants.length > most) instants.shift()
    counted.delete(key)
    counted.set(key, instants)
    if (counted.size > maxKeys) {
      const [longestUnused] = counted.keys()
      if (longestUnused !== undefined) counted.delete(longestUnused)
    }
  }
  const forgive = (key: string): void => {
    const instants = counted.get(key)
    instants?.pop()
    if (instants?.length === 0) counted.delete(key)
  }
  const check = (key: string): void => {
    const ms = wait(key)
    if (ms > 0) throw tooMany(message, ms)
  }
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  const isBusy = (key: string): boolean => (counted.get(key)?.length ?? 0) + (running.get(key) ?? 0) >= most
  const turn = (key: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve])
    })
  const leave = (key: string): void => {
    const left = (running.get(key) ?? 1) - 1
    if (left === 0) running.delete(key)
    else running.set(key, left)
    const next = waiting.get(key) ?? []
    waiting.delete(key)
    for (const goOn of next) goOn()
  }
  return {
    check,
    count,
    forgive,
    take: (key) => {
      check(key)
      count(key)
    },
    async guard(key, work, counts) {
      check(key)
      while (isBusy(key)) {
        await turn(key)
        check(key)
      }
      // Nothing is awaited between seeing the room and taking it.
      running.set(key, (running.get(key) ?? 0) + 1)
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        if (counts(failure)) count(key)
        leave(key)
      }
    },
    admits: (key) => {
      if (wait(key) > 0) return false
      count(key)
      return true
    },
    get size() {
      return counted.size
    },
  }
}

/** A 429 that says in how many seconds to come back. */
export const tooMany = (message: string, waitMs: number): Refusal =>
  new Refusal('TOO_MANY', message, undefined, { 'retry-after': String(Math.ceil(waitMs / 1000)) })

/**
 * Who is behind an address, as far as a limit can tell: one IPv4 address, or the /64 network that a
 * single IPv6 customer has, who could otherwise come from a new address each time.
 */
export function visitorKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
