/** SQL of the tree of brands, categories and subcategories as the office keeps it. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Tx = Transaction<Tables>

/** A stored brand, category or subcategory; a brand has no `brandId`. */
export interface StoredNode {
  id: number
  name: string
  brandId: number | null
  parentId: number | null
  position: number
  /** A brand whose articles are sold by whole bultos (R364). */
  wholePacks: boolean
  version: number
}

/**
 * Lets nobody else write the tree until the transaction ends: positions and names are decided over whole branches,
 * new rows too. Reading goes on, and so does assigning articles.
 */
export async function lockTree(t: Tx): Promise<void> {
  await sql`lock table brand, category in share row exclusive mode`.execute(t)
}

/** The whole tree, brands first, each level in its order. */
export async function readNodes(db: Queryable): Promise<StoredNode[]> {
  const brands = await db
    .selectFrom('brand')
    .select(['id', 'name', 'position', 'whole_packs as wholePacks', 'version'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const categories = await db
    .selectFrom('category')
    .select(['id', 'name', 'brand_id as brandId', 'parent_id as parentId', 'position', 'version'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return [
    ...brands.map((brand) => ({ ...brand, brandId: null, parentId: null })),
    ...categories.map((category) => ({ ...category, wholePacks: false })),
  ]
}

/** How many articles stand in each place of the tree. */
export const countPlaces = (db: Queryable) =>
  db
    .selectFrom('listing')
    .select(['brand_id', 'category_id', 'subcategory_id', sql<number>`count(*)::int`.as('count')])
    .groupBy(['brand_id', 'category_id', 'subcategory_id'])
    .execute()

/** Locks the listings that stand in a brand, category or subcategory. Answers the place of each. */
export const lockListings = (t: Tx, column: 'brand_id' | 'category_id' | 'subcategory_id', id: number) =>
  t
    .selectFrom('listing')
    .select(['id', 'article_id', 'brand_id', 'category_id', 'subcategory_id'])
    .where(column, '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()

export const insertBrand = (t: Tx, brand: { name: string; position: number }) =>
  t.insertInto('brand').values(brand).returningAll().executeTakeFirstOrThrow()

export const insertCategory = (
  t: Tx,
  category: { brand_id: number; parent_id: number | null; name: string; position: number },
) => t.insertInto('category').values(category).returningAll().executeTakeFirstOrThrow()

/** Empties columns of the listings with these ids. */
export const clearListings = (
  t: Tx,
  ids: readonly number[],
  emptied: Partial<Record<'brand_id' | 'category_id' | 'subcategory_id', null>>,
) => t.updateTable('listing').set(emptied).where(sql<boolean>`id = any(${ids}::int[])`).execute()

export async function deleteNodes(t: Tx, table: 'brand' | 'category', ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await t.deleteFrom(table).where(sql<boolean>`id = any(${ids}::int[])`).execute()
}

/** Locks a batch of that kind; undefined when there is none. */
export async function lockBatch(t: Tx, id: number, kind: string) {
  return t
    .selectFrom('change_batch')
    .select(['id', 'undone_at'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
}
/** The audit entries of a batch, in the order they were written. */
export const readBatch = (t: Tx, id: number) =>
  t
    .selectFrom('audit')
    .select(['entity', 'entity_id', 'action', 'before', 'after'])
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute()
export const markUndone = (t: Tx, id: number, userId: number) =>
  t.updateTable('change_batch').set({ undone_at: sql`now()`, undone_by: userId }).where('id', '=', id).execute()

/** Inserts deleted brands again with their ids. Each gets a version above its last one, which open forms may still hold. */
export async function reinsertBrands(t: Tx, rows: readonly object[]): Promise<void> {
  await sql`
    insert into brand (id, name, position, whole_packs, version) overriding system value
    select id, name, position, coalesce(whole_packs, false), version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (id integer, name text, position integer, whole_packs boolean, version integer)`.execute(t)
}
/** Inserts deleted categories again, as `reinsertBrands` does; parents come before their subcategories. */
export async function reinsertCategories(t: Tx, rows: readonly object[]): Promise<void> {
  await sql`
    insert into category (id, brand_id, parent_id, name, position, version) overriding system value
    select id, brand_id, parent_id, name, position, version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (id integer, brand_id integer, parent_id integer, name text, position integer, version integer)
    order by parent_id nulls first`.execute(t)
}

/** Where an article stands. */
export interface ArticleBranch {
  brand_id: number | null
  category_id: number | null
  subcategory_id: number | null
}

/**
 * Moves articles from `left`, where a deletion left them, `back` to where they stood before. Articles that no longer stand
 * where they were left are not touched. Answers the ids of the articles moved.
 */
export async function reassign(
  t: Tx,
  moves: readonly { article_id: number; left: ArticleBranch; back: ArticleBranch }[],
): Promise<Set<number>> {
  const flat = moves.map(({ article_id, left, back }) => ({
    article_id,
    ...back,
    left_brand: left.brand_id,
    left_category: left.category_id,
    left_subcategory: left.subcategory_id,
  }))
  const { rows } = await sql<{ article_id: number }>`
    update listing set brand_id = given.brand_id, category_id = given.category_id,
      subcategory_id = given.subcategory_id
    from json_to_recordset(${JSON.stringify(flat)}::json) as given (
      article_id integer, brand_id integer, category_id integer, subcategory_id integer,
      left_brand integer, left_category integer, left_subcategory integer
    )
    where listing.article_id = given.article_id
      and listing.brand_id is not distinct from given.left_brand
      and listing.category_id is not distinct from given.left_category
      and listing.subcategory_id is not distinct from given.left_subcategory
    returning listing.article_id`.execute(t)
  return new Set(rows.map(({ article_id }) => article_id))
}
