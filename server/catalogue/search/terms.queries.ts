/** SQL of what clients buy by (R352), as a snapshot takes it: the same that server/db/price.ts reads for one order. */
import { sql, type Transaction } from 'kysely'
import type { OwnPrice, RunningPromotion, SteppedInList } from '../../../contract/price-terms.ts'
import type { SettingKey } from '../../../contract/setting-keys.ts'
import { unsetValue } from '../../../contract/setting-keys.ts'
import type { Queryable } from '../../db/open.ts'
import { listOfClient, pricedSql, type TermsSql } from '../../db/price.ts'
import type { Tables } from '../../db/tables.ts'

/** Lists, by id. */
export async function listNames(db: Queryable): Promise<Map<number, string>> {
  const lists = await db.selectFrom('price_list').select(['id', 'name']).execute()
  return new Map(lists.map(({ id, name }) => [id, name]))
}

/** The prices of a list that hold now, as the text of a ListedPrices; a list out of use has none. */
export async function readList(db: Queryable, list: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select json_build_object('list', ${list}::int, 'prices', coalesce(json_agg(json_build_array(article_id, list_price)), '[]'))::text
      as json
    from (
      select distinct on (p.article_id) p.article_id, p.list_price
      from list_price p join price_list list on list.id = p.list_id and list.active
      where p.list_id = ${list} and p.active and p.since <= now()
      order by p.article_id, p.since desc
    ) held where list_price is not null`.execute(db)
  return rows[0]?.json ?? ''
}

/** Clients that do not buy by the base list alone: their list and bonus. */
export async function listTerms(db: Queryable): Promise<Map<number, { list: number | null; bonus: number }>> {
  const clients = await db
    .selectFrom('client')
    .select(['id', listOfClient('client').as('list'), 'bonus'])
    .where((is) => is.or([is('list_id', 'is not', null), is('own_list_id', 'is not', null), is('bonus', '>', 0)]))
    .execute()
  return new Map(clients.map(({ id, ...terms }) => [id, terms]))
}

/** Articles with a price of one client's own, at most `limit` after a client and an article. */
export async function listOwnPrices(
  db: Queryable,
  after: { clientId: number; articleId: number },
  limit: number,
): Promise<({ clientId: number; articleId: number } & OwnPrice)[]> {
  return db
    .selectFrom('client_price')
    .distinctOn(['client_id', 'article_id'])
    .select([
      'client_id as clientId',
      'article_id as articleId',
      'list_price as listPrice',
      'with_discount as withDiscount',
    ])
    .where('active', '=', true)
    .where(sql<boolean>`since <= now() and until > now()`)
    .where(sql<boolean>`(client_id, article_id) > (${after.clientId}, ${after.articleId})`)
    .orderBy('client_id')
    .orderBy('article_id')
    .orderBy('since', 'desc')
    .limit(limit)
    .execute()
}

/** What steps of lists' own make of their articles. */
export async function listSteppedInLists(
  db: Queryable,
): Promise<({ list: number; articleId: number } & SteppedInList)[]> {
  const terms: TermsSql = sql`(select null::int as client_id, null::int as list_id, '' as list_name, false as list_active,
    list.id as steps_of, 0 as bonus, false as promoted)`
  const { rows } = await sql<{ list: number; articleId: number } & SteppedInList>`
    select distinct on (list.id, a.id) list.id as list, a.id as "articleId", priced.discount, priced.steps
    from price_step step
      join price_list list on list.id = step.list_id
      join listing l on l.article_id = step.article_id or (l.brand_id = step.brand_id
        and (step.category = '' or step.category_id in (l.category_id, l.subcategory_id)))
      join article a on a.id = l.article_id
      left join price p on p.article_id = a.id
      cross join lateral ${pricedSql({ article: 'a', listing: 'l', price: 'p' }, terms)} priced
    where step.active and l.active and a.active`.execute(db)
  return rows
}

/** The promotions that run now, by their ids, each with its articles that are on sale (R358). */
export async function listRunningPromotions(db: Queryable): Promise<(RunningPromotion & { id: number })[]> {
  const { rows } = await sql<RunningPromotion & { id: number }>`
    select p.id, p.name, p.lists, p.percent, told.ids as "articleIds", told.prices
    from promotion p cross join lateral (
      select coalesce(json_agg(l.article_id order by l.article_id), '[]') as ids,
        case when p.percent is null then coalesce(json_agg(pa.price order by l.article_id), '[]') end as prices
      from listing l
        join article a on a.id = l.article_id and a.active
        left join promotion_article pa on pa.promotion_id = p.id and pa.article_id = l.article_id
      where l.active and case p.covers when 'articles' then pa.article_id is not null
        else p.brand_id = l.brand_id and (p.covers = 'brand' or p.category_id in (l.category_id, l.subcategory_id)) end
    ) told
    where p.begins_at <= now() and p.ends_at > now()
    order by p.id`.execute(db)
  return rows
}

const TERM_KEYS = [
  'BONIF_EN_PRECIOS',
  'LISTA_INCOMPLETA',
  'LISTA_SIN_CLIENTE',
  'LISTA_INVENTARIOS',
] as const satisfies SettingKey[]
export type TermSettings = Readonly<Record<(typeof TERM_KEYS)[number], string>>

/** The settings that terms follow from. */
export async function readTermSettings(db: Queryable): Promise<TermSettings> {
  const stored = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', TERM_KEYS).execute()
  const valueOfKey = (key: SettingKey) => stored.find((setting) => setting.key === key)?.value ?? unsetValue(key)
  return Object.fromEntries(TERM_KEYS.map((key) => [key, valueOfKey(key)])) as TermSettings
}

/** The clients of a seller; of none, for somebody of the staff without one. */
export async function listClientsOfSeller(db: Queryable, seller: number | null): Promise<number[]> {
  const clients = await db.selectFrom('client').select('id').where('seller_id', '=', seller).execute()
  return clients.map(({ id }) => id)
}

/**
 * Milliseconds until the next price or promotion begins or ends, by the database's clock; undefined where none will.
 * @param back How far back it looks, in milliseconds: the wait is below zero for what began or ended since then
 */
export async function readNextTurn(db: Queryable, back = 0): Promise<number | undefined> {
  const from = sql`now() - ${back}::float8 * interval '1 millisecond'`
  const { rows } = await sql<{ wait: number | null }>`
    select (extract(epoch from min(at) - now()) * 1000)::float8 as wait from (
      select since as at from list_price where active and since > ${from}
      union all select since from client_price where active and since > ${from}
      union all select until from client_price where active and until > ${from} and until < 'infinity'
      union all select begins_at from promotion where begins_at > ${from}
      union all select ends_at from promotion where ends_at > ${from}
      union all select since from price_ahead where since > ${from}
    ) turn`.execute(db)
  return rows[0]?.wait ?? undefined
}

/** Whether prices or promotions began or ended since this was last asked: once, whichever instance asks first. */
export async function takeTurn(t: Transaction<Tables>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update catalogue_version set priced_at = now() where priced_at < now() and (
      exists (select from list_price where active and since > priced_at and since <= now())
      or exists (select from client_price where active
        and ((since > priced_at and since <= now()) or (until > priced_at and until <= now())))
      or exists (select from promotion where begins_at < ends_at
        and ((begins_at > priced_at and begins_at <= now()) or (ends_at > priced_at and ends_at <= now()))))`.execute(t)
  return (numAffectedRows ?? 0n) > 0n
}

/** Whether a price that waited in the base list has begun. */
export async function hasBegun(t: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`select from price_ahead where since <= now() limit 1`.execute(t)
  return rows.length > 0
}

/** Makes each article's last begun price that waited in the base list its price. Cents; 0 before: it had none. */
export async function beginAhead(
  t: Transaction<Tables>,
): Promise<{ articleId: number; before: number; after: number }[]> {
  const { rows } = await sql<{ articleId: number; before: number; after: number }>`
    with begun as (
      delete from price_ahead where since <= now() returning article_id, since, list_price
    ), latest as (
      select distinct on (article_id) article_id, list_price from begun order by article_id, since desc
    ), written as (
      insert into price (article_id, list_price) select article_id, list_price from latest
      on conflict (article_id) do update set list_price = excluded.list_price returning article_id
    )
    select latest.article_id as "articleId", coalesce(price.list_price, 0) as before, latest.list_price as after
    from latest join written using (article_id) left join price using (article_id)`.execute(t)
  return rows
}
