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
/** What of one article was ordered on one day. */
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

const ofDay = (day: string) =>
  sql`o.created_at >= ${day}::date::timestamp at time zone ${sql.lit(ZONE)}
    and o.created_at < (${day}::date + 1)::timestamp at time zone ${sql.lit(ZONE)}`

export async function readClientsOf(db: Queryable, day: string): Promise<ClientDay[]> {
  const { rows } = await sql<ClientDay>`
    select o.client_id as client, count(*)::int as orders, sum(o.total)::bigint as amount
    from sales_order o where ${ofDay(day)} group by o.client_id`.execute(db)
  return rows
}

export async function readArticlesOf(db: Queryable, day: string): Promise<ArticleDay[]> {
  const { rows } = await sql<ArticleDay>`
    select l.article_id as article, count(*)::int as orders, sum(l.quantity)::int as quantity,
      sum(l.quantity * l.unit_price)::bigint as amount
    from sales_order o join sales_order_line l on l.order_id = o.id where ${ofDay(day)}
    group by l.article_id`.execute(db)
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
