/** Brands, categories and subcategories: which rows each has, and the tree's counts. */
import { UNASSIGNED_BRAND, WITHOUT_CATEGORY } from '../contract/rules.ts'
import type { FacetIndex, FacetIndexes, Place } from './index-data.ts'
import type { CatalogueItem } from './item.ts'
import { sharedFloat64, sharedUint32 } from './shared-arrays.ts'

/** `idOf` answers null for a row that no value of the facet selects. */
function buildFacet(
  items: readonly CatalogueItem[],
  idOf: (item: CatalogueItem) => number | null,
): FacetIndex {
  const runsById = new Map<number, number[]>()
  items.forEach((item, row) => {
    const id = idOf(item)
    if (id === null) return
    const runs = runsById.get(id)
    if (runs === undefined) runsById.set(id, [row, row + 1])
    else if (runs.at(-1) === row) runs[runs.length - 1] = row + 1
    else runs.push(row, row + 1)
  })

  const ids = sharedFloat64(runsById.size)
  const firstRun = sharedUint32(runsById.size + 1)
  const runs = sharedUint32([...runsById.values()].reduce((total, own) => total + own.length, 0))
  let filled = 0
  let value = 0
  for (const [id, own] of runsById) {
    ids[value] = id
    runs.set(own, filled)
    filled += own.length
    firstRun[++value] = filled / 2
  }
  return { ids, firstRun, runs }
}

/** `items` in default order. */
export function buildFacets(items: readonly CatalogueItem[]): FacetIndexes {
  return {
    brands: buildFacet(items, (item) => item.brandId ?? UNASSIGNED_BRAND),
    categories: buildFacet(items, (item) => item.categoryId ?? WITHOUT_CATEGORY),
    subcategories: buildFacet(items, (item) => item.subcategoryId),
  }
}

/** The places of the tree that hold articles, by their first article in default order. */
export function buildPlaces(items: readonly CatalogueItem[]): Place[] {
  const places = new Map<string, { -readonly [K in keyof Place]: Place[K] }>()
  for (const { brandId, categoryId, subcategoryId } of items) {
    const key = `${brandId}/${categoryId}/${subcategoryId}`
    const place = places.get(key)
    if (place) place.count++
    else places.set(key, { brandId, categoryId, subcategoryId, count: 1 })
  }
  return [...places.values()]
}
