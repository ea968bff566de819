/** The tree of brands, categories and subcategories as lists to choose from. */
import { useQuery } from '@tanstack/react-query'
import { categoryTree, type TreeRow } from '../../contract/catalogue.ts'
import { queryOf } from '../lib/query.ts'
import type { Option } from '../ui/form/fields.tsx'

export interface Taxonomy {
  readonly brands: readonly Option[]
  /** Of a brand, by its id; none for ''. */
  readonly categoriesOf: (brandId: string) => readonly Option[]
  /** Of a category, by its id; none for ''. */
  readonly subcategoriesOf: (categoryId: string) => readonly Option[]
}

/** Reads the tree's rows: each place of the tree has one of its own. */
export function taxonomyOf(rows: readonly TreeRow[]): Taxonomy {
  const option = (id: number | null, name: string | null): Option => ({
    value: String(id),
    label: name ?? '',
  })
  const categories = rows.filter((row) => row.categoryId !== null && row.subcategoryId === null)
  return {
    brands: rows.filter((row) => row.categoryId === null).map(({ brandId, brand }) => option(brandId, brand)),
    categoriesOf: (brandId) =>
      categories
        .filter((row) => String(row.brandId) === brandId)
        .map(({ categoryId, category }) => option(categoryId, category)),
    subcategoriesOf: (categoryId) =>
      rows
        .filter((row) => row.subcategoryId !== null && String(row.categoryId) === categoryId)
        .map(({ subcategoryId, subcategory }) => option(subcategoryId, subcategory)),
  }
}

/** The tree, for selects that depend on each other. */
export const useTaxonomy = () => useQuery({ ...queryOf(categoryTree), select: taxonomyOf })
