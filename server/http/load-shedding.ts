/**
 * Refuses at once what would be answered late (R277). Requests wait in two places: for this thread, which answers searches one
 * after the other, and for the database. The first wait is the time since the turn of the event loop read its first request; the
 * second grows with the requests that are under way.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OVERLOAD } from '../db/outage.ts'

/** Requests under way, i.e. not yet answered, unless the operator sets another number. */
export const USUAL_UNDER_WAY = 100
/** Milliseconds that one turn of the event loop answers requests; those read after that are refused. */
const LONGEST_TURN = 250
/** Requests of one turn that are never refused: one slow answer shall not turn the next visitor away. */
const FEWEST_IN_A_TURN = 20

export interface LoadParts {
  /** The most requests under way; further ones are refused. */
  readonly underWay?: number
  /** Milliseconds; tests bring a clock. */
  readonly now?: () => number
  /** Calls back when the turn of the event loop ends; tests end it themselves. */
  readonly atTurnsEnd?: (ended: () => void) => void
}

export interface Load {
  /** Requests under way, without those that are spared. */
  underWay(): number
  /** Requests refused since the start. */
  shed(): number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never refused for load, and not counted: it waits in a queue of its own with a bound, or costs next to nothing. */
    sparedFromLoad?: boolean
  }
}

/** Only calls and the page can be refused: probes, figures and static files are always answered. */
const isSpared = ({ is404, routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.config.sparedFromLoad === true || !(is404 || url.startsWith('/api/'))

/** Installs the check; to be called before anything that makes a request wait. */
export function installLoadShedding(app: FastifyInstance, parts: LoadParts = {}): Load {
  const { underWay: most = USUAL_UNDER_WAY, now = () => performance.now(), atTurnsEnd = setImmediate } = parts
  let underWay = 0
  let shed = 0
  let turn: { readonly since: number; requests: number } | undefined

  const endTurn = () => {
    turn = undefined
  }
  const isTurnOver = (): boolean => {
    if (!turn) {
      turn = { since: now(), requests: 0 }
      atTurnsEnd(endTurn)
    }
    return turn.requests++ >= FEWEST_IN_A_TURN && now() - turn.since > LONGEST_TURN
  }
  const leave = () => {
    underWay--
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isSpared(request)) return done()
    if (isTurnOver() || underWay >= most) {
      shed++
      return done(OVERLOAD)
    }
    underWay++
    // Also where the caller goes away before the answer.
    reply.raw.once('close', leave)
    done()
  })
  return { underWay: () => underWay, shed: () => shed }
}
