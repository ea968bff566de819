/** How its user likes to look at a cart, kept on the device. */
import { useState } from 'react'
import type { CartOrder } from './arrange-lines.ts'

export interface CartView {
  readonly order: CartOrder
  readonly byBrand: boolean
}

/** The orders of a cart, and how they are called. */
export const cartOrders: readonly (readonly [CartOrder, string])[] = [
  ['entry', 'Como se cargó'],
  ['brand', 'Por marca'],
  ['name', 'Por nombre'],
  ['amount', 'Mayor importe primero'],
]
/** The order that a select's value stands for. */
export const orderOf = (value: unknown): CartOrder =>
  cartOrders.find(([order]) => order === value)?.[0] ?? 'entry'

const nameOf = (userId: number) => `vista-carrito:${userId}`

function kept(userId: number): CartView {
  try {
    const view: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '{}')
    const { order, byBrand } = (view ?? {}) as Record<string, unknown>
    return { order: orderOf(order), byBrand: byBrand === true }
  } catch {
    return { order: 'entry', byBrand: false }
  }
}

/** The view of a user's carts; a browser that refuses storage keeps it until the page closes. */
export function useCartView(userId: number): readonly [CartView, (view: CartView) => void] {
  const [view, setView] = useState(() => kept(userId))
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(nameOf(userId), JSON.stringify(next))
      } catch {
        // As above.
      }
    },
  ]
}
