import { useState } from 'react'
import { type CartLine, deleteCart, getCart } from '../../../contract/cart.ts'
import type { RepeatedLine } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { createSavedList, listSavedLists } from '../../../contract/saved-lists.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { navigate } from '../../lib/navigation.ts'
import { outdate } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { discardLines, pendingLines, saveLine, sendBook } from '../book/cart-saves.ts'
import { cartShown } from '../book/cart-shown.ts'
import type { CartOwner } from '../book/device-store.ts'
import { noteLinesSet, refreshCart } from '../cart.ts'
import { asideName, whyNotAside } from '../saved-lists/put-aside.ts'
import { type FilledBy, fillWords } from './fill-words.ts'

const clearedInWords = (count: number) => (count === 1 ? 'se borró 1 renglón' : `se borraron ${count} renglones`)

/** Keeps the lines as the server has set them, although changes of the same articles wait on the device. */
async function noteFilled(owner: CartOwner, filled: readonly RepeatedLine[]): Promise<void> {
  const codes = new Set(filled.map(({ code }) => code))
  if (![...pendingLines(owner).values()].some(({ code }) => codes.has(code))) return
  const cart = await call(getCart, { query: owner })
  await noteLinesSet(
    owner,
    cart.filter(({ code }) => codes.has(code)),
  )
}

/** Lines from before that fill a cart: an order's, a saved list's, those of a cart put aside. */
export interface Filling {
  readonly by: FilledBy
  /** Whose cart is filled. */
  readonly clientId: number
  /** Fills it at the server, on request emptied before; answers what became of each line. */
  readonly fill: (clearCart: boolean) => Promise<readonly RepeatedLine[]>
  readonly onFilled?: () => void
}

interface Asking extends Filling {
  /** What is in the cart already, and whether it may be put aside. */
  readonly cart: readonly CartLine[]
  readonly mayBeAside: boolean
}

/** What becomes of the lines that are in the cart already. */
export type Before = 'stays' | 'goes' | 'aside'

/**
 * Filling a cart with lines from before: looks into the target's cart, asks before it deletes, fills it, and goes there
 * (R104, R369).
 */
export function useFillCart() {
  const user = useUser()
  const [asking, setAsking] = useState<Asking | null>(null)
  /** Sets the cart back to what it was before it was filled (R34). */
  const restore = useAction(async ({ clientId, cart }: { clientId: number; cart: readonly CartLine[] }) => {
    await call(deleteCart, { params: { userId: user.id, clientId } })
    await refreshCart()
    for (const { articleId, code, quantity, note } of cart)
      saveLine({ userId: user.id, clientId }, { articleId, code, quantity, note }, true)
  })
  const fill = async (filling: Filling, cart: readonly CartLine[], before: Before) => {
    const { by, clientId } = filling
    const owner = { userId: user.id, clientId }
    if (before === 'aside') {
      await call(createSavedList, { body: { clientId, name: asideName(), shared: false } })
      void outdate(listSavedLists)
    }
    const filled = await filling.fill(before === 'goes')
    // Lines that wait on the device would be sent after the cart was filled, and undo it.
    if (before === 'goes') discardLines(owner)
    else await noteFilled(owner, filled)
    setAsking(null)
    filling.onFilled?.()
    await refreshCart()
    const { done } = fillWords[by]
    if (before !== 'goes') showToast('success', `${done} en el carrito`)
    else
      showToast('success', `${done}; ${clearedInWords(cart.length)} del carrito`, {
        label: 'Deshacer',
        run: () => void restore.run({ clientId, cart }),
      })
    const id = clientId === NO_CLIENT ? undefined : clientId
    navigate(paths.cart, { search: { id }, state: { repeated: filled, filledBy: by } })
  }
  const begin = useAction(async (filling: Filling) => {
    const owner = { userId: user.id, clientId: filling.clientId }
    await sendBook(owner)
    const stored = await call(getCart, { query: owner })
    const cart = cartShown(stored, pendingLines(owner), owner.clientId)
    if (cart.length > 0) setAsking({ ...filling, cart, mayBeAside: whyNotAside(owner) === '' })
    else await fill(filling, cart, 'stays')
  })
  const answer = useAction(async (before: Before) => {
    if (asking) await fill(asking, asking.cart, before)
  })
  return {
    /** The cart that is in the way, and what it would be filled with; null while nothing is asked. */
    asking,
    busy: begin.busy || answer.busy,
    start: (filling: Filling) => void begin.run(filling),
    confirm: (before: Before) => void answer.run(before),
    cancel: () => setAsking(null),
  }
}
