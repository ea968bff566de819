import { useState } from 'react'
import { countCart } from '../../../contract/cart.ts'
import { type OrderRow, repeatOrder } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { call, messageOf } from '../../lib/api.ts'
import { useRefreshCart } from '../../lib/cart.ts'
import { navigate } from '../../lib/navigation.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'

interface Repetition {
  readonly orderId: number
  /** Whose cart is filled. */
  readonly clientId: number
}

/**
 * Repeating an order, for oneself or for another client: counts the target's cart, asks before it deletes, fills it,
 * and goes there (spec 1 section 4).
 */
export function useRepeatOrder() {
  const user = useUser()
  const refreshCart = useRefreshCart()
  const [asking, setAsking] = useState<Repetition | null>(null)
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
  const repeat = async ({ orderId, clientId }: Repetition, clearCart: boolean) => {
    const repeated = await call(repeatOrder, { params: { id: orderId }, body: { clientId, clearCart } })
    setAsking(null)
    await refreshCart()
    showToast('success', 'Pedido repetido en el carrito')
    const id = clientId === NO_CLIENT ? undefined : clientId
    navigate(paths.cart, { search: { id }, state: { repeated } })
  }
  return {
    asking: asking !== null,
    busy,
    /** For the order's own client, or the one that is given. */
    start: (order: OrderRow, otherClient?: number) =>
      guarded(async () => {
        const ownClient = user.type === 'cliente' ? user.clientId : order.clientId
        const repetition = { orderId: order.id, clientId: otherClient ?? ownClient }
        const count = await call(countCart, { query: { userId: user.id, clientId: repetition.clientId } })
        if (count > 0) setAsking(repetition)
        else await repeat(repetition, false)
      }),
    confirm: () =>
      guarded(async () => {
        if (asking) await repeat(asking, true)
      }),
    cancel: () => setAsking(null),
  }
}
