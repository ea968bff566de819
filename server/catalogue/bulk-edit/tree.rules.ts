/** Names in the tree and the ids they stand for: pure. */
import { bulkTexts, type FieldChange } from '../../../contract/bulk-edit.ts'
import { allColumns, type BulkColumn, fieldOf, type Values } from './bulk-edit.types.ts'

/** The tree with its names: a brand's categories have no `parentId`, subcategories that of their category. */
export interface NamedTree {
  readonly brands: readonly { id: number; name: string }[]
  readonly categories: readonly { id: number; name: string; brandId: number; parentId: number | null }[]
}

/** Tells a row's changes to a reader: names for ids, percents for hundredths of a percent. */
export function showChanges({ brands, categories }: NamedTree) {
  const names = {
    brand_id: new Map(brands.map(({ id, name }) => [id, name])),
    category_id: new Map(categories.map(({ id, name }) => [id, name])),
  }
  const show = (column: BulkColumn, value: Values[BulkColumn]): FieldChange['before'] => {
    if (typeof value !== 'number') return value ?? null
    if (column === 'discount') return value / 100
    if (column === 'position') return value
    return names[column === 'brand_id' ? column : 'category_id'].get(value) ?? `(${value})`
  }
  return (before: Values, after: Values): FieldChange[] =>
    allColumns
      .filter((column) => column in after && before[column] !== after[column])
      .map((column) => ({
        field: fieldOf[column],
        before: show(column, before[column]),
        after: show(column, after[column]),
      }))
}

/** Finds the ids of a row's three names, or why there are none. Accents and case do not count. */
export function placeReader({ brands, categories }: NamedTree, fold: (text: string) => string) {
  const key = (...parts: readonly (string | number | null)[]) => parts.join('\u0000')
  const brandIds = new Map(brands.map(({ id, name }) => [fold(name), id]))
  const categoryIds = new Map(
    categories.map(({ id, name, brandId, parentId }) => [key(brandId, parentId, fold(name)), id]),
  )
  return (brand: string, category: string, subcategory: string): Values | { problem: string } => {
    const unassigned = { brand_id: null, category_id: null, subcategory_id: null }
    if (!brand) {
      const below = category || subcategory
      return below ? { problem: `Falta la marca de «${below}»` } : unassigned
    }
    const brandId = brandIds.get(fold(brand))
    if (brandId === undefined) return { problem: `No existe la marca «${brand}»` }
    if (!category)
      return subcategory ? { problem: `Falta la categoría de «${subcategory}»` } : { ...unassigned, brand_id: brandId }
    const categoryId = categoryIds.get(key(brandId, null, fold(category)))
    if (categoryId === undefined) return { problem: `«${brand}» no tiene la categoría «${category}»` }
    const top = { ...unassigned, brand_id: brandId, category_id: categoryId }
    if (!subcategory) return top
    const subcategoryId = categoryIds.get(key(brandId, categoryId, fold(subcategory)))
    if (subcategoryId === undefined) return { problem: `«${category}» no tiene la subcategoría «${subcategory}»` }
    return { ...top, subcategory_id: subcategoryId }
  }
}

/** What a user reads for each refusal of a plan's row. */
export const refusalTexts = {
  brand: bulkTexts.brand,
  category: bulkTexts.category,
  subcategory: bulkTexts.subcategory,
  discount: bulkTexts.beyond,
} as const
