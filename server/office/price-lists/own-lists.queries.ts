/** SQL of the lists of the shop's own (R359). */
import { sql, type Transaction } from 'kysely'
import type { ListChange, OwnPriceRow } from '../../../contract/own-lists.ts'
import { escapeLike } from '../../db/like.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Tx = Transaction<Tables>

/** Ids of lists that the shop makes begin here, as those of its clients do: an ERP's are far below. */
const FIRST_ID = 1_000_000_000

/** A list of the shop's own; undefined where there is none, or it is the ERP's. */
export function findList(db: Queryable, id: number) {
  return db
    .selectFrom('price_list')
    .select(['name', 'active', 'version'])
    .where('id', '=', id)
    .where('from_erp', '=', false)
    .executeTakeFirst()
}

/** Whether another list has this name. */
export async function isNameTaken(db: Queryable, name: string, id: number | null): Promise<boolean> {
  const { rows } =
    await sql`select from price_list where lower(name) = lower(${name}) and id is distinct from ${id}::int
    limit 1`.execute(db)
  return rows.length > 0
}

/** Makes a list; answers its id. Who makes another one at the same time waits. */
export async function insertList(t: Tx, { name, active }: { name: string; active: boolean }): Promise<number> {
  await sql`lock table price_list in share row exclusive mode`.execute(t)
  const { id } = await t
    .insertInto('price_list')
    .values({
      id: sql<number>`(select greatest(${sql.lit(FIRST_ID)}, max(id)) + 1 from price_list)`,
      ...{ name, active, from_erp: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who buys by a list of the shop's own, by code. */
export function listClients(db: Queryable, id: number) {
  return db
    .selectFrom('client')
    .select(['code', 'business_name as name'])
    .where('own_list_id', '=', id)
    .orderBy(sql`code collate "C"`)
    .execute()
}

/** The clients that these codes name. */
export function findClients(db: Queryable, codes: readonly string[]) {
  return db
    .selectFrom('client')
    .select(['id', 'code'])
    .where(sql<boolean>`lower(code) = any(select lower(code) from unnest(${codes}::text[]) code)`)
    .execute()
}

/**
 * Gives a list its clients, in place of those before; answers whether any changed. The lists whose clients change are of another
 * version then, so that a form that somebody has open does not take the change back (R41).
 */
export async function setClients(t: Tx, id: number, clientIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with changing as (
      select id, own_list_id from client where (id = any(${clientIds}::int[])) <> (own_list_id is not distinct from ${id}::int)
      order by id for update
    ), changed as (
      update client set own_list_id = case when client.id = any(${clientIds}::int[]) then ${id}::int end from changing
      where client.id = changing.id
    )
    update price_list set version = version + 1
    where exists (select from changing) and (id = ${id} or id in (select own_list_id from changing))
    returning id`.execute(t)
  return rows.length > 0
}

/** The last moments at which prices of a list began or will begin, the latest first. */
export async function listChanges(db: Queryable, id: number, limit: number): Promise<ListChange[]> {
  const { rows } = await sql<ListChange>`
    select since, since <= now() as "hasBegun", count(list_price)::int as priced,
      (count(*) - count(list_price))::int as removed
    from list_price where list_id = ${id} and active
    group by since order by since desc limit ${limit}`.execute(db)
  return rows
}

/** What a list has of each article at a moment: its own price, null for none. */
const heldAt = (id: number, moment: string) => sql`
  select distinct on (article_id) article_id, list_price from list_price
  where list_id = ${id} and active and since <= ${moment}::timestamptz
  order by article_id, since desc`

/** All articles in use with their price in a list, by code; those that have all words of `text` in code or description. */
export async function listPrices(
  db: Queryable,
  id: number,
  { words, limit, offset }: { words: readonly string[]; limit: number | null; offset: number },
): Promise<(OwnPriceRow & { total: number })[]> {
  const found = words.map((word) => sql`a.search_text like ${`%${escapeLike(word)}%`}`)
  const { rows } = await sql<OwnPriceRow & { total: number }>`
    with held as (${heldAt(id, 'now')}), ahead as (
      select distinct on (article_id) article_id, since, list_price from list_price
      where list_id = ${id} and active and since > now() order by article_id, since
    )
    select a.id as "articleId", a.code, a.description, coalesce(p.list_price, 0) as base,
      held.list_price as "listPrice", ahead.since as next, ahead.list_price as "nextPrice",
      (count(*) over ())::int as total
    from article a
      left join price p on p.article_id = a.id
      left join held on held.article_id = a.id
      left join ahead on ahead.article_id = a.id
    where a.active ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    order by a.code collate "C" limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** An article as a change of a list sees it: its price there at a moment, null for none, and that of the base list, 0 for none. */
export interface PricedArticle {
  articleId: number
  code: string
  description: string
  base: number
  before: number | null
}

/** The articles in use of these codes with their prices in a list at a moment. */
export async function findPriced(
  db: Queryable,
  id: number,
  moment: string,
  of: { codes: readonly string[] } | { articleId: number },
): Promise<PricedArticle[]> {
  const isAsked = 'codes' in of ? sql`a.code = any(${of.codes}::text[])` : sql`a.id = ${of.articleId}`
  const { rows } = await sql<PricedArticle>`
    with held as (${heldAt(id, moment)})
    select a.id as "articleId", a.code, a.description, coalesce(p.list_price, 0) as base, held.list_price as before
    from article a
      left join price p on p.article_id = a.id
      left join held on held.article_id = a.id
    where a.active and ${isAsked}`.execute(db)
  return rows
}

/** The moment of the transaction in whole milliseconds, as the wire carries it. */
export async function readMoment(db: Queryable): Promise<string> {
  const { rows } = await sql<{ now: string }>`select date_trunc('milliseconds', now()) as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** Gives articles their prices in a list from a moment on, in cents; null: none of the list's own. */
export async function insertPrices(
  t: Tx,
  id: number,
  since: string,
  prices: readonly { articleId: number; after: number | null }[],
): Promise<void> {
  const given = JSON.stringify(prices.map(({ articleId, after }) => ({ article: articleId, cents: after })))
  await sql`
    insert into list_price (id, list_id, article_id, since, list_price, from_erp)
    select ${id} || '/' || article || '/' || ${since}, ${id}, article, ${since}::timestamptz, cents, false
    from json_to_recordset(${given}::json) as given(article int, cents bigint)
    on conflict (list_id, article_id, since) do update set list_price = excluded.list_price, active = true`.execute(t)
}

/** Takes back the prices of a list that began, or were to begin, at a moment; answers how many. */
export async function removePrices(t: Tx, id: number, since: string): Promise<number> {
  const { numAffectedRows } = await sql`update list_price set active = false
    where list_id = ${id} and since = ${since}::timestamptz and active`.execute(t)
  return Number(numAffectedRows ?? 0)
}
