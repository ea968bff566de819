import { useState } from 'react'
import { type CartLine, deleteCart, getCart } from '../../../contract/cart.ts'
import { type OrderRow, type RepeatedLine, repeatOrder } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { navigate } from '../../lib/navigation.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { discardLines, pendingLines, saveLine, sendBook } from '../book/cart-saves.ts'
import { cartShown } from '../book/cart-shown.ts'
import type { CartOwner } from '../book/device-store.ts'
import { noteLinesSet, refreshCart } from '../cart.ts'
import { keepRepeatedAddress } from './repeated-address.ts'

const clearedInWords = (count: number) => (count === 1 ? 'se borró 1 renglón' : `se borraron ${count} renglones`)

/** Keeps the lines as the repeated order has set them, although changes of the same articles wait on the device. */
async function noteRepeated(owner: CartOwner, repeated: readonly RepeatedLine[]): Promise<void> {
  const codes = new Set(repeated.map(({ code }) => code))
  if (![...pendingLines(owner).values()].some(({ code }) => codes.has(code))) return
  const cart = await call(getCart, { query: owner })
  await noteLinesSet(
    owner,
    cart.filter(({ code }) => codes.has(code)),
  )
}

interface Repetition {
  readonly orderId: number
  /** Where the order went; the new one begins with it. */
  readonly addressId: number
  /** Whose cart is filled. */
  readonly clientId: number
  /** Only what was ordered and will not come. */
  readonly onlyMissing: boolean
}

/**
 * Repeating an order, for oneself or for another client: counts the target's cart, asks before it deletes, fills it,
 * and goes there (R104).
 */
export function useRepeatOrder() {
  const user = useUser()
  const [asking, setAsking] = useState<(Repetition & { readonly cart: readonly CartLine[] }) | null>(null)
  /** Sets the cart back to what it was before the order was repeated into it (R34). */
  const restore = useAction(async ({ clientId, cart }: { clientId: number; cart: readonly CartLine[] }) => {
    await call(deleteCart, { params: { userId: user.id, clientId } })
    await refreshCart()
    for (const { articleId, code, quantity, note } of cart)
      saveLine({ userId: user.id, clientId }, { articleId, code, quantity, note }, true)
  })
  const repeat = async (
    { orderId, addressId, clientId, onlyMissing }: Repetition,
    cleared: readonly CartLine[] | null,
  ) => {
    const body = { clientId, clearCart: cleared !== null, onlyMissing }
    const repeated = await call(repeatOrder, { params: { id: orderId }, body })
    // Lines that wait on the device would be sent after the repeated order, and undo it.
    const owner = { userId: user.id, clientId }
    if (cleared !== null) discardLines(owner)
    else await noteRepeated(owner, repeated)
    setAsking(null)
    keepRepeatedAddress(user.id, clientId, addressId)
    await refreshCart()
    if (cleared === null) showToast('success', 'Pedido repetido en el carrito')
    else
      showToast('success', `Pedido repetido; ${clearedInWords(cleared.length)} del carrito`, {
        label: 'Deshacer',
        run: () => void restore.run({ clientId, cart: cleared }),
      })
    const id = clientId === NO_CLIENT ? undefined : clientId
    navigate(paths.cart, { search: { id }, state: { repeated } })
  }
  const begin = useAction(async (repetition: Repetition) => {
    const owner = { userId: user.id, clientId: repetition.clientId }
    await sendBook(owner)
    const stored = await call(getCart, { query: owner })
    const cart = cartShown(stored, pendingLines(owner), owner.clientId)
    if (cart.length > 0) setAsking({ ...repetition, cart })
    else await repeat(repetition, null)
  })
  const answer = useAction(async (clearCart: boolean) => {
    if (asking) await repeat(asking, clearCart ? asking.cart : null)
  })
  return {
    /** The cart that is in the way; null while nothing is asked. */
    asking: asking?.cart ?? null,
    busy: begin.busy || answer.busy,
    /** Repeats the order for its own client, or for the one that is given. */
    start: (
      { id, addressId, clientId }: OrderRow,
      { otherClient, onlyMissing = false }: { otherClient?: number; onlyMissing?: boolean } = {},
    ) => {
      const ownClient = roles[user.type].isStaff ? clientId : user.clientId
      void begin.run({ orderId: id, addressId, clientId: otherClient ?? ownClient, onlyMissing })
    },
    /** Adds to the cart, or clears it first. */
    confirm: (clearCart: boolean) => void answer.run(clearCart),
    cancel: () => setAsking(null),
  }
}
