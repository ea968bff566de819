/** SQL of messages about orders (R393, R394). */
import { sql } from 'kysely'
import { messageReaders } from '../../db/message-readers.ts'
import type { Queryable } from '../../db/open.ts'

export const findConsent = (db: Queryable, userId: number) =>
  db
    .selectFrom('message_consent')
    .select(['phone', 'agreed_at as agreedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores a number and that its user agrees from now on. */
export async function insertConsent(t: Queryable, userId: number, phone: string): Promise<void> {
  await t
    .insertInto('message_consent')
    .values({ user_id: userId, phone })
    .onConflict((again) => again.column('user_id').doUpdateSet({ phone, agreed_at: sql`now()` }))
    .execute()
}

export async function deleteConsent(t: Queryable, userId: number): Promise<void> {
  await t.deleteFrom('message_consent').where('user_id', '=', userId).execute()
}

/** The order of a message and the number of its reader; undefined when the reader is to be told nothing of it any more. */
export const findMessage = (db: Queryable, orderId: number, userId: number) =>
  db
    .selectFrom('sales_order as o')
    .innerJoin('message_consent as consent', (join) => join.on('consent.user_id', '=', userId))
    .select([
      'consent.phone',
      'o.erp_number as erpNumber',
      'o.line_count as lineCount',
      sql<boolean>`o.withdrawn_at is not null or o.course_state in ('cancelled', 'refused')`.as('isOff'),
    ])
    .where('o.id', '=', orderId)
    .where(sql<boolean>`${userId} = any(${messageReaders})`)
    .executeTakeFirst()
