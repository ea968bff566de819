/** SQL of the prices of the base list that begin later (R353). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** A price of an article from an instant on, in cents. */
export interface PriceAhead {
  articleId: number
  /** ISO 8601 in UTC. */
  since: string
  listPrice: number
}

/** Rows per statement, as in erp-sync.queries.ts. */
const CHUNK = 2000

/** What waits for its beginning: of some articles, or all. */
export async function listAhead(t: Queryable, articles?: readonly number[]): Promise<PriceAhead[]> {
  return t
    .selectFrom('price_ahead')
    .select(['article_id as articleId', 'since', 'list_price as listPrice'])
    .$if(articles !== undefined, (query) =>
      query.where(sql<boolean>`article_id = any(${[...(articles ?? [])]}::integer[])`),
    )
    .execute()
}

/** Stores prices, in the place of those with the same article and beginning. */
export async function putAhead(t: Queryable, prices: readonly PriceAhead[]): Promise<void> {
  for (let at = 0; at < prices.length; at += CHUNK)
    await sql`insert into price_ahead (article_id, since, list_price)
      select "articleId", since, "listPrice" from json_to_recordset(${JSON.stringify(prices.slice(at, at + CHUNK))}::json)
        as given ("articleId" integer, since timestamptz, "listPrice" bigint)
      on conflict (article_id, since) do update set list_price = excluded.list_price`.execute(t)
}

/** Removes prices that will not begin. */
export async function dropAhead(
  t: Queryable,
  prices: readonly Pick<PriceAhead, 'articleId' | 'since'>[],
): Promise<void> {
  if (prices.length === 0) return
  await sql`delete from price_ahead using json_to_recordset(${JSON.stringify(prices)}::json)
      as given ("articleId" integer, since timestamptz)
    where article_id = given."articleId" and price_ahead.since = given.since`.execute(t)
}
