/** The first load of listings (asignaciones): a listing that is stored already is the shop's own and stays. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { foldText } from '../../lib/search-text.ts'
import type { ListingRecord } from '../../ports/erp/erp.ts'
import {
  insertBrands,
  insertCategories,
  insertListings,
  readBrands,
  readCategories,
} from './listings.queries.ts'

type Tx = Transaction<Tables>

/** A listing to be, with the article it is for. */
export interface ListingToInsert {
  articleId: number
  record: ListingRecord
}

const CHUNK = 2000

/**
 * Stores listings of articles that have none. Brands, categories and subcategories are recognised by name
 * (accents and case do not count); new ones follow the existing ones in the order of their first appearance.
 */
export async function storeListings(
  t: Tx,
  listings: readonly ListingToInsert[],
  onWritten: (count: number) => void,
): Promise<void> {
  const records = listings.map(({ record }) => record)
  const brands = await makeBrands(t, records)
  const categories = await makeCategories(t, records, brands)
  for (let from = 0; from < listings.length; from += CHUNK) {
    const chunk = listings.slice(from, from + CHUNK)
    await insertListings(
      t,
      chunk.map(({ articleId, record }) => {
        const brand_id = brands.get(foldText(record.brand)) ?? null
        const category_id = brand_id === null ? null : categories.find(brand_id, null, record.category)
        const subcategory_id =
          category_id === null ? null : categories.find(brand_id, category_id, record.subcategory)
        const { articleCode: _code, brand: _brand, category: _category, subcategory: _sub, ...own } = record
        return { article_id: articleId, brand_id, category_id, subcategory_id, ...own }
      }),
    )
    onWritten(chunk.length)
  }
}

/** Makes the brands that records name for the first time; answers the ids of all brands by folded name. */
async function makeBrands(t: Tx, records: readonly ListingRecord[]): Promise<Map<string, number>> {
  const stored = await readBrands(t)
  const ids = new Map(stored.map(({ id, name }) => [foldText(name), id]))
  const names = new Map<string, string>()
  for (const { brand } of records) {
    const folded = foldText(brand)
    if (folded && !ids.has(folded) && !names.has(folded)) names.set(folded, brand)
  }
  if (names.size === 0) return ids
  const lastPosition = highest(stored)
  const made = await insertBrands(
    t,
    [...names.values()].map((name, place) => ({ name, position: lastPosition + place + 1 })),
  )
  for (const { id, name } of made) ids.set(foldText(name), id)
  return ids
}

interface CategoryIndex {
  /** The id of a category (or, with a parent, a subcategory) by name; null for an empty name. */
  find(brandId: number | null, parentId: number | null, name: string): number | null
}

async function makeCategories(
  t: Tx,
  records: readonly ListingRecord[],
  brands: ReadonlyMap<string, number>,
): Promise<CategoryIndex> {
  const ids = new Map<string, number>()
  const lastPositionOf = new Map<string, number>()
  const level = (brandId: number | null, parentId: number | null) => `${brandId}/${parentId ?? ''}`
  const keyOf = (brandId: number | null, parentId: number | null, name: string) =>
    `${level(brandId, parentId)}/${foldText(name)}`
  for (const { id, brand_id, parent_id, name, position } of await readCategories(t)) {
    ids.set(keyOf(brand_id, parent_id, name), id)
    const siblings = level(brand_id, parent_id)
    lastPositionOf.set(siblings, Math.max(lastPositionOf.get(siblings) ?? 0, position))
  }
  const index: CategoryIndex = {
    find: (brandId, parentId, name) => (name ? (ids.get(keyOf(brandId, parentId, name)) ?? null) : null),
  }

  /** Makes the categories that records name for the first time on one level; those of the level above must exist. */
  const makeLevel = async (
    named: (record: ListingRecord, brandId: number) => { parentId: number | null; name: string },
  ) => {
    const wanted = new Map<
      string,
      { brand_id: number; parent_id: number | null; name: string; position: number }
    >()
    for (const record of records) {
      const brandId = brands.get(foldText(record.brand))
      if (brandId === undefined) continue
      const { parentId, name } = named(record, brandId)
      const key = keyOf(brandId, parentId, name)
      if (!name || ids.has(key) || wanted.has(key)) continue
      const siblings = level(brandId, parentId)
      const position = (lastPositionOf.get(siblings) ?? 0) + 1
      lastPositionOf.set(siblings, position)
      wanted.set(key, { brand_id: brandId, parent_id: parentId, name, position })
    }
    if (wanted.size === 0) return
    const made = await insertCategories(t, [...wanted.values()])
    for (const { id, brand_id, parent_id, name } of made) ids.set(keyOf(brand_id, parent_id, name), id)
  }
  await makeLevel(({ category }) => ({ parentId: null, name: category }))
  await makeLevel(({ category, subcategory }, brandId) => {
    return { parentId: index.find(brandId, null, category), name: subcategory }
  })
  return index
}

const highest = (rows: readonly { position: number }[]) =>
  rows.reduce((top, { position }) => Math.max(top, position), 0)
