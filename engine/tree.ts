/** The tree of brands, categories and subcategories: pure. */
import type { TreeRow } from '../contract/catalogue.ts'
import type { BranchCount } from './index-data.ts'

/** A brand of the tree; the list it stands in has the order. */
export interface NamedBrand {
  id: number
  name: string
}
/** A category or subcategory of the tree; `position` is its number among its siblings. */
export interface NamedCategory {
  id: number
  brandId: number
  /** The category a subcategory belongs to; null for a category. */
  parentId: number | null
  name: string
  position: number
}

const keyOf = ({ brandId, categoryId, subcategoryId }: Omit<BranchCount, 'count'>) =>
  `${brandId}/${categoryId}/${subcategoryId}`

const countsByPlace = (places: readonly BranchCount[]) => new Map(places.map((place) => [keyOf(place), place.count]))

/**
 * The rows of the tree, brands and categories in the order given: one for each brand, category and
 * subcategory, each counting the articles that stand in exactly that place.
 */
export function treeRows(
  brands: readonly NamedBrand[],
  categories: readonly NamedCategory[],
  places: readonly BranchCount[],
): TreeRow[] {
  const counts = countsByPlace(places)
  return brands.flatMap((brand) => {
    const row = (category: NamedCategory | null, subcategory: NamedCategory | null): TreeRow => {
      const place = {
        brandId: brand.id,
        categoryId: category?.id ?? null,
        subcategoryId: subcategory?.id ?? null,
      }
      return {
        ...place,
        brand: brand.name,
        category: category?.name ?? null,
        subcategory: subcategory?.name ?? null,
        categoryPosition: category?.position ?? null,
        subcategoryPosition: subcategory?.position ?? null,
        count: counts.get(keyOf(place)) ?? 0,
      }
    }
    const below = (parentId: number | null) =>
      categories.filter((category) => category.brandId === brand.id && category.parentId === parentId)
    return [
      row(null, null),
      ...below(null).flatMap((category) => [
        row(category, null),
        ...below(category.id).map((subcategory) => row(category, subcategory)),
      ]),
    ]
  })
}

/** Of the whole tree's `rows`, those whose place is among the `places` of a search, each with its count (R221). */
export function countedRows(rows: readonly TreeRow[], places: readonly BranchCount[]): TreeRow[] {
  const counts = countsByPlace(places)
  return rows.flatMap((row) => {
    const count = counts.get(keyOf(row))
    return count === undefined ? [] : [{ ...row, count }]
  })
}
