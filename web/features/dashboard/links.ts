/** Where a figure leads: to the list of what it counts. */
import { paths } from '../../paths.ts'

interface To {
  to: string
  search: Readonly<Record<string, string>>
}

/** The orders of one day, yyyy-mm-dd. */
export const ordersOfDay = (day: string): To => ({
  to: paths.adminOrders,
  search: { vista: 'historicos', desde: day, hasta: day },
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
