/** SQL of the tickets of those who wait for a document: any instance may be asked about one. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

const alive = sql<boolean>`seen_at > now() - interval '60 seconds'`

/** Stores a ticket; null when the user has `most` already. What nobody looked at for a minute is gone. */
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

/** What a ticket asked for, which counts as looking at it; undefined for one that is over, or another user's. */
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

/** False when there was none of this user's. */
export async function deleteTicket(db: Queryable, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('document_ticket')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
