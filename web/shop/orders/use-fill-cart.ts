import { useRef, useState } from 'react'
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
  const codes = new Set(filled.map(({ code, substitute }) => substitute?.code ?? code))
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
  /** Fills it at the server, with `clearCart` after emptying it; answers what became of each line. */
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
 * Makes a change by which the server empties or fills a cart. Where it fails, another device may have taken the list, or the change
 * may stand because only its answer is lost: the screens fetch lists and cart again, as soon as there is a signal.
 */
async function changeCart<R>(change: () => Promise<R>): Promise<R> {
  try {
    return await change()
  } catch (error) {
    void refreshCart()
    void outdate(listSavedLists)
    throw error
  }
}

/** Puts a cart of the signed-in user aside under a name of its own (R369). */
async function putAside(clientId: number): Promise<void> {
  await call(createSavedList, { body: { clientId, name: asideName(), shared: false } })
  void outdate(listSavedLists)
}

/** Those of a cart's articles that were filled with another quantity: a line is set, not added to (R23). */
function replacedBy(filled: readonly RepeatedLine[], cart: readonly CartLine[]) {
  const set = new Map(filled.map(({ code, substitute, quantity }) => [substitute?.code ?? code, quantity]))
  return cart.flatMap(({ code, quantity }) => {
    const now = set.get(code) || quantity
    return now === quantity ? [] : [{ code, quantity, now }]
  })
}

/**
 * Fills a cart and goes there, where the screen tells what became of each line.
 * @param cart What is in it, where that stays
 */
export async function fillCartNow(
  owner: CartOwner,
  filling: Filling,
  before: Before = 'stays',
  cart: readonly CartLine[] = [],
): Promise<void> {
  const { by, clientId } = filling
  const filled = await changeCart(() => filling.fill(before === 'goes'))
  // Lines that wait on the device would be sent after the cart was filled, and undo it.
  if (before === 'goes') discardLines(owner)
  else await noteFilled(owner, filled)
  filling.onFilled?.()
  await refreshCart()
  const id = clientId === NO_CLIENT ? undefined : clientId
  const replaced = before === 'stays' ? replacedBy(filled, cart) : []
  navigate(paths.cart, { search: { id }, state: { repeated: filled, filledBy: by, replaced } })
}

/**
 * Filling a cart with lines from before: looks into the target's cart, asks before it deletes, fills it, and goes there
 * (R104, R369).
 */
export function useFillCart() {
  const user = useUser()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ownerOf = ({ clientId }: Filling): CartOwner => ({ userId: user.id, clientId })
  /** Sets the cart back to what it was before it was filled (R34). A cart that was taken up is put aside again. */
  const restore = useAction(async ({ cart, ...filling }: Filling & { readonly cart: readonly CartLine[] }) => {
    const owner = ownerOf(filling)
    await changeCart(async () => {
      if (filling.by === 'aside') await putAside(owner.clientId)
      else await call(deleteCart, { params: owner })
    })
    await refreshCart()
    for (const { articleId, code, quantity, note } of cart) saveLine(owner, { articleId, code, quantity, note }, true)
  })
  const fill = async (filling: Filling, cart: readonly CartLine[], before: Before) => {
    await fillCartNow(ownerOf(filling), filling, before, cart)
    setAsking(null)
    const { done } = fillWords[filling.by]
    if (before !== 'goes') showToast('success', `${done} en el carrito`)
    else
      showToast('success', `${done}; ${clearedInWords(cart.length)} del carrito`, {
        label: 'Deshacer',
        run: () => void restore.run({ ...filling, cart }),
      })
  }
  const begin = useAction(async (filling: Filling) => {
    const owner = ownerOf(filling)
    await sendBook(owner)
    const stored = await call(getCart, { query: owner })
    const cart = cartShown(stored, pendingLines(owner), owner.clientId)
    if (cart.length > 0) setAsking({ ...filling, cart, mayBeAside: whyNotAside(owner) === '' })
    else await fill(filling, cart, 'stays')
  })
  /** What the cart was put aside for: a press that is sent again while the shop is busy, or fails afterwards, does so once. */
  const putAsideFor = useRef<Asking>(null)
  const answer = useAction(
    async (before: Before) => {
      if (!asking) return
      if (before === 'aside' && putAsideFor.current !== asking) {
        await changeCart(() => putAside(asking.clientId))
        putAsideFor.current = asking
      }
      await fill(asking, asking.cart, before)
    },
    {
      onRefused: ({ message }) => {
        const isAside = asking !== null && putAsideFor.current === asking
        // Another device may have changed cart and list, or only the answer was lost: what the question says may be old.
        setAsking(null)
        showToast('failure', isAside ? `${message}. El carrito de antes quedó aparte, en «Mis listas»` : message)
      },
    },
  )
  return {
    /** The cart that is in the way, and what it would be filled with; null while nothing is asked. */
    asking,
    busy: begin.busy || answer.busy,
    start: (filling: Filling) => void begin.run(filling),
    confirm: (before: Before) => void answer.run(before),
    cancel: () => setAsking(null),
  }
}
