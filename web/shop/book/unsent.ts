/** Everything of a user that waits on this device, of all carts (R255). */
import { useSyncExternalStore } from 'react'
import { useUser } from '../../lib/session.ts'
import { keptOrders, onPending, type Pending, pendingLines, retryLines } from './cart-saves.ts'
import { type CartOwner, type KeptOrder, keptLine, ownersOf } from './device-store.ts'

/** What waits for one cart: orders that have no number, the oldest first, and lines that the server has not stored. */
export interface UnsentCart {
  readonly owner: CartOwner
  /** For staff: the client's name as the device keeps it. */
  readonly clientName: string | undefined
  readonly orders: readonly KeptOrder[]
  readonly lines: readonly Pending[]
}

function cartOf(owner: CartOwner): UnsentCart {
  const lines = [...pendingLines(owner).values()]
  const orders = keptOrders(owner).filter(({ numbers, reopened }) => !numbers && !reopened)
  const [line] = lines
  const clientName = orders[0]?.clientName ?? (line && keptLine(owner, line.articleId)?.clientName)
  return { owner, clientName, orders, lines }
}

/** What waits for a user, by cart; nobody else's. */
export const unsentCarts = (userId: number): UnsentCart[] =>
  ownersOf(userId)
    .map(cartOf)
    .filter(({ orders, lines }) => orders.length + lines.length > 0)

const isSame = (a: UnsentCart, b: UnsentCart | undefined): boolean =>
  b !== undefined &&
  a.owner.clientId === b.owner.clientId &&
  a.owner.userId === b.owner.userId &&
  a.clientName === b.clientName &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, at) => line === b.lines[at]) &&
  a.orders.length === b.orders.length &&
  a.orders.every((order, at) => order === b.orders[at])

/** The same array until something of it changes, as React asks for. */
let shown: readonly UnsentCart[] = []

/** What waits for the signed-in user, by cart. */
export function useUnsent(): readonly UnsentCart[] {
  const { id } = useUser()
  return useSyncExternalStore(onPending, () => {
    const now = unsentCarts(id)
    if (now.length !== shown.length || !now.every((cart, at) => isSame(cart, shown[at]))) shown = now
    return shown
  })
}

/** Sends everything again, also lines that were refused: what was in the way may be gone. */
export function retryUnsent(carts: readonly UnsentCart[]): void {
  for (const { owner } of carts) retryLines(owner)
}
