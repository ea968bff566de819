/** The two calls that answer a cart, for the screens and for send-book.ts. */
import { getCart, getSimpleCart } from '../../contract/cart.ts'
import { outdate, queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import type { CartOwner } from './book/device-store.ts'

/** The cart without detail, whose lines every screen counts, and the cart with detail. */
export const simpleOf = (owner: CartOwner) => queryOf(getSimpleCart, { query: owner })
export const detailOf = (owner: CartOwner) => queryOf(getCart, { query: owner })

/** The cart without detail as the server answered last; undefined before. */
export const simpleCart = (owner: CartOwner) => queryClient.getQueryData(simpleOf(owner).queryKey)

/** Fetches the cart again after another call has changed it (an order, a repeated order). */
export async function refreshCart(): Promise<void> {
  await Promise.all([outdate(getSimpleCart), outdate(getCart)])
}
