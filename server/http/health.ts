/** `/healthz`: the process answers. `/readyz`: it can do its work and goes on doing it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db, Log } from '../db/open.ts'
import { outageLog, outageOf } from '../db/outage.ts'
import { withTimeLimit } from '../lib/time-limit.ts'

export interface Health {
  /** From now on the service is not ready: it ends soon. */
  drain(): void
}

/** A database that does not answer at all is away; milliseconds, fewer than a proxy waits. */
const PATIENCE = 3_000
/** Proxies ask every second or two, several of them; one look at the disk serves them all. Milliseconds. */
const LOOK_EVERY = 10_000

export interface HealthParts {
  readonly db: Db
  /** Throws when the data folder takes no file. */
  storable(): Promise<void>
  readonly log: Log
  /** Tests bring a clock. */
  now?(): number
}

export function healthRoutes(
  app: FastifyInstance,
  { db, storable, log, now = Date.now }: HealthParts,
): Health {
  let draining = false
  const tellOutage = outageLog(log)
  const met = recentDiskOutage(app, now)
  const looked = lookEvery(LOOK_EVERY, storable, now)
  app.get('/healthz', () => ({ status: 'ok' }))
  // An outage has a line of its own; a proxy asks every second.
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await withTimeLimit(PATIENCE, () => sql`select 1`.execute(db.kysely))
    } catch (error) {
      tellOutage('database', error)
      return reply.code(503).send({ status: 'unavailable' })
    }
    const full = met() ?? (await looked())
    if (full === undefined) return { status: 'ok' }
    tellOutage('disk', full)
    return reply.code(503).send({ status: 'disk-full' })
  })
  return {
    drain: () => {
      draining = true
      // A proxy that kept a connection would send its next request into the end of it.
      app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    },
  }
}

/** A server's disk is not ours to look at: what the last seconds' requests met on it tells. */
function recentDiskOutage(app: FastifyInstance, now: () => number): () => Error | undefined {
  let until = Number.NEGATIVE_INFINITY
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.outage === 'disk') until = now() + LOOK_EVERY
    done()
  })
  return () => (now() < until ? new Error('a request could not be stored') : undefined)
}

/** Looks at most every `ms`; whoever asks meanwhile is answered by the last look. Undefined: all is well. */
function lookEvery(ms: number, look: () => Promise<void>, now: () => number): () => Promise<unknown> {
  let next = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    if (now() >= next) {
      next = now() + ms
      last = look().then(
        () => undefined,
        (error: unknown) => (outageOf(error) === 'disk' ? error : undefined),
      )
    }
    return last
  }
}
