import { useState } from 'react'
import { type CartLine, deleteCart, getCart } from '../../../contract/cart.ts'
import { type OrderRow, repeatOrder } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { call, messageOf } from '../../lib/api.ts'
import { navigate } from '../../lib/navigation.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { refreshCart } from '../../shop/cart.ts'
import { saveLine } from '../../shop/cart-saves.ts'
import { keepRepeatedAddress } from './order-draft.ts'

interface Repetition {
  readonly orderId: number
  /** Where the order went; the new one begins with it. */
  readonly addressId: number
  /** Whose cart is filled. */
  readonly clientId: number
}

/**
 * Repeating an order, for oneself or for another client: counts the target's cart, asks before it deletes, fills it,
 * and goes there (R104).
 */
export function useRepeatOrder() {
  const user = useUser()
  const [asking, setAsking] = useState<(Repetition & { readonly cart: readonly CartLine[] }) | null>(null)
  const [busy, setBusy] = useState(false)

  const guarded = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast('failure', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const repeat = async ({ orderId, addressId, clientId }: Repetition, clearCart: boolean) => {
    const repeated = await call(repeatOrder, { params: { id: orderId }, body: { clientId, clearCart } })
    setAsking(null)
    keepRepeatedAddress(user.id, clientId, addressId)
    await refreshCart()
    const lost = clearCart && asking ? asking.cart : []
    if (lost.length === 0) showToast('success', 'Pedido repetido en el carrito')
    else
      showToast('success', `Pedido repetido; se borraron ${lost.length} renglones del carrito`, {
        label: 'Deshacer',
        run: () => void guarded(() => restore(clientId, lost)),
      })
    const id = clientId === NO_CLIENT ? undefined : clientId
    navigate(paths.cart, { search: { id }, state: { repeated } })
  }
  /** The cart as it was before the order was repeated into it (R34). */
  const restore = async (clientId: number, lines: readonly CartLine[]) => {
    await call(deleteCart, { params: { userId: user.id, clientId } })
    await refreshCart()
    for (const { articleId, code, quantity, note } of lines)
      saveLine({ userId: user.id, clientId }, { articleId, code, quantity, note }, true)
  }
  return {
    /** The cart that is in the way; null while nothing is asked. */
    asking: asking?.cart ?? null,
    busy,
    /** For the order's own client, or the one that is given. */
    start: (order: OrderRow, otherClient?: number) =>
      guarded(async () => {
        const ownClient = user.type === 'cliente' ? user.clientId : order.clientId
        const repetition = {
          orderId: order.id,
          addressId: order.addressId,
          clientId: otherClient ?? ownClient,
        }
        const cart = await call(getCart, { query: { userId: user.id, clientId: repetition.clientId } })
        if (cart.length > 0) setAsking({ ...repetition, cart })
        else await repeat(repetition, false)
      }),
    /** Adds to the cart, or clears it first. */
    confirm: (clearCart: boolean) =>
      guarded(async () => {
        if (asking) await repeat(asking, clearCart)
      }),
    cancel: () => setAsking(null),
  }
}
