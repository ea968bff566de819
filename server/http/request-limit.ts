/** How many requests one user, or one address, may send: counted in the memory of each instance (R278). */
import type { FastifyRequest } from 'fastify'
import { KEY_CALLS_A_MINUTE } from '../../contract/erp-keys.ts'
import { serverTexts } from '../../contract/errors.ts'
import { tooMany, visitorKey } from './rate-limit.ts'

export interface WindowedCount<K> {
  /** Counts one. Answers 0, or the milliseconds until there is room. */
  count(key: K): number
}

/** Keys remembered; beyond that the one whose window began first is forgotten. */
const MOST_KEYS = 10_000

/**
 * Counts per key in windows that begin with the first request. In memory, because the limit protects this thread, and a count in
 * the database would cost more than the answer.
 */
export function windowedCount<K>(
  { most, windowMs }: { most: number; windowMs: number },
  now: () => number = () => performance.now(),
): WindowedCount<K> {
  // In the order in which their windows began.
  const counted = new Map<K, { readonly ends: number; count: number }>()
  return {
    count(key) {
      const [known, at] = [counted.get(key), now()]
      if (known && known.ends > at) return known.count++ < most ? 0 : known.ends - at
      counted.delete(key)
      counted.set(key, { ends: at + windowMs, count: 1 })
      if (counted.size > MOST_KEYS) counted.delete(counted.keys().next().value as K)
      return 0
    },
  }
}

/** An address without a session may send as many as this many users: several people share one. */
const ADDRESS_COUNTS_AS = 4

/** Requests of one user in ten seconds, over all its devices: a screen takes a dozen, a barcode gun three a second. */
export const USUAL_REQUESTS = 300
const REQUESTS_WINDOW_MS = 10_000

export interface RequestLimit {
  /**
   * Counts a request before anything is asked about it: for the user whose token it carries, else for its address.
   * @throws Refusal 429 with Retry-After
   */
  take(request: FastifyRequest, token: string | undefined): void
  /** For whom a request counts: the id of the user whose token it carries, else its address. */
  countsFor(request: FastifyRequest, token: string | undefined): number | string
  /** Tells whose a token is; undefined: nobody's. */
  know(token: string, userId: number | undefined): void
}

/** A user beyond the limit costs no other user of the same address anything, and an address no user whose token is known. */
export function createRequestLimit(most: number, now?: () => number): RequestLimit {
  const windowMs = REQUESTS_WINDOW_MS
  const ofUsers = windowedCount<number>({ most, windowMs }, now)
  const ofAddresses = windowedCount<string>({ most: ADDRESS_COUNTS_AS * most, windowMs }, now)
  const users = new Map<string, number>()
  // The address is worked out once, and only where no user is known: behind proxies it is read from a header.
  const countsFor = (request: FastifyRequest, token: string | undefined) => {
    const user = token === undefined ? undefined : users.get(token)
    if (user !== undefined) return user
    request.visitor ??= visitorKey(request.ip)
    return request.visitor
  }
  return {
    countsFor,
    take(request, token) {
      const who = countsFor(request, token)
      const wait = typeof who === 'number' ? ofUsers.count(who) : ofAddresses.count(who)
      if (wait > 0) throw tooMany(serverTexts.tooManyRequests, wait)
    },
    know(token, userId) {
      if (userId === undefined) return void users.delete(token)
      if (users.get(token) === userId) return
      if (users.size >= MOST_KEYS && !users.has(token)) users.clear()
      users.set(token, userId)
    },
  }
}

/** Counts a call of an ERP's key by the key's id (R293). @throws Refusal 429 with Retry-After */
export function createKeyLimit(now?: () => number): (keyId: number) => void {
  const calls = windowedCount<number>({ most: KEY_CALLS_A_MINUTE, windowMs: 60_000 }, now)
  return (keyId) => {
    const wait = calls.count(keyId)
    if (wait > 0) throw tooMany(serverTexts.tooManyRequests, wait)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The `visitorKey` of a request that counts for its address. */
    visitor?: string
  }
}
