/** Storing the first listings of articles, with the brands and categories they name. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ColumnType, NewListing } from './erp-sync.types.ts'

type Tx = Transaction<Tables>

/** Every column and its type; a field that is read and not named here does not compile. */
const columns: { readonly [C in keyof NewListing]-?: ColumnType } = {
  article_id: 'integer',
  brand_id: 'integer',
  category_id: 'integer',
  subcategory_id: 'integer',
  position: 'integer',
  discount: 'integer',
  promo: 'boolean',
  future: 'boolean',
  hint: 'text',
  active: 'boolean',
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
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const typed = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )
  await sql`insert into listing (${names}) select ${names}
    from json_to_recordset(${json}::json) as given(${typed})`.execute(t)
}
