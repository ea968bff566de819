/** The filters of the list of articles: in the address, in the filter bar and in the call (R203, R209). */
import * as z from 'zod/mini'
import type { ListingFilter, ListingOrder } from '../../../../contract/product-manager.ts'
import { UNASSIGNED_BRAND } from '../../../../contract/rules.ts'
import { type Sort, sortText, wireObject } from '../../../../contract/wire.ts'
import { choiceInAddress, idInAddress, pageInAddress, textInAddress, yesInAddress } from '../../../lib/address-state.ts'

/** A place in the tree by its id, 0 or 99 (R6); absent is ''. */
const levelInAddress = z.codec(z.optional(z.string().check(z.regex(/^\d{1,9}$/))), z.string(), {
  decode: (text) => text ?? '',
  encode: (text) => text || undefined,
})

export const address = wireObject({
  text: ['n', textInAddress],
  /** '' for active articles only. */
  state: ['a', choiceInAddress(['0', 'todos'])],
  brand: ['m', levelInAddress],
  category: ['c', levelInAddress],
  subcategory: ['s', levelInAddress],
  sort: ['orden', sortText(['price', 'code'])],
  page: ['pag', pageInAddress],
  open: ['art', idInAddress],
  quoting: ['cotizar', yesInAddress],
})
export type ListAddress = z.output<typeof address>

/** The fields of the filter bar. */
export type Filters = Pick<ListAddress, 'text' | 'state' | 'brand' | 'category' | 'subcategory'> & { order: string }

export const UNASSIGNED = String(UNASSIGNED_BRAND)
/** The orders to choose from besides the catalogue's own (R203), by their text in the address. */
export const ORDERS = [
  { value: '-price', label: 'Precio: mayor a menor' },
  { value: 'price', label: 'Precio: menor a mayor' },
  { value: '-code', label: 'Código: mayor a menor' },
  { value: 'code', label: 'Código: menor a mayor' },
] as const

type ListSort = Sort<'price' | 'code'>
/** The sort order's text in the address, such as '-price'; '' for the catalogue's own order. */
export const orderOf = (sort: ListSort | undefined): string => (sort ? `${sort.down ? '-' : ''}${sort.by}` : '')
/** The inverse of `orderOf`. */
export const sortOf = (order: string): ListSort | undefined =>
  order === '' ? undefined : { by: order.endsWith('price') ? 'price' : 'code', down: order.startsWith('-') }

const callOrders: Record<string, ListingOrder> = {
  '-price': 'priceDesc',
  price: 'priceAsc',
  '-code': 'codeDesc',
  code: 'codeAsc',
}
const idOf = (chosen: string): number | undefined => (chosen === '' ? undefined : Number(chosen))

/** The call's filter for a place. */
export const filterOf = ({ text, state, brand, category, subcategory, sort }: ListAddress): ListingFilter => ({
  text,
  brandId: idOf(brand),
  categoryId: idOf(category),
  subcategoryId: idOf(subcategory),
  active: state === 'todos' ? undefined : state === '',
  order: callOrders[orderOf(sort)] ?? 'default',
})

const SEARCH_TERM = 'Please enter a search term.'

/** Among the unassigned articles 'Buscar' needs a text, unless another filter was changed. */
export function filterProblems(now: Filters, shown: Filters): { text?: string } {
  const changed = (Object.keys(now) as (keyof Filters)[]).some((name) => now[name] !== shown[name])
  return shown.brand === UNASSIGNED && now.text.trim() === '' && !changed ? { text: SEARCH_TERM } : {}
}
