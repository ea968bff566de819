/** The price of an article in SQL, as contract/price.ts has it. */
import { type RawBuilder, sql } from 'kysely'
import type { PriceStep } from '../../contract/price.ts'

type Sql = RawBuilder<unknown>

/** What a unit costs, in cents; null without a list price. `discount`: hundredths of a percent, none where it is null. */
export const priceSql = (listPrice: Sql, discount: Sql): RawBuilder<number> =>
  sql<number>`(${listPrice} * (10000 - coalesce(${discount}, 0)) + 5000) / 10000`

/** What the steps of an article are made of, each as SQL. */
interface SteppedArticle {
  readonly articleId: Sql
  readonly brandId: Sql
  readonly categoryId: Sql
  readonly subcategoryId: Sql
  readonly listPrice: Sql
  /** The listing's own, in hundredths of a percent. */
  readonly discount: Sql
}

/** What steps make of an article's prices: the discount of one unit, and the steps above it; null for none. */
export interface SteppedPrices {
  discount: number
  steps: PriceStep[] | null
}

/**
 * The discount and the steps of an article (R351), as a relation of one row for a lateral join. A step that begins with one
 * unit is a discount; one that is no lower than those before it is none.
 */
export const steppedSql = (of: SteppedArticle): RawBuilder<SteppedPrices> => sql<SteppedPrices>`(
  select greatest(coalesce(${of.discount}, 0), max(percent) filter (where units = 1)) as discount,
    json_agg(json_build_object('units', units, 'percent', percent, 'unitPrice', ${priceSql(of.listPrice, sql`percent`)})
      order by units)
      filter (where units > 1 and percent > greatest(before, coalesce(${of.discount}, 0)) and ${of.listPrice} > 0) as steps
  from (
    select units, percent, max(percent) over (order by units rows between unbounded preceding and 1 preceding) as before
    from (
      select s.units, max(s.percent) as percent from price_step s
      where s.active and (s.article_id = ${of.articleId}
        or (s.brand_id = ${of.brandId} and (s.category = '' or s.category_id in (${of.categoryId}, ${of.subcategoryId}))))
      group by s.units
    ) told
  ) step)`

/** What a unit costs in a line of `quantity` units, in cents; `steps` and `unitPrice` are those of its article. */
export const priceAtSql = (unitPrice: Sql, steps: Sql, quantity: Sql): RawBuilder<number> => sql<number>`coalesce(
  (select (step ->> 'unitPrice')::bigint from json_array_elements(${steps}) step
    where (step ->> 'units')::int <= ${quantity} order by (step ->> 'units')::int desc limit 1), ${unitPrice})`
