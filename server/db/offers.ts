/** Articles as the shop offers them: article, listing and price together, written once for every query that asks. */
import { sql } from 'kysely'
import { articleColumnsFor, selected } from './article-columns.ts'
import type { Queryable } from './open.ts'
import { listPriceSql, priceAtSql, priceSql, steppedSql } from './price.ts'

const named = { article: 'article', listing: 'listing', price: 'price' }
const listPrice = listPriceSql(named)
const unitPrice = priceSql(listPrice, sql`stepped.discount`)

const { code: _code, ...ownColumns } = articleColumnsFor('cart')
/** The code as it was sold: that of an article out of use may have gone to another one, and is stored as 'CODE~id' then. */
const soldCode = sql<string>`case when article.active then article.code
  else regexp_replace(article.code, '~' || article.id || '$', '') end`

/**
 * Every article with its listing's fields and its price in cents, as a subquery called `offer`.
 * `listed`: article and listing are active. `sold`: it has a price, too (R6).
 */
export const offers = (db: Queryable) =>
  db
    .selectFrom('article')
    .leftJoin('listing', 'listing.article_id', 'article.id')
    .leftJoin('price', 'price.article_id', 'article.id')
    .innerJoinLateral(steppedSql(named).as('stepped'), (join) => join.onTrue())
    .select([
      'article.id as articleId',
      soldCode.as('code'),
      ...selected('article', ownColumns),
      // Null where the ERP told nothing, and while stock refuses no order (R39).
      sql<number | null>`case when exists (
        select from setting where key = 'STOCK_OBLIGATORIO' and value = '1'
      ) then article.stock end`.as('bindingStock'),
      'listing.id as listingId',
      'listing.brand_id as brandId',
      'listing.category_id as categoryId',
      'listing.subcategory_id as subcategoryId',
      sql<number>`coalesce(listing.position, 0)`.as('position'),
      sql<boolean>`coalesce(listing.promo, false)`.as('promo'),
      sql<boolean>`coalesce(listing.future, false)`.as('future'),
      sql<string>`coalesce(listing.hint, '')`.as('hint'),
      listPrice.as('listPrice'),
      'stepped.discount',
      'stepped.steps',
      unitPrice.as('unitPrice'),
      sql<boolean>`article.active and coalesce(listing.active, false)`.as('listed'),
      sql<boolean>`article.active and coalesce(listing.active, false) and ${unitPrice} > 0`.as('sold'),
    ])
    .as('offer')

/** What a unit of a cart's line costs, in cents: of `offer` and `line`. */
export const priceOfLine = priceAtSql(sql`offer."unitPrice"`, sql`offer.steps`, sql`line.quantity`)
