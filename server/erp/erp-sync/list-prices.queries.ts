/** SQL about the prices of lists and of clients that a feed brings (R353). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { DatedTable } from './list-prices.rules.ts'

/** How many articles have a price of the ERP's now: in each of some lists, and for clients all together under 0. */
export async function countPriced(
  t: Queryable,
  table: DatedTable,
  lists: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } =
    table === 'listPrices'
      ? await sql<{ owner: number; count: number }>`
          select list_id as owner, count(*)::int as count from (
            select distinct on (list_id, article_id) list_id, list_price from list_price
            where list_id = any(${[...lists]}::int[]) and active and from_erp and since <= ${now}
            order by list_id, article_id, since desc
          ) held where list_price > 0 group by list_id`.execute(t)
      : await sql<{ owner: number; count: number }>`
          select 0 as owner, count(*)::int as count from (
            select distinct on (client_id, article_id) list_price from client_price
            where active and from_erp and since <= ${now} and ${now} < until
            order by client_id, article_id, since desc
          ) held where list_price > 0`.execute(t)
  return new Map(rows.map(({ owner, count }) => [owner, count]))
}

/** Lists, or clients, as a person knows them: 'lista 12 «Mayorista»'. */
export async function ownerNames(t: Queryable, table: DatedTable, ids: readonly number[]) {
  const { rows } =
    table === 'listPrices'
      ? await sql<{ id: number; name: string }>`
          select id, 'lista ' || id || ' «' || name || '»' as name from price_list
          where id = any(${[...ids]}::int[])`.execute(t)
      : await sql<{ id: number; name: string }>`
          select id, 'cliente ' || code || ' ' || business_name as name from client
          where id = any(${[...ids]}::int[])`.execute(t)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lists that clients in use buy by and that are out of use or have no price now, with the number of these clients. */
export async function listsWithoutPrices(t: Queryable, now: Date) {
  const { rows } = await sql<{ id: number; name: string; active: boolean; clients: number }>`
    select l.id, l.name, l.active, count(*)::int as clients from price_list l join client c on c.active
      and c.list_id = l.id and c.own_list_id is null
    where not l.active or not exists (
      select from list_price p where p.list_id = l.id and p.active and p.list_price > 0 and p.since <= ${now})
    group by l.id order by l.id`.execute(t)
  return rows
}
