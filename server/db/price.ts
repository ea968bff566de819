/** The price of an article in SQL, as contract/price.ts has it (R3, R6, R351, R352, R358). */
import { type RawBuilder, sql } from 'kysely'
import type { PriceStep } from '../../contract/price.ts'
import { OWN_PRICE } from '../../contract/price-terms.ts'

type Sql = RawBuilder<unknown>

/** What a unit costs, in cents; null without a start. `discount`, `bonus`: hundredths of a percent, none where null. */
export const priceSql = (start: Sql, discount: Sql, bonus: Sql = sql`0`): RawBuilder<number> =>
  sql<number>`div(${start}::numeric * (10000 - coalesce(${discount}, 0)) * (10000 - ${bonus}) + 50000000, 100000000)::bigint`

const setting = (key: 'BONIF_EN_PRECIOS' | 'LISTA_INCOMPLETA' | 'LISTA_SIN_CLIENTE') =>
  sql`(select value from setting where key = ${sql.lit(key)})`

/** What somebody buys by, as a relation of one row. */
export type TermsSql = RawBuilder<{
  /** Whose own prices count; null: nobody's. */
  client_id: number | null
  /** Null: the base list. */
  list_id: number | null
  list_name: string
  list_active: boolean
  /** The list whose own steps count; null: none. */
  steps_of: number | null
  /** Hundredths of a percent. */
  bonus: number
  /** Whether promotions count. */
  promoted: boolean
}>

/** The base list and nothing else, promotions neither. */
export const baseTerms: TermsSql = sql`(select null::int as client_id, null::int as list_id, '' as list_name,
  false as list_active, null::int as steps_of, 0 as bonus, false as promoted)`

/** The list that a client buys by: the one that the office gave it, else the ERP's; null: the base list (R359). */
export const listOfClient = (client: string): RawBuilder<number | null> =>
  sql<number | null>`coalesce(${sql.ref(`${client}.own_list_id`)}, ${sql.ref(`${client}.list_id`)})`

/** The list of who has no client, as a setting names it; null: the base list. */
export const listWithoutClient = sql`nullif(${setting('LISTA_SIN_CLIENTE')}, '')::int`

/** The terms of a client by its id; of an id that no client has, those of users without a client. */
export const termsOf = (clientId: Sql): TermsSql => sql`(
  select client.id as client_id, list.id as list_id, coalesce(list.name, '') as list_name, list.active as list_active,
    list.id as steps_of,
    case when ${setting('BONIF_EN_PRECIOS')} = '1' then coalesce(client.bonus, 0) else 0 end as bonus,
    true as promoted
  from (select ${clientId}::int as id) asked
    left join client on client.id = asked.id
    left join price_list list on list.id = case when client.id is null
      then ${listWithoutClient} else ${listOfClient('client')} end)`

/** What an article costs by some terms. Amounts in cents, percents in hundredths. */
export interface PricedRow {
  /** The start of the price; 0: none. */
  listPrice: number
  /** The list that the start is of; null: the base list, the client's own price, or a promotion's. */
  listId: number | null
  /** Of one unit. */
  discount: number
  /** The part of the terms' bonus that is in the price. */
  bonus: number
  unitPrice: number
  /** Quantities that cost less a unit; null for none. */
  steps: PriceStep[] | null
  /** Where the start and the bonus come from, in words; '' for the base list alone. */
  reason: string
  /** The promotion that the start or the discount of one unit is of, in words; '' for none. */
  promotion: string
}

/** 'Lista Interior', as contract/price-terms.ts has it. */
const listInWords = (name: Sql) => sql`case when ${name} ilike 'lista%' then ${name} else 'Lista ' || ${name} end`

/** 'Promoción Día del Niño', as contract/price-terms.ts has it. */
const promotionInWords = (name: Sql) =>
  sql`case when ${name} ilike 'promo%' then ${name} else 'Promoción ' || ${name} end`

/** The names that a query gives the tables of an article, its listing and its price in the base list. */
interface Named {
  readonly article: string
  readonly listing: string
  readonly price: string
}

/**
 * The price of an article by terms, as a relation of one row for a lateral join. A step that begins with one unit is a
 * discount; one that is no lower than those before it is none. A promotion's price takes no discount, an own price only where
 * its row says so.
 */
