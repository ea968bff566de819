/** SQL of accounts and sessions. */

import { sql } from 'kysely'
import type { OrderRight } from '../../../contract/buyer-rights.ts'
import type { UserType } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'

/** The CUIT of the account with a mail address, which is in lower case. */
export async function findCuitByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('app_user').select('cuit').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return found?.cuit
}

/** The account with a CUIT, as it is stored. */
export function findAccountByCuit(db: Queryable, cuit: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'cuit', 'password_hash', 'type', 'first_name', 'business_name', 'client_id'])
    .select(['enabled', 'active', 'second_factor'])
    .where('cuit', '=', cuit)
    .executeTakeFirst()
}

/** An account whose password was found right. */
export type VerifiedPerson = NonNullable<Awaited<ReturnType<typeof findAccountByCuit>>>

export interface NewSession {
  tokenHash: Buffer
  expiresAt: Date
  userAgent: string
}

/** An account, the stored password that was found right for it, and whether a second factor was. */
export interface VerifiedAccount {
  id: number
  password_hash: string
  second_factor: boolean
}

/**
 * Stores a session by the hash of its token, if the account still has what was verified and may sign in;
 * false when it changed meanwhile. The one statement locks the account's row: it waits for a change under way and
 * sees it, and a later change finds the session and ends it.
 */
export async function insertSession(
  db: Queryable,
  { tokenHash, expiresAt, userAgent }: NewSession,
  { id, password_hash, second_factor }: VerifiedAccount,
): Promise<boolean> {
  const inserted = await db
    .insertInto('session')
    .columns(['token_hash', 'user_id', 'expires_at', 'user_agent'])
    .expression((is) =>
      is
        .selectFrom('app_user')
        .select((column) => [
          column.val(tokenHash).as('token_hash'),
          'id',
          sql<string>`${expiresAt}::timestamptz`.as('expires_at'),
          sql<string>`${userAgent}::text`.as('user_agent'),
        ])
        .where('id', '=', id)
        .where('password_hash', '=', password_hash)
        .where('second_factor', '=', second_factor)
        .where('enabled', '=', true)
        .where('active', '=', true)
        .forShare(),
    )
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface SessionOwner {
  user_id: number
  type: UserType
  first_name: string
  business_name: string
  client_id: number | null
  seller_id: number | null
  order_right: OrderRight
  /** Until the session expires. */
  seconds_left: number
  /** Since it was last used, as far as that is written down. */
  seconds_unused: number
  /** It has ended because nobody used it (R267). */
  idle: boolean
}

// Made once: every session's first call looks it up.
const SECONDS_LEFT = sql<number>`extract(epoch from session.expires_at - now())::float8`.as('seconds_left')
const SECONDS_UNUSED = sql<number>`extract(epoch from now() - session.last_used_at)::float8`.as('seconds_unused')
const IS_OPEN_OR_IDLE = sql<boolean>`(session.expires_at > now() or session.idle)`

/** The user of a live session, or of one that ended because nobody used it; the account is enabled and active. */
export function findSessionOwner(db: Queryable, tokenHash: Buffer): Promise<SessionOwner | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.user_id',
      'app_user.type',
      'app_user.first_name',
      'app_user.business_name',
      'app_user.client_id',
      'app_user.seller_id',
      'app_user.order_right',
      SECONDS_LEFT,
      SECONDS_UNUSED,
      'session.idle',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where(IS_OPEN_OR_IDLE)
    .where('app_user.enabled', '=', true)
    .where('app_user.active', '=', true)
    .executeTakeFirst()
}

/** Writes down that a session is being used, unless another instance has just done so. */
export async function touchSession(db: Queryable, tokenHash: Buffer, afterSeconds: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: sql<string>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', sql<string>`now() - make_interval(secs => ${afterSeconds}::float8)`)
    .execute()
}

/** Ends a session that nobody uses; the row tells why until it is swept. */
export async function endIdleSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ idle: true, expires_at: sql<string>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('idle', '=', false)
    .execute()
}

/** The open sessions of a user, the asking one first, then those used last. */
export function listSessionsOf(db: Queryable, userId: number, asking: Buffer) {
  return db
    .selectFrom('session')
    .select((column) => [
      'id',
      'user_agent',
      'created_at',
      'last_used_at',
      column('token_hash', '=', asking).as('is_current'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy((column) => column('token_hash', '=', asking), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Ends the open sessions of a user: the one with `id`, else all but that of `kept`, the hash of a token.
 * @returns how many ended
 */
export async function deleteSessionsOf(
  db: Queryable,
  userId: number,
  { id, kept }: { id?: number | undefined; kept?: Buffer | undefined } = {},
): Promise<number> {
  let those = db.deleteFrom('session').where('user_id', '=', userId).where('expires_at', '>', sql<string>`now()`)
  if (id !== undefined) those = those.where('id', '=', id)
  else if (kept) those = those.where('token_hash', '<>', kept)
  return Number((await those.executeTakeFirst()).numDeletedRows)
}

/** The CUIT of a user as it is stored; '' for nobody's id. */
export async function cuitOf(db: Queryable, userId: number): Promise<string> {
  const found = await db.selectFrom('app_user').select('cuit').where('id', '=', userId).executeTakeFirst()
  return found?.cuit ?? ''
}

/** Notes that a browser is one of the user's; whether it was none, or has not been for `forDays`. */
export async function noteBrowser(
  t: Queryable,
  { userId, markHash, forDays }: { userId: number; markHash: Buffer; forDays: number },
): Promise<boolean> {
  await t
    .deleteFrom('known_browser')
    .where('user_id', '=', userId)
    .where('signed_in_at', '<', sql<string>`now() - make_interval(days => ${forDays}::int)`)
    .execute()
  const known = await t
    .updateTable('known_browser')
    .set({ signed_in_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('mark_hash', '=', markHash)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return false
  const added = await t
    .insertInto('known_browser')
    .values({ user_id: userId, mark_hash: markHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Ends one session; false when there was none. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db.deleteFrom('session').where('token_hash', '=', tokenHash).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** The key that a user's devices seal with; made from `fresh` when it is asked for the first time. */
export async function findOrMakeDeviceKey(db: Queryable, userId: number, fresh: Buffer): Promise<Buffer> {
  await db
    .insertInto('device_key')
    .values({ user_id: userId, key: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key } = await db
    .selectFrom('device_key')
    .select('key')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return key
}

export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', sql<string>`now()`).execute()
}
