/** Where a figure leads: to the list of what it counts. */
import { NO_SELLER } from '../../../../contract/rules.ts'
import { paths } from '../../../paths.ts'

interface To {
  to: string
  search: Readonly<Record<string, string>>
}

/** The orders of one day, yyyy-mm-dd. */
export const ordersOfDay = (day: string): To => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', desde: day, hasta: day },
})
/** The orders of a seller's clients, of those without one for null, from one day to another. */
export const ordersOfSeller = (id: number | null, from: string, to: string): To => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', v: String(id ?? NO_SELLER), desde: from, hasta: to },
})
/** The orders of a client since a day. */
export const ordersOfClient = (name: string, since: string): To => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', cli: name, desde: since },
})
/** Carts that wait for so many days or more. */
export const cartsSince = (days: number): To => ({
  to: paths.adminOrders,
  search: days > 0 ? { dias: String(days) } : {},
})
export const articlesOfBrand = (id: number): To => ({
  to: paths.adminProducts,
  search: { a: 'todos', m: String(id) },
})
export const articleByCode = (code: string): To => ({
  to: paths.adminProducts,
  search: { a: 'todos', n: code },
})
/** What the shop finds for a text now. */
export const searchFor = (text: string): To => ({ to: paths.catalogue, search: { buscar: text } })
