/** By how many units an article is sold (R21, R364). */
import { type RawBuilder, sql } from 'kysely'

/**
 * The units that an article is sold by, as SQL: the ERP's multiple; of a brand that is sold by whole bultos, the fewest bultos
 * that are not below it. An article whose bulto nobody told is sold by the ERP's multiple.
 * @param names what the query calls the rows of `article` and `brand`; of an outer join there may be no brand
 */
export const soldBySql = (names: { article: string; brand: string }): RawBuilder<number> => {
  const multiple = sql.ref(`${names.article}.multiple`)
  const pack = sql.ref(`${names.article}.units_per_pack`)
  return sql<number>`case when ${sql.ref(`${names.brand}.whole_packs`)} and ${pack} > 1
    then (${multiple} + ${pack} - 1) / ${pack} * ${pack} else ${multiple} end`
}
