/** SQL of what a client took. */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import type { Taking } from './habits.rules.ts'

const MADE_ON = sql`(o.created_at at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01'`

/**
 * What this client took on which day (without a client: this user); an order that the ERP refused was never taken.
 * Also which orders there are, by the last one's id and day.
 */
export async function listTakings(
  db: Queryable,
  owner: CartKey,
): Promise<{ takings: Taking[]; today: number; orders: number; lastAt: string | null }> {
  const ofOwner =
    owner.clientId === NO_CLIENT
      ? sql`o.client_id = ${NO_CLIENT}::int and o.user_id = ${owner.userId}::int`
      : sql`o.client_id = ${owner.clientId}::int`
  const { rows } = await sql<{
    takings: [articleId: number, day: number, quantity: number, unitPrice: number][] | null
    today: number
    orders: number
    lastAt: string | null
  }>`
    with own as materialized (
      select o.id, o.created_at, ${MADE_ON} as day from sales_order o
      where ${ofOwner} and o.erp_state is distinct from 'rejected'
    ), taken as (
      select line.article_id, own.day, sum(line.quantity) as quantity,
        (array_agg(line.unit_price order by own.id desc))[1] as unit_price
      from own join sales_order_line line on line.order_id = own.id
      group by 1, 2
    )
    select (select json_agg(json_build_array(article_id, day, quantity, unit_price)) from taken) as takings,
      (now() at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01' as today,
      (select count(*)::int from own) as orders,
      (select max(created_at) from own)::text as "lastAt"`.execute(db)
  const row = rows[0]
  return {
    today: row?.today ?? 0,
    orders: row?.orders ?? 0,
    lastAt: row?.lastAt ?? null,
    takings: (row?.takings ?? []).map(([articleId, day, quantity, unitPrice]) => ({
      articleId,
      day,
      quantity,
      unitPrice,
    })),
  }
}

/** Articles that came into some brands after an instant, the newest first. */
export async function listNewArticles(
  db: Queryable,
  brandIds: readonly number[],
  after: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('listing')
    .select('article_id as articleId')
    .where('brand_id', '=', sql<number>`any(${brandIds}::int[])`)
    .where('active', '=', true)
    .where('created_at', '>', sql<string>`${after}::timestamptz`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ articleId }) => articleId)
}

/** What articles are called that are not in the catalogue any more. */
export function listNames(db: Queryable, articleIds: readonly number[]) {
  return db
    .selectFrom('article')
    .select(['id', 'code', 'description', 'multiple'])
    .where('id', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
}
