/** What is being searched in an inventory, in words. */
import type { InventoryQuery } from '../../../../contract/inventory.ts'

type Search = Omit<InventoryQuery, 'page'>

const pesos = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 0, maximumFractionDigits: 2 })
const amount = (cents: number) => `$ ${pesos.format(cents / 100)}`

/** The filters of the line 'Busqueda actual > …'; the order is none. */
export const searchWords = ({ text, minPrice, maxPrice }: Search): string[] => [
  ...(text ? [`«${text}»`] : []),
  ...(minPrice === undefined ? [] : [`desde ${amount(minPrice)}`]),
  ...(maxPrice === undefined ? [] : [`hasta ${amount(maxPrice)}`]),
]

/** Whether a search leaves anything out. */
export const isNarrowed = (search: Search): boolean => searchWords(search).length > 0

/** The two bounds of an inverted price range changed places; undefined when the range is in order. */
export const turnedRange = ({ minPrice, maxPrice }: Search) =>
  minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
    ? { minPrice: maxPrice, maxPrice: minPrice }
    : undefined
