/** SQL of what users want to be told (R380). */
import { sql } from 'kysely'
import type { Wish } from '../../../contract/notices.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'

/** The articles that a user waits for at a client, the last asked first. */
export const listWishes = (db: Queryable, { userId, clientId }: CartKey): Promise<Wish[]> =>
  db
    .selectFrom('article_wish as wish')
    .innerJoin('article', 'article.id', 'wish.article_id')
    .select([
      'wish.article_id as articleId',
      'article.code',
      'article.description',
      sql<boolean>`wish.price_then = 0`.as('lackedPrice'),
      sql<boolean>`coalesce(wish.stock_then <= 0, false)`.as('lackedStock'),
      'wish.asked_at as askedAt',
    ])
    .where('wish.user_id', '=', userId)
    .where('wish.client_id', '=', clientId)
    .orderBy('wish.asked_at', 'desc')
    .orderBy('wish.article_id')
    .execute()

/** The lists of a client that a user has watched. */
export async function listWatches(db: Queryable, { userId, clientId }: CartKey): Promise<number[]> {
  const rows = await db
    .selectFrom('list_watch as watch')
    .innerJoin('saved_list as list', 'list.id', 'watch.list_id')
    .select('watch.list_id as id')
    .where('watch.user_id', '=', userId)
    .where('list.client_id', '=', clientId)
    .orderBy('watch.list_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What an article costs a client today, in cents, its stock, and whether it is on sale. */
export const findOffered = (db: Queryable, clientId: number, articleId: number) =>
  db
    .selectFrom(offers(db, clientId))
    .innerJoin('article', 'article.id', 'offer.articleId')
    .select(['offer.unitPrice', 'offer.listed', 'article.stock'])
    .where('article.id', '=', articleId)
    .executeTakeFirst()

export async function countWishes(t: Queryable, { userId, clientId }: CartKey): Promise<number> {
  const { count } = await t
    .selectFrom('article_wish')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWish(
  t: Queryable,
  { userId, clientId }: CartKey,
  { articleId, price, stock }: { articleId: number; price: number; stock: number | null },
): Promise<void> {
  await t
    .insertInto('article_wish')
    .values({ user_id: userId, client_id: clientId, article_id: articleId, price_then: price, stock_then: stock })
    .onConflict((twice) => twice.doNothing())
    .execute()
}

export async function hasWish(t: Queryable, { userId, clientId }: CartKey, articleId: number): Promise<boolean> {
  const row = await t
    .selectFrom('article_wish')
    .select('article_id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteWish(t: Queryable, { userId, clientId }: CartKey, articleId: number): Promise<void> {
  await t
    .deleteFrom('article_wish')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('article_id', '=', articleId)
    .execute()
}

/** The ids of all lists that a user has watched, of whatever client. */
export async function listWatchedIds(t: Queryable, userId: number): Promise<number[]> {
  const rows = await t.selectFrom('list_watch').select('list_id').where('user_id', '=', userId).execute()
  return rows.map(({ list_id }) => list_id)
}

/** Watches a list from today's prices on. */
export async function insertWatch(t: Queryable, { userId, clientId }: CartKey, listId: number): Promise<void> {
  await t
    .insertInto('list_watch')
    .values({ user_id: userId, list_id: listId })
    .onConflict((twice) => twice.doNothing())
    .execute()
  await t
    .insertInto('list_watch_price')
    .columns(['user_id', 'list_id', 'article_id', 'unit_price'])
    .expression(
      t
        .selectFrom(offers(t, clientId))
        .innerJoin('article', 'article.id', 'offer.articleId')
        .select([
          sql<number>`${userId}::int`.as('user_id'),
          sql<number>`${listId}::int`.as('list_id'),
          'offer.articleId as article_id',
          'offer.unitPrice as unit_price',
        ])
        .where('article.id', 'in', (is) =>
          is.selectFrom('saved_list_line').select('article_id').where('list_id', '=', listId),
        ),
    )
    .onConflict((twice) => twice.doNothing())
    .execute()
}

/** Ends the watch of a list of the client's. */
export async function deleteWatch(t: Queryable, { userId, clientId }: CartKey, listId: number): Promise<void> {
  await t
    .deleteFrom('list_watch')
    .where('user_id', '=', userId)
    .where('list_id', 'in', (is) => is.selectFrom('saved_list').select('id').where('client_id', '=', clientId))
    .where('list_id', '=', listId)
    .execute()
}
