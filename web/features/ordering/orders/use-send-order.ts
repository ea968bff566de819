import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { roles } from '../../../../contract/roles.ts'
import { navigate } from '../../../lib/navigation.ts'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { onPending, orderWaitsFor, watchOrder } from '../../../shop/book/cart-saves.ts'
import type { KeptOrder, OrderChoice } from '../../../shop/book/device-store.ts'
import { acceptChanges, confirmOrder, reopenOrder, sendWithReason } from '../../../shop/book/kept-orders.tsx'
// The code that sends comes with the screen: a browser never asks again for a module that failed to load once.
import '../../../shop/book/send-book.ts'
import { refreshCart, useCartBusy, useCartDetail, useCartOrders, useCartOwner } from '../../../shop/cart.ts'
import { dropOrderDraft, keepOrderDraft } from './order-draft.ts'

/**
 * Takes an order back to the cart, and its choices to the form. Answers whether a note for the next order had been typed since
 * the order was sent.
 */
function takeBack(order: KeptOrder, rows: readonly CartLine[]): boolean {
  const hasNextNote = keepOrderDraft(order.owner, order.choice)
  reopenOrder(order, rows)
  void refreshCart()
  return hasNextNote
}

/**
 * Sends the cart as one order (R22, R228). 'Enviar' keeps the order on the device under its idempotency key, and the device
 * retries under that key. This screen shows what became of it: its number, that it waits for the server, or what differs.
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
   * The order sent from this screen; else an order that needs a decision; else, while the cart is empty, the last order that
   * the device keeps, as after a reload.
   */
  const order =
    orders.find(({ key }) => key === sent?.key) ??
    orders.find(({ stopped }) => stopped) ??
    (isEmpty ? orders.at(-1) : undefined)
  const clicked = useRef(false)

  const { supervises } = roles[useUser().type]
  /** Whether it waits for the reason to send it below its least amount, which this user may give (R363). */
  const isToBeReasoned = supervises && order?.stopped?.isBelowLeast === true && !order.choice.ruleReason

  const isSentHere = order !== undefined && order.key === sent?.key
  const isOnItsWay = order !== undefined && !order.stopped && !order.numbers
  const rows = isSentHere ? sent.lines : cart.data
  // The screen stays for an order sent from it that the shop has put off. Any other order that waits is shown on its own page.
  const leavesPage = isOnItsWay && waitsFor !== undefined && !(isSentHere && waitsFor === 'shop')
  const sentKey = sent?.key
  useEffect(() => (sentKey === undefined ? undefined : watchOrder(sentKey)), [sentKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows count only as they are when the order ends.
  useEffect(() => {
    if (!order) return
    if (order.numbers || leavesPage) {
      dropOrderDraft(owner, order.choice)
      navigate(paths.orderConfirmed, { state: { order: order.key }, replace: true })
    } else if (order.stopped && order.stopped.changes.length === 0 && !isToBeReasoned) {
      // There is no change to accept: the cart and the form become what they were.
      setFailure(order.stopped.reason)
      showToast('failure', order.stopped.reason)
      clicked.current = false
      if (takeBack(order, rows ?? [])) setJoined((times) => times + 1)
    }
  }, [order, leavesPage, owner, isToBeReasoned])

  return {
    cart,
    /** The lines of the order in the form. While they are being sent they are in no cart. */
    lines: rows ?? [],
    /** The order between its sending and its answer. */
    order,
    busy: cartBusy || (order !== undefined && !order.stopped),
    /** The shop has put off the order, which is sent again by itself. */
    isPutOff: isOnItsWay && waitsFor === 'shop',
    /** Counts the orders taken back with a newer note: for each the form is mounted anew with the restored draft. */
    joined,
    /** Why the last order was refused; '' when none was. */
    failure,
    /** Sends the lines that the screen shows, with these choices. */
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
    isToBeReasoned,
    sendWithReason: (reason: string) => {
      if (!order) return
      setSent({ key: order.key, lines: cart.data ?? [] })
      sendWithReason(order, reason)
    },
    /** Takes a stopped order back to the cart, and shows why it was not sent where no change did. */
    dismiss: () => {
      clicked.current = false
      if (isToBeReasoned) setFailure(order?.stopped?.reason ?? '')
      if (order && takeBack(order, rows ?? [])) setJoined((times) => times + 1)
    },
  }
}
