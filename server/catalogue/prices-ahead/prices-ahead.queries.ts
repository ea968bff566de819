/** SQL of prices as they will be (R360). */
import { sql } from 'kysely'
import type { DayPrice } from '../../../contract/prices-ahead.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { termsOf } from '../../db/price.ts'

/** Makes the rest of a transaction see the prices of a moment to come. */
export async function lookFrom(t: Queryable, moment: string): Promise<void> {
  await sql`select set_config('bulto.priced_at', ${moment}, true)`.execute(t)
}

const onSale = (t: Queryable, clientId: number) => t.selectFrom(offers(t, clientId)).where('offer.listed', '=', true)

/** What a unit of each article on sale costs a client, as the JSON text that `listChanged` compares with. */
export async function readUnits(t: Queryable, clientId: number): Promise<string> {
  const { units } = await onSale(t, clientId)
    .select(
      sql<string>`coalesce(json_agg(json_build_array(offer."articleId", offer."unitPrice")), '[]')::text`.as('units'),
    )
    .executeTakeFirstOrThrow()
  return units
}

/** The articles on sale whose unit costs a client something else than `units` says, by code; each row carries the counts of all. */
export async function listChanged(
  t: Queryable,
  clientId: number,
  units: string,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<(DayPrice & { total: number; dearer: number })[]> {
  const priced = onSale(t, clientId).select([
    'offer.articleId',
    'offer.code',
    'offer.description',
    'offer.unitPrice',
    'offer.reason',
    'offer.promotion',
  ])
  const { rows } = await sql<DayPrice & { total: number; dearer: number }>`
    with was as (
      select (unit ->> 0)::int as id, (unit ->> 1)::bigint as cents from json_array_elements(${units}::json) unit
    )
    select priced."articleId", priced.code, priced.description, was.cents as before, priced."unitPrice" as after,
      concat_ws(', ', nullif(priced.promotion, ''), nullif(priced.reason, '')) as reason,
      (count(*) over ())::int as total, (count(*) filter (where priced."unitPrice" > was.cents) over ())::int as dearer
    from (${priced}) priced join was on was.id = priced."articleId"
    where was.cents is distinct from priced."unitPrice"
    order by priced.code collate "C" limit ${limit} offset ${offset}`.execute(t)
  return rows
}

/** A moment at which announced prices begin, with their articles. */
export interface Beginning {
  since: string
  articleIds: number[]
}

/** The next moments, at most `limit`, at which prices of these articles begin that a client may buy by; promotions are not announced. */
export async function listBeginnings(
  t: Queryable,
  clientId: number,
  articleIds: readonly number[],
  limit: number,
): Promise<Beginning[]> {
  const { rows } = await sql<Beginning>`
    with asked as (
      select ${articleIds}::int[] as ids, terms.client_id, case when terms.list_active then terms.list_id end as list
      from ${termsOf(sql`${clientId}`)} terms
    )
    select since, array_agg(article_id) as "articleIds" from (
      select p.since, p.article_id from list_price p, asked
        where p.list_id = asked.list and p.article_id = any(asked.ids) and p.active and p.since > now()
      union select p.since, p.article_id from client_price p, asked
        where p.client_id = asked.client_id and p.article_id = any(asked.ids) and p.active and p.since > now()
      union select p.since, p.article_id from price_ahead p, asked where p.article_id = any(asked.ids) and p.since > now()
    ) beginning group by since order by since limit ${limit}`.execute(t)
  return rows
}

/** What a unit of each of these articles on sale costs a client. */
export async function readUnitsOf(
  t: Queryable,
  clientId: number,
  articleIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await onSale(t, clientId)
    .select(['offer.articleId', 'offer.unitPrice'])
    .where(sql<boolean>`offer."articleId" = any(${articleIds}::int[])`)
    .execute()
  return new Map(rows.map(({ articleId, unitPrice }) => [articleId, unitPrice]))
}
