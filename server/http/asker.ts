/** Who asks for heavy work by a request (R279). */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '../../contract/errors.ts'
import type { Asker } from '../lib/fair-queue.ts'
import { Refusal } from '../refusal.ts'
import { visitorKey } from './rate-limit.ts'

/** The user of a request, or its address; `signal` aborts when the connection closes before the answer is sent. */
export function askerOf(request: FastifyRequest, reply: FastifyReply): Asker {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Refusal('TIMEOUT', texts.timeout))
  })
  return { key: request.caller?.userId ?? visitorKey(request.ip), signal: gone.signal }
}