export function pricedSql({ article, listing, price }: Named, terms: TermsSql): RawBuilder<PricedRow> {
  const of = (column: string) => sql.ref(`${listing}.${column}`)
  const articleId = sql.ref(`${article}.id`)
  const discount = sql`case when start.discounted then coalesce(${of('discount')}, 0) else 0 end`
  const firstStep = sql`max(percent) filter (where units = 1)`
  // One that has begun and is not yet the article's price (R353) counts already.
  const basePrice = sql`coalesce((select list_price from price_ahead where article_id = ${articleId} and since <= price_now()
    order by since desc limit 1), ${sql.ref(`${price}.list_price`)})`
  // A promotion's price and percent are those of `promoted` (0047_promotions.ts).
  const isPromoted = sql`coalesce(promo.lower_price < told.list_price, false)`
  return sql<PricedRow>`(
    select start.list_price as "listPrice", start.list_id as "listId", start.bonus, stepped.discount, stepped.steps,
      ${priceSql(sql`start.list_price`, sql`stepped.discount`, sql`start.bonus`)} as "unitPrice",
      concat_ws(', ', start.reason, case when start.bonus > 0 then 'bonificación '
        || replace(trim_scale(start.bonus / 100.0)::text, '.', ',') || ' %' end) as reason, stepped.promotion
    from (
      select terms.steps_of, not ${isPromoted} and (own.list_price is null or own.with_discount) as discounted,
        case when ${isPromoted} then promo.lower_price else told.list_price end as list_price,
        case when not ${isPromoted} and own.list_price is null and listed.list_price is not null
          then terms.list_id end as list_id,
        case when ${isPromoted} or own.list_price is null or own.with_discount then terms.bonus else 0 end as bonus,
        case when ${isPromoted} then null when own.list_price is not null then ${sql.lit(OWN_PRICE)}
          when listed.list_price is not null then ${listInWords(sql`terms.list_name`)} end as reason,
        case when ${isPromoted} then promo.lower_name end as start_of,
        case when not ${isPromoted} and (own.list_price is null or own.with_discount) then promo.greater_percent end as percent,
        promo.greater_name as percent_of
      from ${terms} terms
      left join lateral (
        select list_price, with_discount from client_price
        where client_id = terms.client_id and article_id = ${articleId} and active and since <= price_now() and until > price_now()
        order by since desc limit 1
      ) own on true
      left join lateral (
        select list_price from list_price
        where terms.list_active and list_id = terms.list_id and article_id = ${articleId} and active and since <= price_now()
        order by since desc limit 1
      ) listed on true
      cross join lateral (
        select coalesce(own.list_price, listed.list_price, case when terms.list_id is null
          or ${setting('LISTA_INCOMPLETA')} is distinct from 'consultar' then ${basePrice} end, 0) as list_price
      ) told
      left join lateral promoted(
        ${articleId}, ${of('brand_id')}, ${of('category_id')}, ${of('subcategory_id')}, terms.list_id
      ) promo on terms.promoted
      -- Keeps the planner from dissolving this into the query around it, whose tables would be more than it sorts: it would read
      -- all articles to price a few lines.
      offset 0
    ) start cross join lateral (
      select greatest(${discount}, ${firstStep}, start.percent) as discount,
        case when start.start_of is not null then ${promotionInWords(sql`start.start_of`)}
          when start.percent > greatest(${discount}, ${firstStep}) and start.list_price > 0
          then ${promotionInWords(sql`start.percent_of`)} else '' end as promotion,
        json_agg(json_build_object('units', units, 'percent', percent,
          'unitPrice', ${priceSql(sql`start.list_price`, sql`percent`, sql`start.bonus`)}) order by units)
          filter (where units > 1 and percent > greatest(before, ${discount}, start.percent) and start.list_price > 0) as steps
      from (
        select units, percent, max(percent) over (order by units rows between unbounded preceding and 1 preceding) as before
        from (
          select s.units, max(s.percent) as percent from price_step s
          where s.active and start.discounted and (s.list_id is null or s.list_id = start.steps_of)
            and (s.article_id = ${articleId} or (s.brand_id = ${of('brand_id')}
              and (s.category = '' or s.category_id in (${of('category_id')}, ${of('subcategory_id')}))))
          group by s.units
        ) told
      ) step
    ) stepped)`
}

/** What a unit costs in a line of `quantity` units, in cents; `steps` and `unitPrice` are those of its article. */
export const priceAtSql = (unitPrice: Sql, steps: Sql, quantity: Sql): RawBuilder<number> => sql<number>`coalesce(
  (select (step ->> 'unitPrice')::bigint from json_array_elements(${steps}) step
    where (step ->> 'units')::int <= ${quantity} order by (step ->> 'units')::int desc limit 1), ${unitPrice})`
