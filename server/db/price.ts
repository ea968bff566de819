/** The price of an article in SQL, as contract/price.ts has it. */
import { type RawBuilder, sql } from 'kysely'
import type { PriceStep } from '../../contract/price.ts'

type Sql = RawBuilder<unknown>

/** What a unit costs, in cents; null without a list price. `discount`: hundredths of a percent, none where it is null. */
export const priceSql = (listPrice: Sql, discount: Sql): RawBuilder<number> =>
  sql<number>`(${listPrice} * (10000 - coalesce(${discount}, 0)) + 5000) / 10000`

/** What steps make of an article's prices: the discount of one unit, and the steps above it; null for none. */
export interface SteppedPrices {
  discount: number
  steps: PriceStep[] | null
}

/** The names that a query gives the tables of an article, its listing and its price. */
interface Named {
  readonly article: string
  readonly listing: string
  readonly price: string
}

/** The list price of an article, in cents; 0: none. */
export const listPriceSql = ({ price }: Pick<Named, 'price'>): RawBuilder<number> =>
  sql<number>`coalesce(${sql.ref(`${price}.list_price`)}, 0)`

/**
 * The discount and the steps of an article (R351), as a relation of one row for a lateral join. A step that begins with one
 * unit is a discount; one that is no lower than those before it is none.
 */
export function steppedSql({ article, listing, price }: Named): RawBuilder<SteppedPrices> {
  const of = (column: string) => sql.ref(`${listing}.${column}`)
  const listPrice = listPriceSql({ price })
  const discount = sql`coalesce(${of('discount')}, 0)`
  return sql<SteppedPrices>`(
    select greatest(${discount}, max(percent) filter (where units = 1)) as discount,
      json_agg(json_build_object('units', units, 'percent', percent, 'unitPrice', ${priceSql(listPrice, sql`percent`)})
        order by units) filter (where units > 1 and percent > greatest(before, ${discount}) and ${listPrice} > 0) as steps
    from (
      select units, percent, max(percent) over (order by units rows between unbounded preceding and 1 preceding) as before
      from (
        select s.units, max(s.percent) as percent from price_step s
        where s.active and (s.article_id = ${sql.ref(`${article}.id`)}
          or (s.brand_id = ${of('brand_id')}
            and (s.category = '' or s.category_id in (${of('category_id')}, ${of('subcategory_id')}))))
        group by s.units
      ) told
    ) step)`
}

/** What a unit costs in a line of `quantity` units, in cents; `steps` and `unitPrice` are those of its article. */
export const priceAtSql = (unitPrice: Sql, steps: Sql, quantity: Sql): RawBuilder<number> => sql<number>`coalesce(
  (select (step ->> 'unitPrice')::bigint from json_array_elements(${steps}) step
    where (step ->> 'units')::int <= ${quantity} order by (step ->> 'units')::int desc limit 1), ${unitPrice})`
