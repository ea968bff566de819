/** The current search of an inventory, in words. */
import type { Inventory, InventoryQuery } from '../../../../contract/inventory.ts'

type Search = Omit<InventoryQuery, 'page'>

const pesos = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 0, maximumFractionDigits: 2 })
const amount = (cents: number) => `$ ${pesos.format(cents / 100)}`

/** The filters of the line 'Busqueda actual > …'; the order is not a filter. */
export const searchWords = ({ text, brandId, minPrice, maxPrice }: Search, brands: Inventory['brands']): string[] => [
  ...(text ? [`«${text}»`] : []),
  ...(brandId === undefined ? [] : [brands.find(({ id }) => id === brandId)?.name || `marca ${brandId}`]),
  ...(minPrice === undefined ? [] : [`desde ${amount(minPrice)}`]),
  ...(maxPrice === undefined ? [] : [`hasta ${amount(maxPrice)}`]),
]

/** Whether a search narrows the list. */
export const isNarrowed = (search: Search): boolean => searchWords(search, []).length > 0

/** An inverted price range with its bounds swapped; undefined when the range is in order. */
export const turnedRange = ({ minPrice, maxPrice }: Search) =>
  minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
    ? { minPrice: maxPrice, maxPrice: minPrice }
    : undefined
