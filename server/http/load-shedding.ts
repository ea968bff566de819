/**
 * Refuses at once what would be answered late (R277). Requests wait in two places: for this thread, which answers searches one
 * after the other, and for the database. The first wait is the time since the turn of the event loop read its first request; the
 * second grows with the requests that are under way. A request is not under way while its body arrives. Nobody may have more than a
 * share of the places, and strangers together leave some for whoever is signed in.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverTexts } from '../../contract/errors.ts'
import { OVERLOAD } from '../db/outage.ts'
import { hasBody } from './body-pace.ts'
import { tooMany } from './rate-limit.ts'

/** Requests under way, i.e. not yet answered, unless the operator sets another number. */
export const USUAL_UNDER_WAY = 100
/**
 * The part of these that one user may have, over all its devices, one address that may be several people's, and all together who
 * send without a known session.
 */
const SHARE = { ofUser: 1 / 4, ofAddress: 1 / 2, ofStrangers: 3 / 4 } as const
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
  interface FastifyRequest {
    /** For whom the request has a place among those under way. */
    underWayFor: number | string | undefined
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
  let strangers = 0
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
  /** Gives a place, or answers why there is none. */
  const enter = (request: FastifyRequest): Error | undefined => {
    const who = countsFor(request)
    const isStranger = typeof who === 'string'
    const own = underWayOf.get(who) ?? 0
    if (own >= most * (isStranger ? SHARE.ofAddress : SHARE.ofUser))
      return tooMany(serverTexts.tooManyRequests, SHARE_WAIT_MS)
    if (underWay >= most || (isStranger && strangers >= most * SHARE.ofStrangers)) {
      shed++
      return OVERLOAD
    }
    underWay++
    if (isStranger) strangers++
    underWayOf.set(who, own + 1)
    request.underWayFor = who
    return undefined
  }
  /** Gives back the place of a request that is answered, whose caller went away, or whose body is still to come. */
  const leave = (request: FastifyRequest) => {
    const who = request.underWayFor
    if (who === undefined) return
    request.underWayFor = undefined
    underWay--
    if (typeof who === 'string') strangers--
    const left = (underWayOf.get(who) ?? 0) - 1
    if (left > 0) underWayOf.set(who, left)
    else underWayOf.delete(who)
  }
  app.decorateRequest('underWayFor', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (isSpared(request)) return done()
    if (isTurnOver()) {
      shed++
      return done(OVERLOAD)
    }
    const refusal = enter(request)
    if (refusal) return done(refusal)
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request.raw)) leave(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, reply, done) => {
    const isCounted = request.underWayFor !== undefined || isSpared(request) || reply.raw.destroyed
    done(isCounted ? undefined : enter(request))
  })
  return { underWay: () => underWay, shed: () => shed }
}
