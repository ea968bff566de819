/** SQL of the links that end a user's notices (R382). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** How long a link works, in days. */
const LINK_DAYS = 90

/** Stores the hash of a link, and drops those that work no more. */
export async function insertLink(db: Queryable, userId: number, hash: string): Promise<void> {
  await db
    .deleteFrom('notice_link')
    .where('user_id', '=', userId)
    .where(sql<boolean>`made_at <= now() - ${LINK_DAYS} * interval '1 day'`)
    .execute()
  await db.insertInto('notice_link').values({ hash, user_id: userId }).execute()
}

/** Whose notices a link ends; undefined where it ends nobody's. */
export async function findLink(db: Queryable, hash: string): Promise<number | undefined> {
  const link = await db
    .selectFrom('notice_link')
    .select('user_id')
    .where('hash', '=', hash)
    .where(sql<boolean>`made_at > now() - ${LINK_DAYS} * interval '1 day'`)
    .executeTakeFirst()
  return link?.user_id
}

/** Ends all that a user is told: what was asked, the mail that is under way, and with them the links. */
export async function endAll(t: Queryable, userId: number): Promise<void> {
  await t.deleteFrom('article_wish').where('user_id', '=', userId).execute()
  await t.deleteFrom('list_watch').where('user_id', '=', userId).execute()
  await t.deleteFrom('notice_link').where('user_id', '=', userId).execute()
  await t.deleteFrom('notice_mail').where('user_id', '=', userId).where('sent_at', 'is', null).execute()
}
