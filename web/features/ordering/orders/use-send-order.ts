import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { navigate } from '../../../lib/navigation.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { onPending, orderWaitsFor, watchOrder } from '../../../shop/book/cart-saves.ts'
import type { KeptOrder, OrderChoice } from '../../../shop/book/device-store.ts'
import { acceptChanges, confirmOrder, reopenOrder } from '../../../shop/book/kept-orders.tsx'
import { refreshCart, useCartBusy, useCartDetail, useCartOrders, useCartOwner } from '../../../shop/cart.ts'
import { dropOrderDraft, keepOrderDraft } from './order-draft.ts'

/** The order is the cart again, and what was chosen for it stands in the form. Answers whether more was typed there since. */
function takeBack(order: KeptOrder, rows: readonly CartLine[]): boolean {
  const joined = keepOrderDraft(order.owner, order.choice)
  reopenOrder(order, rows)
  void refreshCart()
  return joined
}

/**
 * Sends the cart as an order, once (R22, R228): 'Enviar' keeps it on the device under its key, and from there it is
 * sent, however often. This screen shows what became of it: its number, that it waits for the server, or what differs.
 */
export function useSendOrder() {
  const owner = useCartOwner()
  const cart = useCartDetail()
  const cartBusy = useCartBusy()
  const orders = useCartOrders().filter(({ reopened }) => !reopened)
  const waitsFor = useSyncExternalStore(onPending, () => orderWaitsFor(owner))
  const isEmpty = cart.data?.length === 0
  const [sent, setSent] = useState<{ readonly key: string; readonly lines: readonly CartLine[] }>()
  const [failure, setFailure] = useState('')
  const [joined, setJoined] = useState(0)
  /**
   * The one that was sent here; else one that needs a decision; else, with no other cart to be about, the one with which a
   * reload left this screen.
   */
  const order =
    orders.find(({ key }) => key === sent?.key) ??
    orders.find(({ stopped }) => stopped) ??
    (isEmpty ? orders.at(-1) : undefined)
  const clicked = useRef(false)

  const isHere = order !== undefined && order.key === sent?.key
  const isOnItsWay = order !== undefined && !order.stopped && !order.numbers
  const rows = isHere ? sent.lines : cart.data
  // What was sent here and the shop has put off is waited for here, what waits for the signal is not.
  const leaves = isOnItsWay && waitsFor !== undefined && !(isHere && waitsFor === 'shop')
  const sentKey = sent?.key
  useEffect(() => (sentKey === undefined ? undefined : watchOrder(sentKey)), [sentKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows as they are when it ends.
  useEffect(() => {
    if (!order) return
    if (order.numbers || leaves) {
      dropOrderDraft(owner, order.choice)
      navigate(paths.orderConfirmed, { state: { order: order.key }, replace: true })
    } else if (order.stopped && order.stopped.changes.length === 0) {
      // There is nothing to accept: the cart is as it was, and so is the form.
      setFailure(order.stopped.reason)
      showToast('failure', order.stopped.reason)
      clicked.current = false
      if (takeBack(order, rows ?? [])) setJoined((times) => times + 1)
    }
  }, [order, leaves, owner])

  return {
    cart,
    /** The lines that the form is about: while they are sent they are in no cart. */
    lines: rows ?? [],
    /** The order between its sending and its answer. */
    order,
    busy: cartBusy || (order !== undefined && !order.stopped),
    /** The shop has put off the order, which is sent again by itself. */
    isPutOff: isOnItsWay && waitsFor === 'shop',
    /** Another one each time that an order taken back has changed what the form began with. */
    joined,
    /** Why the last try did not succeed; '' for none. */
    failure,
    /** Sends what the screen shows. */
    send: (choice: OrderChoice) => {
      if (clicked.current || cartBusy || !cart.data) return
      clicked.current = true
      setFailure('')
      setSent({ key: confirmOrder(owner, choice, cart.data), lines: cart.data })
    },
    accept: () => {
      if (!order) return
      setSent({ key: order.key, lines: cart.data ?? [] })
      acceptChanges(order)
    },
    dismissChanges: () => {
      clicked.current = false
      if (order && takeBack(order, rows ?? [])) setJoined((times) => times + 1)
    },
  }
}
