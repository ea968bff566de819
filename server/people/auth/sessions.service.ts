/** Sessions: opaque tokens, looked up in memory for a moment (R12). */

import { createHash, randomBytes } from 'node:crypto'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Caller, Sessions } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSessionOwner,
  insertSession,
  type SessionOwner,
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
/** Sessions remembered at most. One more, and all are forgotten and looked up again. */
const MOST_REMEMBERED = 10_000
const SWEEP_MS = 60 * 60_000

export interface SessionStore extends Sessions {
  /**
   * Starts a session and answers its token: the only time it exists in clear. Null when what was verified of the
   * account is no longer so, or it may not sign in any more.
   */
  start(account: VerifiedAccount): Promise<string | null>
  /** Ends one session. */
  end(token: string): Promise<void>
  /**
   * Ends all sessions of a user, but for that of the token `kept`. Give it the transaction that disables the user or
   * changes what is verified, after that change: the change locks the account, so that sign-ins under way wait for
   * its end.
   */
  endAllOf(t: Queryable, userId: number, kept?: string): Promise<void>
  /** Forgets what is remembered; call it after a transaction that ended sessions. */
  forget(): void
  close(): void
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name by which the shop greets a user: the person's first name, else the business's. */
export const displayName = (user: { first_name: string; business_name: string }): string =>
  user.first_name || user.business_name

const callerOf = (owner: SessionOwner): Caller => ({
  userId: owner.user_id,
  type: owner.type,
  name: displayName(owner),
  clientId: roles[owner.type].isStaff ? NO_CLIENT : (owner.client_id ?? NO_CLIENT),
  sellerId: owner.seller_id,
})

interface Remembered {
  readonly caller: Caller
  readonly until: number
  /** When the session is looked up again; each look-up puts it off. */
  due: number
}

export function createSessions(db: Db): SessionStore {
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

  const lookUp = async (token: string): Promise<Caller | undefined> => {
    const askedAt = performance.now()
    const forgottenBefore = timesForgotten
    const owner = await findSessionOwner(db.kysely, hashOf(token))
    if (!owner) {
      remembered.delete(token)
      return undefined
    }
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
      if (!known || known.until <= now) {
        remembered.delete(token)
        return lookUp(token)
      }
      if (known.due <= now) {
        known.due = now + lookUpAgain
        // If the look-up fails, the session is remembered no longer than before; a later request then hears why.
        lookUp(token).catch(() => {})
      }
      return known.caller
    },
    async start(account) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000)
      const stored = await insertSession(db.kysely, { tokenHash: hashOf(token), expiresAt }, account)
      return stored ? token : null
    },
    async end(token) {
      await db.tx(async (t, publish) => {
        // Anybody may send an invented token: the other instances are not told of it.
        if (await deleteSession(t, hashOf(token))) publish('session')
      })
      remembered.delete(token)
    },
    endAllOf: (t, userId, kept) => deleteSessionsOf(t, userId, kept === undefined ? kept : hashOf(kept)),
    forget,
    close() {
      unsubscribe()
      clearInterval(sweep)
    },
  }
}
