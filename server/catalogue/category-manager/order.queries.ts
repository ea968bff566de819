/** SQL of orders: the rows of one branch, and their positions. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { ArticleBranch } from './tree.queries.ts'

type Tx = Transaction<Tables>

/** Gives rows the positions 1 to n in the order of the ids; rows that have their position already are not touched. */
export async function writePositions(
  t: Tx,
  table: 'brand' | 'category' | 'listing',
  ids: readonly number[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as placed set position = given.place
    from unnest(${ids}::int[]) with ordinality as given (id, place)
    where placed.id = given.id and placed.position <> given.place`.execute(t)
}

/** The place of the first of these listings, as they are given, that is stored; undefined when none is. */
export async function findPlace(t: Tx, ids: readonly number[]): Promise<ArticleBranch | undefined> {
  const { rows } = await sql<ArticleBranch>`
    select l.brand_id, l.category_id, l.subcategory_id
    from unnest(${ids}::int[]) with ordinality as given (id, place) join listing l on l.id = given.id
    order by given.place limit 1`.execute(t)
  return rows[0]
}

const inPlace = (place: ArticleBranch) => sql<boolean>`
  l.brand_id is not distinct from ${place.brand_id}::int
  and l.category_id is not distinct from ${place.category_id}::int
  and l.subcategory_id is not distinct from ${place.subcategory_id}::int`

/** Lets nobody else change the listings of a place until the transaction ends. */
export async function lockPlace(t: Tx, place: ArticleBranch): Promise<void> {
  await sql`select l.id from listing l where ${inPlace(place)} order by l.id for update`.execute(t)
}

/** Article ids of listings. */
export const articlesOf = async (t: Tx, listingIds: readonly number[]): Promise<number[]> =>
  (
    await t.selectFrom('listing').select('article_id').where(sql<boolean>`id = any(${listingIds}::int[])`).execute()
  ).map(({ article_id }) => article_id)

/** The levels that articles must stand in. Null: in none of this level. Undefined: in any or none. */
export interface BranchFilter {
  brand?: number | null | undefined
  category?: number | null | undefined
  subcategory?: number | null | undefined
}

/** Listings of a branch with their articles, in the catalogue's order; also those not on sale. */
export function readArticles(
  db: Queryable,
  { brand, category, subcategory }: BranchFilter,
  page?: { offset: number; limit: number },
) {
  const level = (column: 'l.brand_id' | 'l.category_id' | 'l.subcategory_id', id: number | null) =>
    id === null ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} = ${id}`
  return (
    db
      .selectFrom('listing as l')
      .innerJoin('article as a', 'a.id', 'l.article_id')
      .leftJoin('brand as b', 'b.id', 'l.brand_id')
      .leftJoin('category as c', 'c.id', 'l.category_id')
      .leftJoin('category as s', 's.id', 'l.subcategory_id')
      .leftJoin('media as m', (join) => join.onRef('m.article_id', '=', 'a.id').on('m.slot', '=', 1))
      .select([
        'l.id',
        'a.id as articleId',
        'a.code',
        'a.description',
        'l.position',
        'l.brand_id as brandId',
        'l.category_id as categoryId',
        'l.subcategory_id as subcategoryId',
        sql<boolean>`l.active and a.active`.as('active'),
        'm.file',
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .$if(brand !== undefined, (rows) => rows.where(level('l.brand_id', brand ?? null)))
      .$if(category !== undefined, (rows) => rows.where(level('l.category_id', category ?? null)))
      .$if(subcategory !== undefined, (rows) => rows.where(level('l.subcategory_id', subcategory ?? null)))
      // What has no brand (category, subcategory) comes last, as in the catalogue.
      .orderBy('b.position')
      .orderBy('b.id')
      .orderBy('c.position')
      .orderBy('c.id')
      .orderBy('s.position')
      .orderBy('s.id')
      .orderBy('l.position')
      .orderBy(sql`a.code collate "C"`)
      .orderBy('l.id')
      .$if(page !== undefined, (rows) => rows.offset(page?.offset ?? 0).limit(page?.limit ?? 0))
      .execute()
  )
}
