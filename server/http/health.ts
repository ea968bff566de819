/** `/healthz`: the process answers. `/readyz`: it can do its work and goes on doing it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export interface Health {
  /** From now on the service is not ready: it ends soon. */
  drain(): void
}

export function healthRoutes(app: FastifyInstance, db: Db): Health {
  let draining = false
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await sql`select 1`.execute(db.kysely)
      return { status: 'ok' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
  return {
    drain: () => {
      draining = true
      // A proxy that kept a connection would send its next request into the end of it.
      app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    },
  }
}
