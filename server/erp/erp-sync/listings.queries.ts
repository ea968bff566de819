/** Storing the first listings of articles, with the brands and categories they name. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
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

/** Articles by their codes, and whether the shop lists them already. */
export async function readArticleCodes(
  t: Tx,
  codes: readonly string[],
): Promise<Map<string, { id: number; listed: boolean }>> {
  const rows = await t
    .selectFrom('article')
    .leftJoin('listing', 'listing.article_id', 'article.id')
    .select(['article.id', 'article.code', 'listing.id as listing_id'])
    .where(sql<boolean>`article.code = any(${codes}::text[])`)
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

const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
/** Listings as a relation called `given`. */
function recordset(listings: readonly NewListing[]) {
  const typed = sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  return sql`json_to_recordset(${JSON.stringify(listings)}::json) as given(${typed})`
}

/** Inserts listings of articles that have none. */
export async function insertListings(t: Tx, listings: readonly NewListing[]): Promise<void> {
  await sql`insert into listing (${names}) select ${names} from ${recordset(listings)}`.execute(t)
}

/** The listings of articles by the article's id, locked for a change. */
export async function lockListings(t: Tx, articleIds: readonly number[]): Promise<ReadonlyMap<number, NewListing>> {
  const { rows } = await sql<NewListing>`select ${names} from listing
    where article_id = any(${articleIds}::integer[]) order by article_id for update`.execute(t)
  return new Map(rows.map((row) => [row.article_id, row]))
}

/** Puts listings in the place of those that their articles have. */
export async function updateListings(t: Tx, listings: readonly NewListing[]): Promise<void> {
  const own = Object.keys(columns).filter((name) => name !== 'article_id')
  const assignments = sql.join(own.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))
  await sql`update listing set ${assignments} from ${recordset(listings)}
    where listing.article_id = given.article_id`.execute(t)
}

/** Whether the shop listed something more than a day ago. */
export async function isListedSinceDays(t: Tx): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`select exists (select from listing
    where created_at is null or created_at < now() - interval '1 day') as listed`.execute(t)
  return rows[0]?.listed === true
}

/** Listings after an article's id, with their places by name. */
export function listListings(db: Queryable, { after, limit }: { after: number; limit: number }) {
  const named = (name: string) => sql<string>`coalesce(${sql.ref(`${name}.name`)}, '')`
  return db
    .selectFrom('listing as l')
    .innerJoin('article as a', 'a.id', 'l.article_id')
    .leftJoin('brand', 'brand.id', 'l.brand_id')
    .leftJoin('category', 'category.id', 'l.category_id')
    .leftJoin('category as subcategory', 'subcategory.id', 'l.subcategory_id')
    .select([
      ...(['l.article_id as articleId', 'a.code as articleCode', 'l.position', 'l.discount'] as const),
      ...(['l.promo', 'l.future', 'l.hint', 'l.active'] as const),
      named('brand').as('brand'),
      named('category').as('category'),
      named('subcategory').as('subcategory'),
    ])
    .where('l.article_id', '>', after)
    .orderBy('l.article_id')
    .limit(limit)
    .execute()
}
