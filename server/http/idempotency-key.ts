/** The Idempotency-Key of a request: the same key asks for the same result, not for another one. */
import type { FastifyRequest } from 'fastify'
import { malformed } from '../refusal.ts'

/**
 * Any visible text up to 200 characters; null when the caller sent none.
 *
 * @throws Refusal MALFORMED for any other key
 */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw malformed(undefined, [{ field: 'Idempotency-Key', message: 'Valor no válido' }])
  }
  return key
}
