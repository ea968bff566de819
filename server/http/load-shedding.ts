/**
 * Refuses at once what would be answered late (R277). Requests wait in two places: for this thread, which answers searches one
 * after the other, and for the database. The first wait is the time since the turn of the event loop read its first request; the
 * second grows with the requests that are under way. Of these nobody may have more than a share, so that whoever sends a hundred
 * requests, or begins them and never sends their bodies, keeps only itself waiting.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverTexts } from '../../contract/errors.ts'
import { OVERLOAD } from '../db/outage.ts'
import { tooMany } from './rate-limit.ts'

/** Requests under way, i.e. not yet answered, unless the operator sets another number. */
export const USUAL_UNDER_WAY = 100
/** The part of these that one user may have, over all its devices, and one address that may be several people's. */
const SHARE = { ofUser: 1 / 4, ofAddress: 1 / 2 } as const
/** Milliseconds after which somebody beyond the share may ask again: by then some of its requests are answered. */
const SHARE_WAIT_MS = 2_000
/** Milliseconds that one turn of the event loop answers requests; those read after that are refused. */
const LONGEST_TURN = 250
/** Requests of one turn that are never refused: one slow answer shall not turn the next visitor away. */
const FEWEST_IN_A_TURN = 20

export interface LoadParts {
  /** The most requests under way; further ones are refused. */
  readonly underWay?: number
  /** For whom a request counts: a user's id, or an address. */
  readonly countsFor: (request: FastifyRequest) => number | string
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
const isSpared = (request: FastifyRequest): boolean =>
  !(request.is404 || request.url.startsWith('/api/')) || request.routeOptions.config.sparedFromLoad === true

/** Installs the check; to be called before anything that makes a request wait. */
export function installLoadShedding(app: FastifyInstance, parts: LoadParts): Load {
  const { underWay: most = USUAL_UNDER_WAY, countsFor } = parts
  const { now = () => performance.now(), atTurnsEnd = setImmediate } = parts
  let underWay = 0
  const underWayOf = new Map<number | string, number>()
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
  /** Gives back the place of a request that is answered, or whose caller went away. */
  const leave = (who: number | string) => {
    underWay--
    const left = (underWayOf.get(who) ?? 0) - 1
    if (left > 0) underWayOf.set(who, left)
    else underWayOf.delete(who)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isSpared(request)) return done()
    const who = countsFor(request)
    const own = underWayOf.get(who) ?? 0
    if (own >= most * (typeof who === 'number' ? SHARE.ofUser : SHARE.ofAddress))
      return done(tooMany(serverTexts.tooManyRequests, SHARE_WAIT_MS))
    if (isTurnOver() || underWay >= most) {
      shed++
      return done(OVERLOAD)
    }
    underWay++
    underWayOf.set(who, own + 1)
    reply.raw.once('close', () => leave(who))
    done()
  })
  return { underWay: () => underWay, shed: () => shed }
}
