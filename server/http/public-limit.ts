/** How many public pages one address may read: enough for an office, too few to take them all at once. */
import type { FastifyRequest } from 'fastify'
import { tooMany, visitorKey } from './rate-limit.ts'
import { windowedCount } from './request-limit.ts'

/** Four pages a second: nobody scrolls faster for long, and several people may share an address. */
const LIMIT = { most: 240, windowMs: 60_000 }
const refusalText = 'Se hicieron demasiadas consultas desde su conexión. Espere un momento e intente nuevamente'

export interface PublicLimit {
  /** Counts a request. @throws Refusal 429 with Retry-After */
  take(request: FastifyRequest): void
  /** Whether there is room; then counts it. */
  admits(request: FastifyRequest): boolean
}

/** One limit for everything that is public, so that nobody reads one public part after the other. */
export function createPublicLimit(): PublicLimit {
  const pages = windowedCount<string>(LIMIT)
  const count = ({ ip }: FastifyRequest): number => pages.count(visitorKey(ip))
  return {
    take: (request) => {
      const wait = count(request)
      if (wait > 0) throw tooMany(refusalText, wait)
    },
    admits: (request) => count(request) === 0,
  }
}
