/** SQL of the tickets of users who wait for a document: any instance may be asked about any ticket. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

const alive = sql<boolean>`seen_at > now() - interval '60 seconds'`

/** Stores a ticket; null when the user has `most` already. Tickets that nobody looked at for a minute are deleted. */
export async function insertTicket(
  db: Queryable,
  { userId, order, most }: { userId: number; order: string; most: number },
): Promise<string | null> {
  await db.deleteFrom('document_ticket').where(sql<boolean>`not ${alive}`).execute()
  const { rows } = await sql<{ id: string }>`insert into document_ticket (user_id, asked)
    select ${userId}, ${order}::jsonb
    where (select count(*) from document_ticket where user_id = ${userId} and ${alive}) < ${most}
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** The order of a ticket; the call counts as a look at it. Undefined for a ticket that has ended, or another user's. */
export async function touchTicket(db: Queryable, userId: number, id: string): Promise<unknown> {
  const row = await db
    .updateTable('document_ticket')
    .set({ seen_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(alive)
    .returning('asked')
    .executeTakeFirst()
  return row?.asked
}

/** Deletes a ticket; false when the user has no such ticket. */
export async function deleteTicket(db: Queryable, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('document_ticket')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
