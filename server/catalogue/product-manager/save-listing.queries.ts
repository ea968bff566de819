/** SQL of one article's listing, as it is changed. */
import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export type Listing = Selectable<Tables['listing']>

/** Locks an article, so that nobody else lists it meanwhile; false when there is none. */
export async function lockArticle(t: Queryable, id: number): Promise<boolean> {
  const row = await t.selectFrom('article').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

export function findListingOf(t: Queryable, articleId: number): Promise<Listing | undefined> {
  return t.selectFrom('listing').selectAll().where('article_id', '=', articleId).executeTakeFirst()
}

/** The article of a listing. */
export async function articleOf(t: Queryable, listingId: number): Promise<number | undefined> {
  const row = await t.selectFrom('listing').select('article_id').where('id', '=', listingId).executeTakeFirst()
  return row?.article_id
}

export function insertListing(t: Queryable, row: Insertable<Tables['listing']>): Promise<Listing> {
  return t.insertInto('listing').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A place in the tree as it stands in a listing. */
export interface Branch {
  brandId: number | null
  categoryId: number | null
  subcategoryId: number | null
}

/** The position behind the last article of a place. */
export async function nextPosition(t: Queryable, place: Branch): Promise<number> {
  const { last } = await t
    .selectFrom('listing')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('brand_id', 'is not distinct from', place.brandId)
    .where('category_id', 'is not distinct from', place.categoryId)
    .where('subcategory_id', 'is not distinct from', place.subcategoryId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function brandExists(t: Queryable, id: number): Promise<boolean> {
  return (await t.selectFrom('brand').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Whether a category stands in a brand, or a subcategory in a category of it (`parentId`). */
export async function stands(
  t: Queryable,
  { id, brandId, parentId }: { id: number; brandId: number; parentId: number | null },
): Promise<boolean> {
  const row = await t
    .selectFrom('category')
    .select('id')
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where('parent_id', 'is not distinct from', parentId)
    .executeTakeFirst()
  return row !== undefined
}
