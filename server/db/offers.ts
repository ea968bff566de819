/** Articles as the shop offers them: article, listing and price together, written once for every query that asks. */
import { type RawBuilder, sql } from 'kysely'
import { articleColumnsFor, selected } from './article-columns.ts'
import type { Queryable } from './open.ts'
import { baseTerms, priceAtSql, pricedSql, termsOf } from './price.ts'
import { soldBySql } from './sold-by.ts'

const named = { article: 'article', listing: 'listing', price: 'price' }

const { code: _code, multiple: _multiple, ...ownColumns } = articleColumnsFor('cart')
/** The code as it was sold: that of an article out of use may have gone to another one, and is stored as 'CODE~id' then. */
const soldCode = sql<string>`case when article.active then article.code
  else regexp_replace(article.code, '~' || article.id || '$', '') end`

/**
 * Every article with its listing's fields and what it costs a client (R352), as a subquery called `offer`.
 * `listed`: article and listing are active. `sold`: it has a price, too (R6).
 * @param client the client's id; 'base' for the base list alone
 */
export const offers = (db: Queryable, client: number | 'base') => priced(db, client).as('offer')

const priced = (db: Queryable, client: number | RawBuilder<number> | 'base') =>
  db
    .selectFrom('article')
    .leftJoin('listing', 'listing.article_id', 'article.id')
    .leftJoin('brand', 'brand.id', 'listing.brand_id')
    .leftJoin('price', 'price.article_id', 'article.id')
    .innerJoinLateral(pricedSql(named, client === 'base' ? baseTerms : termsOf(sql`${client}`)).as('priced'), (join) =>
      join.onTrue(),
    )
    .select([
      'article.id as articleId',
      soldCode.as('code'),
      ...selected('article', ownColumns),
      soldBySql({ article: 'article', brand: 'brand' }).as('multiple'),
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
      ...(['priced.listPrice', 'priced.listId', 'priced.discount', 'priced.bonus', 'priced.steps'] as const),
      ...(['priced.unitPrice', 'priced.reason', 'priced.promotion'] as const),
      sql<boolean>`article.active and coalesce(listing.active, false)`.as('listed'),
      sql<boolean>`article.active and coalesce(listing.active, false) and priced."unitPrice" > 0`.as('sold'),
    ])

/**
 * The article of each `line` of a query with what it costs the line's client, for a lateral join. The condition stands inside,
 * with a limit: the planner would else price every article for every line, beside many tables or where the query asks for offers
 * that are sold.
 */
export const offersOfLines = (db: Queryable) =>
  priced(db, sql<number>`line.client_id`).where('article.id', '=', sql<number>`line.article_id`).limit(1).as('offer')

/** What an order keeps of the price of an article, and what makes it. */
export const priceColumns = [
  ...(['offer.listPrice', 'offer.listId', 'offer.discount', 'offer.bonus', 'offer.unitPrice'] as const),
  ...(['offer.steps', 'offer.reason', 'offer.promotion', 'offer.vatRate'] as const),
] as const

/** What a unit of a cart's line costs, in cents: of `offer` and `line`. */
export const priceOfLine = priceAtSql(sql`offer."unitPrice"`, sql`offer.steps`, sql`line.quantity`)
