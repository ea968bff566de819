/** How its user likes to look at a cart, kept on the device. */
import { useKeptChoice } from '../../../lib/kept-choice.ts'
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

function viewOf(kept: string | null): CartView {
  try {
    const { order, byBrand } = (JSON.parse(kept ?? '{}') ?? {}) as Record<string, unknown>
    return { order: orderOf(order), byBrand: byBrand === true }
  } catch {
    return { order: 'entry', byBrand: false }
  }
}

/** The view of a user's carts. */
export function useCartView(userId: number): readonly [CartView, (view: CartView) => void] {
  const [kept, keep] = useKeptChoice('vista-carrito', userId)
  return [viewOf(kept), (view) => keep(JSON.stringify(view))]
}
