/** Storing the first listings of articles, with the brands and categories they name. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Tx = Transaction<Tables>

export interface NewListing {
  article_id: number
  brand_id: number | null
  category_id: number | null
  subcategory_id: number | null
  position: number
  discount: number
  promo: boolean
  future: boolean
  hint: string
  active: boolean
}

/** All articles by their codes, and whether the shop lists them already. */
export async function readArticleCodes(t: Tx): Promise<Map<string, { id: number; listed: boolean }>> {
  const rows = await t
    .selectFrom('article')
    .leftJoin('listing', 'listing.article_id', 'article.id')
    .select(['article.id', 'article.code', 'listing.id as listing_id'])
    .execute()
  return new Map(rows.map(({ id, code, listing_id }) => [code, { id, listed: listing_id !== null }]))
}

export const readBrands = (t: Tx) => t.selectFrom('brand').select(['id', 'name', 'position']).execute()

export const insertBrands = (t: Tx, brands: readonly { name: string; position: number }[]) =>
  t.insertInto('brand').values(brands).returning(['id', 'name']).execute()

export const readCategories = (t: Tx) =>
  t.selectFrom('category').select(['id', 'brand_id', 'parent_id', 'name', 'position']).execute()

export const insertCategories = (
  t: Tx,
  categories: readonly { brand_id: number; parent_id: number | null; name: string; position: number }[],
) => t.insertInto('category').values(categories).returning(['id', 'brand_id', 'parent_id', 'name']).execute()

/** Inserts listings of articles that have none. */
export async function insertListings(t: Tx, listings: readonly NewListing[]): Promise<void> {
  const json = JSON.stringify(listings)
  await sql`
    insert into listing (article_id, brand_id, category_id, subcategory_id, position, discount, promo, future, hint, active)
    select article_id, brand_id, category_id, subcategory_id, position, discount, promo, future, hint, active
    from json_to_recordset(${json}::json) as given(
      article_id integer, brand_id integer, category_id integer, subcategory_id integer, position integer,
      discount integer, promo boolean, future boolean, hint text, active boolean
    )`.execute(t)
}
