/** SQL of papers that are shared. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** A list with whom it is for; undefined when there is none. */
export const findList = (db: Queryable, id: number) =>
  db
    .selectFrom('saved_list')
    .select(['name', 'client_id as clientId', 'user_id as userId', sql<string>`changed_at`.as('changedAt')])
    .where('id', '=', id)
    .executeTakeFirst()

export const listListLines = (db: Queryable, listId: number) =>
  db
    .selectFrom('saved_list_line as line')
    .innerJoin('article', 'article.id', 'line.article_id')
    .select([
      'article.code',
      'article.description',
      'line.quantity',
      'line.note',
      sql<number>`coalesce(article.units_per_pack, 0)`.as('unitsPerPack'),
      sql<number>`coalesce(article.multiple, 1)`.as('multiple'),
    ])
    .where('line.list_id', '=', listId)
    .orderBy('line.place')
    .execute()

export const findClientOfOrder = (db: Queryable, orderId: number) =>
  db.selectFrom('sales_order').select('client_id as clientId').where('id', '=', orderId).executeTakeFirst()

/** Whether somebody may still sign in: the links of who may not open nothing. */
export async function isInUse(db: Queryable, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('active', '=', true)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return user !== undefined
}
