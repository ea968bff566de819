/** The price of an article in SQL, as `priceOf` of contract/price.ts has it. */
import { type RawBuilder, sql } from 'kysely'

/** What a unit costs, in cents; null without a list price. `discount`: hundredths of a percent, none where it is null. */
export const priceSql = (listPrice: RawBuilder<unknown>, discount: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(${listPrice} * (10000 - coalesce(${discount}, 0)) + 5000) / 10000`
