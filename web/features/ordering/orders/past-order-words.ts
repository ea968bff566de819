/** What orders of the past are called on the screens, and where they are (R399). Pure. */
import { paths } from '../../../paths.ts'

/** 'Pedido anterior 0001-00004711': by the number that the client knows, else by the ERP's key. */
export const nameOf = ({ id, number }: { readonly id: number; readonly number: string }): string =>
  `Pedido anterior ${number || id}`

/** In the address of Mis Pedidos: the list of orders of the past, and one of them. No code of the first page knows of them. */
export const PAST_ORDERS = 'anteriores'
export const PAST_ORDER = 'anterior'
export const toPastOrders = `${paths.myOrders}?${PAST_ORDERS}=1`
export const toPastOrder = (id: number): string => `${paths.myOrders}?${PAST_ORDER}=${id}`
