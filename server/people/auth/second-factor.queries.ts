/** SQL of second factors. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

export function findSecondFactor(db: Queryable, userId: number) {
  return db
    .selectFrom('second_factor as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select(['f.secret', 'f.last_step', 'f.recovery_hashes', 'u.second_factor as is_on'])
    .where('f.user_id', '=', userId)
    .executeTakeFirst()
}

/** Keeps a secret that is not in use yet, in place of an earlier one. */
export async function saveSecret(db: Queryable, userId: number, secret: Buffer): Promise<void> {
  const fresh = { secret, last_step: 0, recovery_hashes: [] }
  await db
    .insertInto('second_factor')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
}

/**
 * Counts a code as used; false when it, or a later one, was before.
 * @param step The half minute of the code.
 * @param latest The last half minute whose code is taken now. A code of a later one was used while the clock of the server was ahead,
 *   and must not lock out those of today.
 */
export async function spendStep(db: Queryable, userId: number, step: number, latest: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', latest)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a recovery code out; answers how many are left, undefined when it is none of them. */
export async function spendRecovery(db: Queryable, userId: number, hash: string): Promise<number | undefined> {
  const row = await db
    .updateTable('second_factor')
    .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash}::text)` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${hash}::text = any(recovery_hashes)`)
    .returning('recovery_hashes')
    .executeTakeFirst()
  return row?.recovery_hashes.length
}

export async function saveRecovery(db: Queryable, userId: number, hashes: string[]): Promise<void> {
  await db.updateTable('second_factor').set({ recovery_hashes: hashes }).where('user_id', '=', userId).execute()
}

export async function deleteSecondFactor(db: Queryable, userId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
}

/** Id of the user with a CUIT (eleven digits); undefined when nobody has it. */
export async function idOfCuit(db: Queryable, cuit: string): Promise<number | undefined> {
  const found = await db.selectFrom('app_user').select('id').where('cuit', '=', cuit).executeTakeFirst()
  return found?.id
}
