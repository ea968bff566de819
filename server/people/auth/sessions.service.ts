/** Sessions: opaque tokens, looked up in memory for a moment (R12); those of the office end unused (R267). */

import { createHash, randomBytes } from 'node:crypto'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type Caller, IDLE, type Sessions } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { outageOf } from '../../db/outage.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  endIdleSession,
  findSessionOwner,
  insertSession,
  type SessionOwner,
  touchSession,
  type VerifiedAccount,
} from './auth.queries.ts'

/** How long a session lives, in days, from the signin. */
export const SESSION_DAYS = 30
/**
 * How long a session's user is answered from memory, in milliseconds. On a server, a session that another instance
 * ended dies here within `most`, even if the notice of it is lost. An embedded database is written by this process
 * alone, so that no notice can be lost. It has one connection, and a search shall not wait behind a long import to learn
 * who asks: after `lookUpAgain` the session is looked up beside the requests.
 */
const REMEMBERED_MS = {
  server: { most: 1_000, lookUpAgain: Number.POSITIVE_INFINITY },
  embedded: { most: 10_000, lookUpAgain: 2_000 },
} as const
/**
 * While the database does not answer, a user seen within so many milliseconds is answered from memory: the catalogue needs no
 * database, and what needs one is refused by itself. A session that was ended is forgotten at once (`forget`), and the first
 * look-up that is answered counts again.
 */
const KNOWN_IN_AN_OUTAGE_MS = 5 * 60_000
/** Sessions remembered at most. One more, and all are forgotten and looked up again. */
const MOST_REMEMBERED = 10_000
const SWEEP_MS = 60 * 60_000
/** A use is written down when the last one is so old, in seconds: one statement a minute and session, not one a call. */
const TOUCH_SECONDS = 45
/** What is written down may be so many seconds late: no session in use may end because of that. */
const LATE_SECONDS = 60
/** Characters kept of what a browser says of itself; what it is stands within them. */
const USER_AGENT_LENGTH = 250

export interface SessionStore extends Sessions {
  /**
   * Starts a session and answers its token: the only time it exists in clear. Null when what was verified of the
   * account is no longer so, or it may not sign in any more.
   */
  start(account: VerifiedAccount, userAgent?: string): Promise<string | null>
  /** Ends one session. */
  end(token: string): Promise<void>
  /**
   * Ends all sessions of a user, but for that of the token `kept`; answers how many. Give it the transaction that disables the user or
   * changes what is verified, after that change: the change locks the account, so that sign-ins under way wait for
   * its end.
   */
  endAllOf(t: Queryable, userId: number, kept?: string): Promise<number>
  /** Forgets what is remembered; call it after a transaction that ended sessions. */
  forget(): void
  close(): void
}

/** What is stored of a token, and of the mark of a browser. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name by which the shop greets a user: the person's first name, else the business's. */
export const displayName = (user: { first_name: string; business_name: string }): string =>
  user.first_name || user.business_name

const callerOf = (owner: SessionOwner): Caller => ({
  userId: owner.user_id,
  type: owner.type,
  name: displayName(owner),
  clientId: roles[owner.type].isStaff ? NO_CLIENT : (owner.client_id ?? NO_CLIENT),
  sellerId: owner.seller_id,
  ...(owner.order_right === 'prepare' && !roles[owner.type].isStaff && { preparesOnly: true }),
})

interface Remembered {
  readonly caller: Caller
  readonly until: number
  /** When the session is looked up again; each look-up puts it off. */
  due: number
}

/**
 * @param idleMinutes after how many minutes without a call the session of a supervisor or admin ends; 0: never. Asked
 *   at each look-up, so that a new setting counts at once
 */
export function createSessions(db: Db, idleMinutes: () => number = () => 0): SessionStore {
  const { most, lookUpAgain } = REMEMBERED_MS[db.kind]
  const remembered = new Map<string, Remembered>()
  let timesForgotten = 0
  const forget = () => {
    timesForgotten++
    remembered.clear()
  }
  const unsubscribe = db.on('session', forget)
  const sweep = setInterval(() => void deleteExpiredSessions(db.kysely).catch(() => {}), SWEEP_MS)
  sweep.unref()

  const isUnused = ({ type, seconds_unused }: SessionOwner): boolean => {
    const seconds = idleMinutes() * 60
    return seconds > 0 && roles[type].supervises && seconds_unused > seconds + LATE_SECONDS
  }

  const lookUp = async (token: string): Promise<Caller | typeof IDLE | undefined> => {
    const askedAt = performance.now()
    const forgottenBefore = timesForgotten
    const tokenHash = hashOf(token)
    const owner = await findSessionOwner(db.kysely, tokenHash)
    if (!owner || owner.idle || isUnused(owner)) {
      remembered.delete(token)
      if (!owner) return undefined
      if (!owner.idle) await endIdleSession(db.kysely, tokenHash)
      return IDLE
    }
    // Beside the call: whoever asked does not wait for it, and the next look-up tries again if it fails.
    if (owner.seconds_unused > TOUCH_SECONDS) touchSession(db.kysely, tokenHash, TOUCH_SECONDS).catch(() => {})
    const caller = callerOf(owner)
    // Sessions ended or changed while this one was read: the answer serves this request and is not remembered.
    if (forgottenBefore !== timesForgotten) return caller
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const until = askedAt + Math.min(most, owner.seconds_left * 1_000)
    remembered.set(token, { caller, until, due: askedAt + lookUpAgain })
    return caller
  }

  return {
    find(token) {
      const known = remembered.get(token)
      const now = performance.now()
      if (!known || known.until <= now)
        return lookUp(token).catch((error) => {
          if (
            known &&
            remembered.get(token) === known &&
            known.until > now - KNOWN_IN_AN_OUTAGE_MS &&
            outageOf(error) === 'database'
          )
            return known.caller
          throw error
        })
      if (known.due <= now) {
        known.due = now + lookUpAgain
        // If the look-up fails, the session is remembered no longer than before; a later request then hears why.
        lookUp(token).catch(() => {})
      }
      return known.caller
    },
    async start(account, userAgent = '') {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000)
      const session = { tokenHash: hashOf(token), expiresAt, userAgent: userAgent.slice(0, USER_AGENT_LENGTH) }
      const stored = await insertSession(db.kysely, session, account)
      return stored ? token : null
    },
    async end(token) {
      await db.tx(async (t, publish) => {
        // Anybody may send an invented token: the other instances are not told of it.
        if (await deleteSession(t, hashOf(token))) publish('session')
      })
      remembered.delete(token)
    },
    endAllOf: (t, userId, kept) => deleteSessionsOf(t, userId, { kept: kept === undefined ? kept : hashOf(kept) }),
    forget,
    close() {
      unsubscribe()
      clearInterval(sweep)
    },
  }
}
