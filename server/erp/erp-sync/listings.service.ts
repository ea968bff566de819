/** The first load of listings (asignaciones): a listing that is stored already is the shop's own and stays. */
import type { Transaction } from 'kysely'
import { auditAll, beginBatch } from '../../audit/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { foldText } from '../../lib/search-text.ts'
import type { ListingRecord } from '../../ports/erp/erp.ts'
import { BY_ERP } from './audit-import.service.ts'
import type { NewListing } from './erp-sync.types.ts'
import {
  insertBrands,
  insertCategories,
  insertListings,
  isListedSinceDays,
  lockListings,
  readBrands,
  readCategories,
  updateListings,
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
  const placeOf = await makePlaces(
    t,
    listings.map(({ record }) => record),
  )
  for (let from = 0; from < listings.length; from += CHUNK) {
    const chunk = listings.slice(from, from + CHUNK)
    await insertListings(
      t,
      chunk.map(({ articleId, record }) => {
        const { articleCode: _code, brand: _brand, category: _category, subcategory: _sub, ...own } = record
        return { article_id: articleId, ...placeOf(record), ...own }
      }),
    )
    onWritten(chunk.length)
  }
}

/** A row about a listing that the shop has; what it lacks stays. */
export interface ListingChange extends ListingToInsert {
  row: number
}

/**
 * The rows that differ from the shop's listings; with `mayChange` these become as the rows say, which is audited.
 * Brand, category and subcategory are one place: whoever names one of them says all three.
 */
export async function changeListings(
  t: Tx,
  changes: readonly ListingChange[],
  mayChange: boolean,
): Promise<ReadonlySet<number>> {
  if (changes.length === 0) return new Set()
  const stored = await lockListings(
    t,
    changes.map(({ articleId }) => articleId),
  )
  const named = changes.filter(({ record }) => namesPlace(record)).map(({ record }) => wholePlace(record))
  const placeOf = mayChange ? await makePlaces(t, named) : await findPlaces(t)
  const differing = changes.flatMap(({ row, articleId, record }) => {
    const before = stored.get(articleId)
    if (!before) return []
    const { articleCode: _code, brand: _brand, category: _category, subcategory: _sub, ...own } = record
    const place = namesPlace(record) ? placeOf(wholePlace(record)) : {}
    const after = { ...before, ...own, ...place }
    const names = (Object.keys(after) as (keyof NewListing)[]).filter((name) => after[name] !== before[name])
    return names.length === 0 ? [] : [{ row, articleId, before, after, names }]
  })
  if (mayChange && differing.length > 0) {
    await updateListings(
      t,
      differing.map(({ after }) => after),
    )
    const batchId = await beginBatch(t, null, BY_ERP, differing.length)
    const only = (listing: NewListing, names: readonly (keyof NewListing)[]) =>
      Object.fromEntries(names.map((name) => [name, listing[name]]))
    await auditAll(
      t,
      differing.map(({ articleId, before, after, names }) => ({
        userId: null,
        action: 'import',
        entity: 'product',
        entityId: articleId,
        batchId,
        before: only(before, names),
        after: only(after, names),
      })),
    )
  }
  return new Set(differing.map(({ row }) => row))
}

const namesPlace = ({ brand, category, subcategory }: Partial<ListingRecord>): boolean =>
  [brand, category, subcategory].some((name) => name !== undefined)
const wholePlace = (record: ListingRecord): ListingRecord => ({
  ...record,
  brand: record.brand ?? '',
  category: record.category ?? '',
  subcategory: record.subcategory ?? '',
})

type Branch = Pick<ListingRecord, 'brand' | 'category' | 'subcategory'>
type BranchIds = Pick<NewListing, 'brand_id' | 'category_id' | 'subcategory_id'>

/** Makes the brands, categories and subcategories that records name for the first time; answers each record's place. */
async function makePlaces(t: Tx, records: readonly ListingRecord[]): Promise<(branch: Branch) => BranchIds> {
  const brands = await makeBrands(t, records)
  const categories = await makeCategories(t, records, brands)
  return (record) => {
    const brand_id = brands.get(foldText(record.brand)) ?? null
    const category_id = brand_id === null ? null : categories.find(brand_id, null, record.category)
    const subcategory_id = category_id === null ? null : categories.find(brand_id, category_id, record.subcategory)
    return { brand_id, category_id, subcategory_id }
  }
}

/** As makePlaces, but makes nothing: what nobody has named yet is NaN, which is no listing's place. */
export async function findPlaces(t: Tx): Promise<(branch: Branch) => BranchIds> {
  const placeOf = await makePlaces(t, [])
  return (record) => {
    const { brand_id, category_id, subcategory_id } = placeOf(record)
    const known = (name: string, id: number | null) => (name && id === null ? Number.NaN : id)
    return {
      brand_id: known(record.brand, brand_id),
      category_id: known(record.category, category_id),
      subcategory_id: known(record.subcategory, subcategory_id),
    }
  }
}

/**
 * The brands and categories that listings would make, as 'Tuki > Autos > Trenes'; and whether the shop has any brand, so
 * that a new one is more than a first load. A first load by batches goes on for a day.
 */
export async function newNamesOf(
  t: Tx,
  listings: readonly ListingToInsert[],
  byBatches = false,
): Promise<{ names: string[]; hasNames: boolean }> {
  const brands = await readBrands(t)
  const categories = await readCategories(t)
  const brandNames = new Map(brands.map(({ id, name }) => [id, foldText(name)]))
  const categoryNames = new Map(categories.map(({ id, name }) => [id, foldText(name)]))
  const known = new Set(brandNames.values())
  for (const { brand_id, parent_id, name } of categories) {
    const parent = parent_id === null ? [] : [categoryNames.get(parent_id)]
    known.add([brandNames.get(brand_id), ...parent, foldText(name)].join('/'))
  }
  const names = new Map<string, string>()
  for (const { record } of listings) {
    const path: string[] = []
    for (const name of [record.brand, record.category, record.subcategory]) {
      if (!name) break
      path.push(name)
      const key = path.map(foldText).join('/')
      if (!known.has(key) && !names.has(key)) names.set(key, path.join(' > '))
    }
  }
  return { names: [...names.values()], hasNames: byBatches ? await isListedSinceDays(t) : brands.length > 0 }
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
    const wanted = new Map<string, { brand_id: number; parent_id: number | null; name: string; position: number }>()
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
