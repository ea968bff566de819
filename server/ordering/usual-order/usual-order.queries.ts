/** SQL of a client's past orders. */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { priceSql } from '../../db/price.ts'
import type { CartKey } from '../../db/tables.ts'
import type { PastPurchase } from './habits.rules.ts'

const MADE_ON = sql`(o.created_at at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01'`

const NOT_CALLED_OFF = sql`o.erp_state is distinct from 'rejected' and o.course_state <> 'cancelled'`
/** Orders of this client (without a client: of this user), except those that the ERP refused and those that were cancelled. */
const ofOwner = ({ clientId, userId }: CartKey) =>
  clientId === NO_CLIENT
    ? sql`o.client_id = ${NO_CLIENT}::int and o.user_id = ${userId}::int and ${NOT_CALLED_OFF}`
    : sql`o.client_id = ${clientId}::int and ${NOT_CALLED_OFF}`

export interface OrdersOf {
  readonly orders: number
  readonly lastId: number | null
  readonly lastAt: string | null
  /** Days since 1970-01-01. */
  readonly today: number
}

/** The number and the last of a client's orders: kept habits stay right until these change. */
export async function findOrders(db: Queryable, owner: CartKey): Promise<OrdersOf | undefined> {
  const { rows } = await sql<OrdersOf>`
    select count(*)::int as orders, max(o.id)::int as "lastId", max(o.created_at)::text as "lastAt",
      (now() at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01' as today
    from sales_order o where ${ofOwner(owner)}`.execute(db)
  return rows[0]
}

/** Quantity and last price of each article on each day, in no order. */
export async function listPurchases(db: Queryable, owner: CartKey): Promise<PastPurchase[]> {
  const { rows } = await sql<PastPurchase>`
    select line.article_id as "articleId", ${MADE_ON} as day, sum(line.quantity)::int as quantity,
      (array_agg(line.unit_price order by o.id desc))[1] as "unitPrice"
    from sales_order o join sales_order_line line on line.order_id = o.id
    where ${ofOwner(owner)}
    group by 1, 2`.execute(db)
  return rows
}

/** Names of articles, and what they cost a client today, sold or not, by article id. */
export async function listOffers(db: Queryable, clientId: number, articleIds: readonly number[]) {
  const rows = await db
    .selectFrom(offers(db, clientId))
    .select(['articleId', 'code', 'description', 'multiple', 'unitsPerPack', 'brandId', 'unitPrice', 'steps'])
    .select(['listed', 'sold'])
    .where('articleId', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.articleId, row]))
}
export type OfferNow = Awaited<ReturnType<typeof listOffers>> extends Map<number, infer Row> ? Row : never

/**
 * Articles that came into some brands after an instant and can be ordered, the newest first, without those in `known`;
 * at most `limit`: after the first load of a catalogue everything is new, and counting it costs more than all the rest.
 */
export async function listNewArticles(
  db: Queryable,
  brandIds: readonly number[],
  known: readonly number[],
  after: string,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article_id')
    .innerJoin('price', 'price.article_id', 'article.id')
    .select('listing.article_id as articleId')
    .where('listing.brand_id', '=', sql<number>`any(${brandIds}::int[])`)
    .where('listing.active', '=', true)
    .where('article.active', '=', true)
    .where(priceSql(sql`price.list_price`, sql`listing.discount`), '>', 0)
    .where('listing.created_at', '>', sql<string>`${after}::timestamptz`)
    .where('listing.article_id', '<>', sql<number>`all(${known}::int[])`)
    .orderBy('listing.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ articleId }) => articleId)
}
