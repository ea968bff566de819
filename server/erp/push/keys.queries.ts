/** SQL of the ERP's keys. */
import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export const listKeys = (db: Queryable) =>
  db
    .selectFrom('erp_key')
    .select(['id', 'name', 'rights', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('id')
    .execute()

/** Counts keys with the table locked, so that two admins do not pass the limit together. */
export async function countForNewOne(t: Queryable): Promise<number> {
  await sql`lock table erp_key in share row exclusive mode`.execute(t)
  const { count } = await t
    .selectFrom('erp_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = (t: Queryable, key: Insertable<Tables['erp_key']>): Promise<{ id: number }> =>
  t.insertInto('erp_key').values(key).returning('id').executeTakeFirstOrThrow()

export async function deleteKey(t: Queryable, id: number): Promise<void> {
  await t.deleteFrom('erp_key').where('id', '=', id).execute()
}

/** The key of a hash, and whether its last use was noted more than a minute ago. */
export const findKey = (db: Queryable, hash: Buffer) =>
  db
    .selectFrom('erp_key')
    .select([
      'id',
      'name',
      'rights',
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('isUseOld'),
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()

export async function noteUse(db: Queryable, id: number): Promise<void> {
  await db.updateTable('erp_key').set({ last_used_at: sql`now()` }).where('id', '=', id).execute()
}
