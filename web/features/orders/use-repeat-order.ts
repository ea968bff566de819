import { useState } from 'react'
import { countCart } from '../../../contract/cart.ts'
import { type OrderRow, repeatOrder } from '../../../contract/orders.ts'
import { call, messageOf } from '../../lib/api.ts'
import { useRefreshCart } from '../../lib/cart.ts'
import { navigate } from '../../lib/navigation.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'

/** Repeating an order for oneself: counts the cart, asks before it deletes, fills it, and goes there (spec 1 section 4). */
export function useRepeatOrder() {
  const user = useUser()
  const refreshCart = useRefreshCart()
  const [asking, setAsking] = useState<OrderRow | null>(null)
  const [busy, setBusy] = useState(false)
  const clientOf = (order: OrderRow) => (user.type === 'cliente' ? user.clientId : order.clientId)

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
  const repeat = async (order: OrderRow, clearCart: boolean) => {
    const clientId = clientOf(order)
    const repeated = await call(repeatOrder, { params: { id: order.id }, body: { clientId, clearCart } })
    setAsking(null)
    await refreshCart()
    showToast('success', 'Pedido repetido en el carrito')
    navigate(paths.cart, { search: { id: clientId }, state: { repeated } })
  }
  return {
    asking: asking !== null,
    busy,
    start: (order: OrderRow) =>
      guarded(async () => {
        const count = await call(countCart, { query: { userId: user.id, clientId: clientOf(order) } })
        if (count > 0) setAsking(order)
        else await repeat(order, false)
      }),
    confirm: () =>
      guarded(async () => {
        if (asking) await repeat(asking, true)
      }),
    cancel: () => setAsking(null),
  }
}
