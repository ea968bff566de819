/** SQL of a person's own account: registration, password, profile, addresses. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { adminTypes } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { exists } from './user-admin.queries.ts'

/** Whether a CUIT or mail (any case) is taken, by somebody other than `exceptId`. */
export async function isTaken(
  db: Queryable,
  { cuit, email }: { cuit: string; email: string },
  exceptId = 0,
): Promise<boolean> {
  const taken = await db
    .selectFrom('app_user')
    .select('id')
    .where((is) => is.or([is('cuit', '=', cuit), is(is.fn<string>('lower', ['email']), '=', email.toLowerCase())]))
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertUser(t: Queryable, user: Insertable<Tables['app_user']>): Promise<number> {
  const { id } = await t.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateUser(t: Queryable, id: number, changes: Updateable<Tables['app_user']>): Promise<void> {
  await t.updateTable('app_user').set(changes).where('id', '=', id).execute()
}

/** A user's row, locked for a change. */
export function lockUser(t: Queryable, id: number) {
  return t.selectFrom('app_user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findUser(db: Queryable, id: number) {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Queryable, email: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'cuit', 'email', 'type', 'enabled', 'active'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Sets the one open reset of a user; an earlier code is dead from then on. */
export async function saveReset(t: Queryable, userId: number, codeHash: Buffer, expiresAt: Date): Promise<void> {
  const reset = { code_hash: codeHash, tries: 0, expires_at: expiresAt }
  await t
    .insertInto('password_reset')
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute()
}

/** The live reset of a user, locked: two tries at once count twice. */
export function lockReset(t: Queryable, userId: number) {
  return t
    .selectFrom('password_reset')
    .select(['code_hash', 'tries'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

export async function countTry(t: Queryable, userId: number): Promise<void> {
  await t
    .updateTable('password_reset')
    .set((is) => ({ tries: is('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteReset(t: Queryable, userId: number): Promise<void> {
  await t.deleteFrom('password_reset').where('user_id', '=', userId).execute()
}

/** Somebody who runs the shop and can sign in. */
export const findAdmin = (db: Queryable) =>
  db
    .selectFrom('app_user')
    .select('cuit')
    .where('type', 'in', adminTypes)
    .where('enabled', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Whether an account may have it: a carrier or zone that there is, or none where the shop has none to choose from (R205). */
export async function mayHave(
  db: Queryable,
  table: 'carrier' | 'zone',
  id: number | null | undefined,
): Promise<boolean> {
  if (id) return exists(db, table, id)
  return (await db.selectFrom(table).select('id').where('active', '=', true).limit(1).executeTakeFirst()) === undefined
}

export async function sellerExists(db: Queryable, id: number): Promise<boolean> {
  const found = await db.selectFrom('seller').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** What an account takes from its ERP client. */
export function findClientOfAccount(db: Queryable, id: number) {
  return db.selectFrom('client').select(['business_name', 'cuit', 'email']).where('id', '=', id).executeTakeFirst()
}

export async function insertAddress(t: Queryable, address: Insertable<Tables['user_address']>): Promise<number> {
  const { id } = await t.insertInto('user_address').values(address).returning('id').executeTakeFirstOrThrow()
  return id
}
