/** How many public pages one address may read: enough for an office, too few to take them all at once. */
import type { FastifyRequest } from 'fastify'
import { tooMany, visitorKey } from './rate-limit.ts'

/** Four pages a second: nobody scrolls faster for long, and several people may share an address. */
const MOST = 240
const WINDOW_MS = 60_000
/** Addresses remembered; beyond that the one whose minute began first is forgotten. */
const MOST_ADDRESSES = 10_000
const refusalText =
  'Se hicieron demasiadas consultas desde su conexión. Espere un momento e intente nuevamente'

export interface PublicLimit {
  /** Counts a request. @throws Refusal 429 with Retry-After */
  take(request: FastifyRequest): void
  /** Whether there is room; then counts it. */
  admits(request: FastifyRequest): boolean
}

/**
 * One limit for everything that is public, so that nobody reads one public part after the other. Each instance counts in
 * its own memory: the limit protects this thread, and a count in the database would cost more than the answer.
 */
export function createPublicLimit(): PublicLimit {
  // In the order in which their minutes began.
  const counted = new Map<string, { readonly ends: number; count: number }>()

  /** Counts a request; answers 0, or the milliseconds until there is room. */
  const count = ({ ip }: FastifyRequest): number => {
    const [key, now] = [visitorKey(ip), performance.now()]
    const known = counted.get(key)
    if (known && known.ends > now) return known.count++ < MOST ? 0 : known.ends - now
    counted.delete(key)
    counted.set(key, { ends: now + WINDOW_MS, count: 1 })
    if (counted.size > MOST_ADDRESSES) counted.delete(counted.keys().next().value as string)
    return 0
  }
  return {
    take: (request) => {
      const wait = count(request)
      if (wait > 0) throw tooMany(refusalText, wait)
    },
    admits: (request) => count(request) === 0,
  }
}
