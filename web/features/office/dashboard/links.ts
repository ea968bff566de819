/** Links from a figure to the list of what it counts. */
import { NO_SELLER } from '../../../../contract/rules.ts'
import { paths } from '../../../paths.ts'

interface LinkTarget {
  to: string
  search: Readonly<Record<string, string>>
}

/** The orders of one day, yyyy-mm-dd. */
export const ordersOfDay = (day: string): LinkTarget => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', desde: day, hasta: day },
})
/** The orders of a seller's clients, from one day to another; `id` null means clients without a seller. */
export const ordersOfSeller = (id: number | null, from: string, to: string): LinkTarget => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', v: String(id ?? NO_SELLER), desde: from, hasta: to },
})
/** The orders of a client since a day. */
export const ordersOfClient = (name: string, since: string): LinkTarget => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', cli: name, desde: since },
})
/** Carts that have waited for `days` days or more. */
export const cartsSince = (days: number): LinkTarget => ({
  to: paths.adminOrders,
  search: days > 0 ? { dias: String(days) } : {},
})
/** The articles of a brand in the product manager, active or not. */
export const articlesOfBrand = (id: number): LinkTarget => ({
  to: paths.adminProducts,
  search: { a: 'todos', m: String(id) },
})
/** An article in the product manager, found by its code, active or not. */
export const articleByCode = (code: string): LinkTarget => ({
  to: paths.adminProducts,
  search: { a: 'todos', n: code },
})
/** The catalogue's search for a text. */
export const searchFor = (text: string): LinkTarget => ({ to: paths.catalogue, search: { buscar: text } })
