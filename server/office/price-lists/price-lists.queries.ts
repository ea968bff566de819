/** SQL of the lists of prices: what holds now began last of what has begun. */
import { sql } from 'kysely'
import { BASE_LIST, type ClientPrice, type PriceInList, type PriceList } from '../../../contract/price-lists.ts'
import type { Queryable } from '../../db/open.ts'
import { listOfClient, pricedSql, type TermsSql } from '../../db/price.ts'

type Named = Pick<PriceList, 'id' | 'name' | 'active'>

/** All lists with their counts, the base list not among them; those in use first, by name. */
export async function listLists(db: Queryable): Promise<PriceList[]> {
  const { rows } = await sql<PriceList>`
    with buying as (
      select ${listOfClient('client')} as list_id, count(*)::int as clients from client where active group by 1
    ), held as (
      select distinct on (p.list_id, p.article_id) p.list_id, p.list_price
      from list_price p join article a on a.id = p.article_id and a.active
      where p.active and p.since <= now()
      order by p.list_id, p.article_id, p.since desc
    ), priced as (
      select list_id, count(*)::int as articles from held where list_price > 0 group by list_id
    ), ahead as (
      select list_id, min(since) as next from list_price where active and since > now() group by list_id
    )
    select list.id, list.name, list.active, coalesce(clients, 0) as clients,
      case when list.active then coalesce(articles, 0) else 0 end as articles, case when list.active then next end as next,
      not list.from_erp as "isOwn"
    from price_list list
      left join buying on buying.list_id = list.id
      left join priced on priced.list_id = list.id
      left join ahead on ahead.list_id = list.id
    order by list.active desc, lower(list.name) collate "C", list.id`.execute(db)
  return rows
}

/** The counts of the base list. */
export async function countBase(db: Queryable): Promise<Pick<PriceList, 'clients' | 'articles' | 'next'>> {
  const { rows } = await sql<Pick<PriceList, 'clients' | 'articles' | 'next'>>`
    select (select count(*)::int from client where active and ${listOfClient('client')} is null) as clients,
      (select count(*)::int from price p join article a on a.id = p.article_id and a.active where p.list_price > 0)
        as articles,
      (select min(since) from price_ahead where since > now()) as next`.execute(db)
  return rows[0] ?? { clients: 0, articles: 0, next: null }
}

/** An article's code and description. */
export function findArticle(db: Queryable, articleId: number) {
  return db
    .selectFrom('article')
    .select(['id as articleId', 'code', 'description'])
    .where('id', '=', articleId)
    .executeTakeFirst()
}

/** Whoever buys by the list of the row, without a bonus or prices of its own. */
const termsOfList: TermsSql = sql`(select null::int as client_id, list.id as list_id, list.name as list_name,
  list.active as list_active, list.id as steps_of, 0 as bonus, true as promoted)`

/** What an article costs by each list, the base list first; those in use before the others, by name. */
export async function listPricesOf(db: Queryable, articleId: number): Promise<PriceInList[]> {
  const { rows } = await sql<PriceInList>`
    select list.id, list.name, list.active, list.id is null or held.list_price is not null as listed, held.since,
      priced."listPrice", priced.discount, priced.promotion, priced."unitPrice", priced.steps, ahead.since as next,
      ahead.list_price as "nextPrice"
    from (
      select null::int as id, ${BASE_LIST}::text as name, true as active
      union all select id, name, active from price_list
    ) list
      join article a on a.id = ${articleId}
      left join listing l on l.article_id = a.id
      left join price p on p.article_id = a.id
      cross join lateral ${pricedSql({ article: 'a', listing: 'l', price: 'p' }, termsOfList)} priced
      left join lateral (
        select list_price, nullif(since, '-infinity') as since from list_price
        where list.active and list_id = list.id and article_id = a.id and active and since <= now()
        order by list_price.since desc limit 1
      ) held on true
      left join lateral (
        select since, list_price from list_price
        where list.active and list_id = list.id and article_id = a.id and active and since > now()
        union all
        select since, list_price from price_ahead where list.id is null and article_id = a.id and since > now()
        order by since limit 1
      ) ahead on true
    order by list.id is not null, list.active desc, lower(list.name) collate "C", list.id`.execute(db)
  return rows
}

/** The list and the bonus of a client; `id` is null for the base list. */
export function findTerms(db: Queryable, clientId: number): Promise<(Named & { bonus: number }) | undefined> {
  return db
    .selectFrom('client')
    .leftJoin('price_list as list', (join) => join.on('list.id', '=', listOfClient('client')))
    .select(['list.id', 'client.bonus'])
    .select(sql<string>`coalesce(list.name, '')`.as('name'))
    .select(sql<boolean>`coalesce(list.active, true)`.as('active'))
    .where('client.id', '=', clientId)
    .executeTakeFirst()
}

/** Prices of one client's own that have not ended, by code; each row carries the count of all. */
export async function listOwnPrices(
  db: Queryable,
  clientId: number,
  limit: number,
  offset: number,
): Promise<(ClientPrice & { total: number })[]> {
  const { rows } = await sql<ClientPrice & { total: number }>`
    select a.id as "articleId", a.code, a.description, own.list_price as "listPrice",
      own.with_discount as "withDiscount", nullif(own.since, '-infinity') as since, nullif(own.until, 'infinity') as until,
      case when own.since > now() then 'futuro'
        when exists (
          select from client_price later
          where later.client_id = own.client_id and later.article_id = own.article_id and later.active
            and later.since > own.since and later.since <= now() and later.until > now()
        ) then 'reemplazado' else 'vigente' end as state,
      (count(*) over ())::int as total
    from client_price own join article a on a.id = own.article_id
    where own.client_id = ${clientId} and own.active and own.until > now()
    order by a.code collate "C", own.since, own.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}
