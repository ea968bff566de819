/** Limits for what strangers may try (READINGS 15): counted in memory, by whoever tries. */
import { isIPv6 } from 'node:net'
import { texts } from '../../contract/errors.ts'
import { HttpError } from './errors.ts'

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
  /** Throws like `take` and counts nothing: for what is counted only when it fails. */
  check(key: string): void
  /** Counts one, whatever the count is. */
  count(key: string): void
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
  return {
    check,
    count,
    forgive,
    take: (key) => {
      check(key)
      count(key)
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
export const tooMany = (message: string, waitMs: number): HttpError =>
  new HttpError('TOO_MANY', message, undefined, { 'retry-after': String(Math.ceil(waitMs / 1000)) })

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
