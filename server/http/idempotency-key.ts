/** The Idempotency-Key of a request: a request that is sent again with its key gets the same result. */
import type { FastifyRequest } from 'fastify'
import { malformed } from '../refusal.ts'

/** Characters of a key. */
export const LONGEST_KEY = 200
const KEY = /^[\x21-\x7e]+$/

/**
 * The key that the caller sent: any visible ASCII text up to 200 characters; null when there is none.
 *
 * @throws Refusal MALFORMED for any other key
 */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || key.length > LONGEST_KEY || !KEY.test(key)) {
    throw malformed(undefined, [{ field: 'Idempotency-Key', message: 'Valor no válido' }])
  }
  return key
}
