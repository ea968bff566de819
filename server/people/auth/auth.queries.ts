/** SQL of accounts and sessions. */

import { sql } from 'kysely'
import type { UserType } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'

/** The account that signs in with a CUIT (eleven digits). */
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
  { tokenHash, expiresAt }: NewSession,
  { id, password_hash, second_factor }: VerifiedAccount,
): Promise<boolean> {
  const inserted = await db
    .insertInto('session')
    .columns(['token_hash', 'user_id', 'expires_at'])
    .expression((is) =>
      is
        .selectFrom('app_user')
        .select((column) => [
          column.val(tokenHash).as('token_hash'),
          'id',
          sql<string>`${expiresAt}::timestamptz`.as('expires_at'),
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
  /** Until the session expires. */
  seconds_left: number
}

/** The user of a live session: not expired, the account enabled and active. */
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
      sql<number>`extract(epoch from session.expires_at - now())::float8`.as('seconds_left'),
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<string>`now()`)
    .where('app_user.enabled', '=', true)
    .where('app_user.active', '=', true)
    .executeTakeFirst()
}

/** Ends one session; false when there was none. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db.deleteFrom('session').where('token_hash', '=', tokenHash).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Ends every session of a user; with `kept`, the hash of a token, every other one. */
export async function deleteSessionsOf(db: Queryable, userId: number, kept?: Buffer): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(kept !== undefined, (others) => others.where('token_hash', '!=', kept as Buffer))
    .execute()
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
