/** SQL of articles that can't be ordered, as they are described (R374). */
import { sql } from 'kysely'
import { offers, priceColumns } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** Articles by id, on sale or not, with where they stand in the tree and what they would cost a client today. */
export const listDescribed = (db: Queryable, clientId: number, ids: readonly number[]) =>
  db
    .selectFrom(offers(db, clientId))
    .innerJoin('article', 'article.id', 'offer.articleId')
    .leftJoin('brand', 'brand.id', 'offer.brandId')
    .leftJoin('category', 'category.id', 'offer.categoryId')
    .leftJoin('category as subcategory', 'subcategory.id', 'offer.subcategoryId')
    .select([
      ...(['offer.articleId', 'offer.code', 'offer.description', 'article.licence', 'offer.unitsPerPack'] as const),
      ...priceColumns,
      sql<string>`coalesce(brand.name, '')`.as('brand'),
      sql<string>`coalesce(category.name, '')`.as('category'),
      sql<string>`coalesce(subcategory.name, '')`.as('subcategory'),
    ])
    .where('offer.articleId', 'in', ids)
    .execute()
