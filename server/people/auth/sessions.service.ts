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
 * How long what a session says of its user is taken from memory, in milliseconds. On a server, a session that ended
 * elsewhere dies here within this time even if the notice of it is lost. Nobody but this process writes an embedded
 * database, so no notice can be lost; it has one connection, and who searches shall not wait for it behind a long
 * import: long before the time is over, it is looked up again beside the requests.
 */
const REMEMBERED_MS = {
  server: { most: 1_000, lookUpAgain: Number.POSITIVE_INFINITY },
  embedded: { most: 10_000, lookUpAgain: 2_000 },
} as const
/** More tokens than this at once are not all remembered; they are looked up again. */
const MOST_REMEMBERED = 10_000
const SWEEP_MS = 60 * 60_000

export interface SessionStore extends Sessions {
  /**
   * Starts a session and answers its token: the only time it exists in clear. Null when the account's password
   * is no longer the verified one, or it may not sign in any more.
   */
  start(account: VerifiedAccount): Promise<string | null>
  /** Ends one session. */
  end(token: string): Promise<void>
  /**
   * Ends all sessions of a user; give the transaction that disables the user or changes the password, after that
   * change: its lock on the account is what holds sign-ins under way back.
   */
  endAllOf(t: Queryable, userId: number): Promise<void>
  /** Forgets what is remembered; call it after a transaction that ended sessions. */
  forget(): void
  close(): void
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What a name is greeted with: the person, else the business. */
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
  /** When it is to be looked up again; put off by whoever does. */
  due: number
}

export function createSessions(db: Db): SessionStore {
  const { most, lookUpAgain } = REMEMBERED_MS[db.kind]
  const remembered = new Map<string, Remembered>()
  let forgotten = 0
  const forget = () => {
    forgotten++
    remembered.clear()
  }
  const unsubscribe = db.on('session', forget)
  const sweep = setInterval(() => void deleteExpiredSessions(db.kysely).catch(() => {}), SWEEP_MS)
  sweep.unref()

  const lookUp = async (token: string): Promise<Caller | undefined> => {
    const asked = performance.now()
    const before = forgotten
    const owner = await findSessionOwner(db.kysely, hashOf(token))
    if (!owner) {
      remembered.delete(token)
      return undefined
    }
    const caller = callerOf(owner)
    // What was read before a session ended says nothing of what came after.
    if (before !== forgotten) return caller
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const until = asked + Math.min(most, owner.seconds_left * 1_000)
    remembered.set(token, { caller, until, due: asked + lookUpAgain })
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
        // Without an answer it is remembered no longer than it was, and then the request hears why.
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
        // Anybody may send an invented token: that is no news for the others.
        if (await deleteSession(t, hashOf(token))) publish('session')
      })
      remembered.delete(token)
    },
    endAllOf: deleteSessionsOf,
    forget,
    close() {
      unsubscribe()
      clearInterval(sweep)
    },
  }
}
