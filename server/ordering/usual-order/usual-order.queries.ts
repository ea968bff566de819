/** SQL of a client's earlier orders: the shop's, and those of the past that the ERP tells (R398). */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { isPastPurchase } from '../../db/past-orders.ts'
import { priceSql } from '../../db/price.ts'
import type { CartKey } from '../../db/tables.ts'
import type { PastPurchase } from './habits.rules.ts'

/** Days since 1970-01-01, in Argentina. */
const dayOf = (at: string) =>
  sql`(${sql.ref(at)} at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01'`

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
  /** How many of them are of the past, and when one of these changed last. */
  readonly past: string
  /** Days since 1970-01-01. */
  readonly today: number
}

/** The number and the last of a client's orders, those of the past with them: kept habits stay right until these change. */
export async function findOrders(db: Queryable, owner: CartKey): Promise<OrdersOf | undefined> {
  const { rows } = await sql<OrdersOf>`
    select made.orders + past.orders as orders, made."lastId", greatest(made.at, past.at)::text as "lastAt",
      concat_ws(' ', past.orders, past.changed) as past,
      (now() at time zone 'America/Argentina/Buenos_Aires')::date - date '1970-01-01' as today
    from
      (select count(*)::int as orders, max(o.id)::int as "lastId", max(o.created_at) as at
        from sales_order o where ${ofOwner(owner)}) as made,
      (select count(*)::int as orders, max(p.at) as at, max(p.changed_at) as changed
        from past_order p where p.client_id = ${owner.clientId}::int and ${isPastPurchase}) as past`.execute(db)
  return rows[0]
}

/** The most that an integer holds: an ERP may tell any quantity. */
const MOST = 2_147_483_647

/** Quantity and last price (0: not told) of each article on each day, in no order. What came back is taken off its day. */
export async function listPurchases(db: Queryable, owner: CartKey): Promise<PastPurchase[]> {
  const { rows } = await sql<PastPurchase>`
    select "articleId", day, least(sum(quantity), ${MOST}::bigint)::int as quantity,
      (array_agg("unitPrice" order by "isPast", id desc))[1] as "unitPrice"
    from (
      select line.article_id as "articleId", ${dayOf('o.created_at')} as day, line.quantity,
        line.unit_price as "unitPrice", false as "isPast", o.id
      from sales_order o join sales_order_line line on line.order_id = o.id
      where ${ofOwner(owner)}
      union all
      select article.id, ${dayOf('p.at')}, line.quantity, coalesce(line.unit_price, 0), true, p.id
      from past_order p join past_order_line line on line.past_id = p.id join article on article.code = line.code
      where p.client_id = ${owner.clientId}::int and ${isPastPurchase}
    ) as taken
    group by 1, 2
    having sum(quantity) > 0`.execute(db)
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
