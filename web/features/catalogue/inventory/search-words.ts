/** The current search of an inventory, in words. */
import type { Inventory, InventoryQuery } from '../../../../contract/inventory.ts'
import { formatBound } from '../../../lib/format.ts'

type Search = Omit<InventoryQuery, 'page'>

/** The filters of the line 'Busqueda actual > …'; the order is not a filter. */
export const searchWords = ({ text, brandId, minPrice, maxPrice }: Search, brands: Inventory['brands']): string[] => [
  ...(text ? [`«${text}»`] : []),
  ...(brandId === undefined ? [] : [brands.find(({ id }) => id === brandId)?.name || `marca ${brandId}`]),
  ...(minPrice === undefined ? [] : [`desde ${formatBound(minPrice)}`]),
  ...(maxPrice === undefined ? [] : [`hasta ${formatBound(maxPrice)}`]),
]

/** Whether a search narrows the list. */
export const isNarrowed = (search: Search): boolean => searchWords(search, []).length > 0

/** An inverted price range with its bounds swapped; undefined when the range is in order. */
export const turnedRange = ({ minPrice, maxPrice }: Search) =>
  minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
    ? { minPrice: maxPrice, maxPrice: minPrice }
    : undefined
