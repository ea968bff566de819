/** SQL of what was sold. Orders never change, so a day that is over is read once. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

const ZONE = 'America/Argentina/Buenos_Aires'

/** Orders and amount of one client on one day. */
export interface ClientDay {
  client: number
  orders: number
  amount: number
}
/** Orders, units and amount of one article on one day. */
export interface ArticleDay {
  article: number
  orders: number
  quantity: number
  amount: number
}

/** The last `count` days in Argentina, yyyy-mm-dd, today the last. */
export async function listDays(db: Queryable, count: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone ${sql.lit(ZONE)})::date - back)::text as day
    from generate_series(${count}::int - 1, 0, -1) as back`.execute(db)
  return rows.map(({ day }) => day)
}

const inZone = sql.lit(ZONE)
/** Orders of some days, the first and the last included. */
const between = (first: string, last: string) =>
  sql`o.created_at >= ${first}::date::timestamp at time zone ${inZone}
    and o.created_at < (${last}::date + 1)::timestamp at time zone ${inZone}`
const day = sql`(o.created_at at time zone ${inZone})::date::text`

/** Orders and amount by day and client, from one day to another. */
export async function readClientDays(
  db: Queryable,
  first: string,
  last: string,
): Promise<(ClientDay & { day: string })[]> {
  const { rows } = await sql<ClientDay & { day: string }>`
    select ${day} as day, o.client_id as client, count(*)::int as orders, sum(o.total)::bigint as amount
    from sales_order o where ${between(first, last)} group by 1, 2`.execute(db)
  return rows
}

/** Orders, units and amount by day and article, from one day to another. */
export async function readArticleDays(
  db: Queryable,
  first: string,
  last: string,
): Promise<(ArticleDay & { day: string })[]> {
  const { rows } = await sql<ArticleDay & { day: string }>`
    select ${day} as day, l.article_id as article, count(*)::int as orders, sum(l.quantity)::bigint as quantity,
      sum(l.quantity * l.unit_price)::bigint as amount
    from sales_order o join sales_order_line l on l.order_id = o.id where ${between(first, last)}
    group by 1, 2`.execute(db)
  return rows
}

/** Clients with the seller they belong to now. */
export function listSellersOf(db: Queryable, clients: readonly number[]) {
  return db
    .selectFrom('client as c')
    .innerJoin('seller as s', 's.id', 'c.seller_id')
    .select(['c.id as client', 's.id', 's.name'])
    .where('c.id', '=', sql<number>`any(${clients}::int[])`)
    .execute()
}

/** Articles with the brand they are listed under now. */
export function listBrandsOf(db: Queryable, articles: readonly number[]) {
  return db
    .selectFrom('listing as l')
    .innerJoin('brand as b', 'b.id', 'l.brand_id')
    .select(['l.article_id as article', 'b.id', 'b.name'])
    .where('l.article_id', '=', sql<number>`any(${articles}::int[])`)
    .execute()
}

export function listArticles(db: Queryable, articles: readonly number[]) {
  return db
    .selectFrom('article')
    .select(['id', 'code', 'description'])
    .where('id', '=', sql<number>`any(${articles}::int[])`)
    .execute()
}
