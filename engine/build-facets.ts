/** Brands, categories and subcategories: which rows each has, and the tree's counts. */
import { UNASSIGNED_BRAND, WITHOUT_CATEGORY } from '../contract/rules.ts'
import type { BranchCount, FacetIndex, FacetIndexes } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { sharedFloat64, sharedUint32 } from './shared-arrays.ts'

/** `idOf` answers null for a row that no value of the facet selects. */
function buildFacet(items: readonly IndexedItem[], idOf: (item: IndexedItem) => number | null): FacetIndex {
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
  const runs = sharedUint32([...runsById.values()].reduce((total, idRuns) => total + idRuns.length, 0))
  let filled = 0
  let value = 0
  for (const [id, idRuns] of runsById) {
    ids[value] = id
    runs.set(idRuns, filled)
    filled += idRuns.length
    firstRun[++value] = filled / 2
  }
  return { ids, firstRun, runs }
}

/** The rows of each brand, category and subcategory. `items` stand in default order. */
export function buildFacets(items: readonly IndexedItem[]): FacetIndexes {
  return {
    brands: buildFacet(items, (item) => item.brandId ?? UNASSIGNED_BRAND),
    categories: buildFacet(items, (item) => item.categoryId ?? WITHOUT_CATEGORY),
    subcategories: buildFacet(items, (item) => item.subcategoryId),
  }
}

/**
 * The places of the tree that hold articles, by their first article in default order, and the rows of each as runs of three
 * numbers: the index of the place, its first row, the row after its last. `items` stand in default order.
 */
export function buildPlaces(items: readonly IndexedItem[]): { places: BranchCount[]; placeRuns: Uint32Array } {
  const indexOfPlace = new Map<string, number>()
  const places: { -readonly [K in keyof BranchCount]: BranchCount[K] }[] = []
  const runs: number[] = []
  items.forEach(({ brandId, categoryId, subcategoryId }, row) => {
    const key = `${brandId}/${categoryId}/${subcategoryId}`
    const index = indexOfPlace.get(key) ?? places.push({ brandId, categoryId, subcategoryId, count: 0 }) - 1
    indexOfPlace.set(key, index)
    places[index]!.count++
    if (runs.at(-3) === index) runs[runs.length - 1] = row + 1
    else runs.push(index, row, row + 1)
  })
  const placeRuns = sharedUint32(runs.length)
  placeRuns.set(runs)
  return { places, placeRuns }
}
