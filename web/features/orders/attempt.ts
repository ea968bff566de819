/**
 * The sending of an order, remembered until its number is on the screen (R22): a lost answer, a second
 * click or a reload send the same Idempotency-Key again and get the same order.
 */
import type { CartLine } from '../../../contract/cart.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { createOrder } from '../../../contract/orders.ts'
import { newKey } from '../../lib/random-key.ts'

export type OrderQuery = QueryOf<typeof createOrder>
export interface Attempt {
  readonly key: string
  /** The cart that was sent; another cart is another order and gets another key. */
  readonly cart: string
  readonly query: OrderQuery
}

const nameOf = (userId: number, clientId: number) => `pedido-en-curso:${userId}:${clientId}`

/** What makes one cart the same as another. */
export const cartSignature = (lines: readonly Pick<CartLine, 'articleId' | 'quantity' | 'note'>[]): string =>
  lines
    .map(({ articleId, quantity, note }) => `${articleId}:${quantity}:${note}`)
    .sort()
    .join('|')

/** The attempt that has no number on the screen yet; null without one. */
export function pendingAttempt(userId: number, clientId: number): Attempt | null {
  try {
    const text = sessionStorage.getItem(nameOf(userId, clientId))
    return text === null ? null : (JSON.parse(text) as Attempt)
  } catch {
    return null
  }
}

/** The attempt to send `query` with: the pending one's key while the cart is the same, else a new key. */
export function beginAttempt(userId: number, clientId: number, cart: string, query: OrderQuery): Attempt {
  const pending = pendingAttempt(userId, clientId)
  const attempt = { key: pending?.cart === cart ? pending.key : newKey(), cart, query }
  sessionStorage.setItem(nameOf(userId, clientId), JSON.stringify(attempt))
  return attempt
}

/** The number is on the screen, or there is nothing left to send. */
export function endAttempt(userId: number, clientId: number): void {
  sessionStorage.removeItem(nameOf(userId, clientId))
}
