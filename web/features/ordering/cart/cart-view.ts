/** A user's sort order and grouping of the cart, kept on the device. */
import { useKeptChoice } from '../../../lib/kept-choice.ts'
import type { CartOrder } from './arrange-lines.ts'

export interface CartView {
  readonly order: CartOrder
  readonly byBrand: boolean
}

/** The sort orders of a cart, with their labels. */
export const cartOrders: readonly (readonly [CartOrder, string])[] = [
  ['entry', 'Como se cargó'],
  ['brand', 'Por marca'],
  ['name', 'Por nombre'],
  ['amount', 'Mayor importe primero'],
]
/** The sort order that a select's value stands for; 'entry' for any other value. */
export const orderOf = (value: unknown): CartOrder => cartOrders.find(([order]) => order === value)?.[0] ?? 'entry'

function viewOf(kept: string | null): CartView {
  try {
    const { order, byBrand } = (JSON.parse(kept ?? '{}') ?? {}) as Record<string, unknown>
    return { order: orderOf(order), byBrand: byBrand === true }
  } catch {
    return { order: 'entry', byBrand: false }
  }
}

/** The view of a user's carts, and the function that changes and keeps it. */
export function useCartView(userId: number): readonly [CartView, (view: CartView) => void] {
  const [kept, keep] = useKeptChoice('vista-carrito', userId)
  return [viewOf(kept), (view) => keep(JSON.stringify(view))]
}
