/** `/healthz`: the process answers, of which version it is, and how busy it is. `/readyz`: it can do its work and goes on doing it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db, Log } from '../db/open.ts'
import { outageLog, outageOf } from '../db/outage.ts'
import { withTimeLimit } from '../lib/time-limit.ts'
import { build } from '../lib/version.ts'

export interface Health {
  /** From now on `/readyz` answers that the service is not ready, because it ends soon. */
  drain(): void
}

/** Milliseconds that the database may take to answer; fewer than a proxy waits. */
const PATIENCE = 3_000
/** Milliseconds that one look at the disk counts for: several proxies ask, each every second or two. */
const LOOK_EVERY = 10_000

/** What tells a shop that turns people away from a quiet one; both answer `/healthz` at once. */
export interface LoadFigures {
  /** Requests that are worked on. */
  readonly underWay: number
  /** Requests whose bodies are not whole yet. */
  readonly arriving: number
  /** Requests that were refused or ended since the start because there were too many. */
  readonly refused: number
}

export interface HealthParts {
  readonly db: Db
  /** Throws when no file can be stored in the data folder. */
  storable(): Promise<void>
  readonly log: Log
  readonly load: () => LoadFigures
  /** Tests bring a clock. */
  now?(): number
}

/** Registers both addresses. A `/readyz` of 503 says why: 'draining', 'unavailable' (the database) or 'disk-full'. */
export function healthRoutes(app: FastifyInstance, { db, storable, log, load, now = Date.now }: HealthParts): Health {
  let draining = false
  const tellOutage = outageLog(log)
  const recentOutage = recentDiskOutage(app, now)
  const findDiskFault = lookEvery(LOOK_EVERY, storable, now)
  app.get('/healthz', () => ({ status: 'ok', version: build.version, commit: build.commit, load: load() }))
  // Not logged: an outage has a line of its own, and a proxy asks every second.
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await withTimeLimit(PATIENCE, () => sql`select 1`.execute(db.kysely))
    } catch (error) {
      tellOutage('database', error)
      return reply.code(503).send({ status: 'unavailable' })
    }
    const diskFault = recentOutage() ?? (await findDiskFault())
    if (diskFault === undefined) return { status: 'ok' }
    tellOutage('disk', diskFault)
    return reply.code(503).send({ status: 'disk-full' })
  })
  return {
    drain: () => {
      draining = true
      // A proxy that kept a connection would send its next request while the connection closes.
      app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    },
  }
}

/** The shop cannot look at the disk of a database server, but a request that met it full in the last seconds tells. */
function recentDiskOutage(app: FastifyInstance, now: () => number): () => Error | undefined {
  let until = Number.NEGATIVE_INFINITY
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.outage === 'disk') until = now() + LOOK_EVERY
    done()
  })
  return () => (now() < until ? new Error('a request could not be stored') : undefined)
}

/** Looks at most once in `ms` milliseconds, and answers what the last look found; undefined: the disk takes files. */
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
