/** The tree of brands, categories and subcategories: pure. */
import type { TreeRow } from '../../../contract/catalogue.ts'
import type { Place } from '../../../engine/index-data.ts'

export interface BrandPlace {
  id: number
  name: string
}
export interface CategoryPlace {
  id: number
  brandId: number
  /** The category a subcategory belongs to; null for a category. */
  parentId: number | null
  name: string
  position: number
}

const keyOf = (brandId: number | null, categoryId: number | null, subcategoryId: number | null) =>
  `${brandId}/${categoryId}/${subcategoryId}`

/**
 * The rows of the tree, brands and categories in the order given: one for each brand, category and
 * subcategory, each counting the articles that stand in exactly that place.
 */
export function treeRows(
  brands: readonly BrandPlace[],
  categories: readonly CategoryPlace[],
  places: readonly Place[],
): TreeRow[] {
  const counts = new Map(places.map((p) => [keyOf(p.brandId, p.categoryId, p.subcategoryId), p.count]))
  return brands.flatMap((brand) => {
    const row = (category: CategoryPlace | null, subcategory: CategoryPlace | null): TreeRow => ({
      brand: brand.name,
      brandId: brand.id,
      category: category?.name ?? null,
      categoryId: category?.id ?? null,
      subcategory: subcategory?.name ?? null,
      subcategoryId: subcategory?.id ?? null,
      categoryPosition: category?.position ?? null,
      subcategoryPosition: subcategory?.position ?? null,
      count: counts.get(keyOf(brand.id, category?.id ?? null, subcategory?.id ?? null)) ?? 0,
    })
    const below = (parentId: number | null) =>
      categories.filter((one) => one.brandId === brand.id && one.parentId === parentId)
    return [
      row(null, null),
      ...below(null).flatMap((category) => [
        row(category, null),
        ...below(category.id).map((subcategory) => row(category, subcategory)),
      ]),
    ]
  })
}
