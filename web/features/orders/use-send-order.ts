import { useEffect, useRef, useState } from 'react'
import { deleteCartLine, getCart } from '../../../contract/cart.ts'
import { type ChangedLine, createOrder } from '../../../contract/orders.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { navigate } from '../../lib/navigation.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { refreshCart, useCartBusy, useCartDetail, useCartOwner } from '../../shop/cart.ts'
import { totalOf } from '../../shop/cart-amounts.ts'
import { type Attempt, beginAttempt, cartSignature, endAttempt, pendingAttempt } from './attempt.ts'
import { dropOrderDraft } from './order-draft.ts'
import { changedLinesOf, outdateOrders } from './orders.api.ts'

/** After this long a try is given up and told, in milliseconds; the next one carries the same key. */
const LIMIT = 20_000
/** The same for the question whether the order was made after all. */
const CHECK_LIMIT = 8_000
const safeToRepeat = 'Puede presionar Enviar otra vez: el pedido no se duplica.'

/** What the form chose. `addressId`: the address id, 0 pickup, −1 none available. `condition`: −1 the client's own. */
export interface OrderChoice {
  addressId: number
  condition: number
  note: string
}

/** A change that stopped the order, and what the screen had shown for it, in cents (null: it was not shown). */
export type Change = ChangedLine & { shownUnit: number | null }

/**
 * Sends the cart as an order, once: a second click is ignored, a repeated attempt carries the same key, and an
 * attempt whose answer was lost with the page is finished when the screen opens again (R22).
 */
export function useSendOrder(unitOf: (line: { listPrice: number; discount: number }) => number) {
  const { userId, clientId } = useCartOwner()
  const cart = useCartDetail()
  const cartBusy = useCartBusy()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState('')
  const [changes, setChanges] = useState<readonly Change[]>([])

  const run = async (work: () => Promise<void>) => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const post = async ({ key, query }: Attempt) => {
    const numbers = await call(createOrder, {
      query,
      // The cart as the server has it, with the total that was shown.
      body: {},
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(LIMIT),
    })
    setSent(true)
    dropOrderDraft(userId, clientId)
    navigate(paths.orderConfirmed, { state: { confirmed: { ...numbers, clientId } }, replace: true })
    await Promise.all([refreshCart(), outdateOrders()])
  }
  const sendLines = async (choice: OrderChoice, lines: NonNullable<typeof cart.data>) => {
    const query = { clientId, ...choice, shownTotal: totalOf(lines) }
    setFailure('')
    try {
      await post(beginAttempt(userId, clientId, cartSignature(lines), query))
      setChanges([])
    } catch (error) {
      const changed = changedLinesOf(error)
      const shown = new Map(lines.map((line) => [line.articleId, unitOf(line)]))
      setChanges(changed.map((line) => ({ ...line, shownUnit: shown.get(line.articleId) ?? null })))
      if (changed.length > 0) return
      tell(error)
      if (await wasMade()) await finishPending()
    }
  }
  /** At once, and on the page until the next try. */
  const tell = (error: unknown) => {
    const unknown = error instanceof ApiError && error.status === 0
    setFailure(unknown ? `${messageOf(error)}. ${safeToRepeat}` : messageOf(error))
    showToast('failure', messageOf(error))
  }
  /** Whether the order was made and only its answer lost: then the cart is empty now. Asked once, and not offline. */
  const wasMade = async (): Promise<boolean> => {
    if (!navigator.onLine) return false
    const query = { userId, clientId }
    const lines = await call(getCart, { query, signal: AbortSignal.timeout(CHECK_LIMIT) }).catch(() => null)
    if (lines === null) return false
    await refreshCart()
    return lines.length === 0
  }
  /** Sends the pending attempt again, to get its answer; false when there is none or the server refuses it. */
  const finishPending = async (): Promise<boolean> => {
    const pending = pendingAttempt(userId, clientId)
    if (!pending) return false
    try {
      await post(pending)
      return true
    } catch (error) {
      // Without an answer nothing is known yet: the key must live on.
      if (!(error instanceof ApiError && error.status === 0)) endAttempt(userId, clientId)
      return false
    }
  }
  /** Sends what the screen shows. */
  const send = (choice: OrderChoice) =>
    run(async () => {
      if (cart.data && !cartBusy) await sendLines(choice, cart.data)
    })
  /** Takes the changes as they are: lines no longer sold leave the cart, the rest is sent at today's prices. */
  const accept = (choice: OrderChoice) =>
    run(async () => {
      try {
        const gone = new Set(changes.filter(({ sold }) => !sold).map(({ articleId }) => articleId))
        for (const { id, articleId } of cart.data ?? [])
          if (gone.has(articleId)) await call(deleteCartLine, { params: { id } })
        await refreshCart()
        const { data = [] } = await cart.refetch()
        setChanges([])
        if (data.length > 0) await sendLines(choice, data)
      } catch (error) {
        tell(error)
      }
    })

  const isEmpty = cart.data?.length === 0
  const [resuming, setResuming] = useState(() => pendingAttempt(userId, clientId) !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the cart turns out to be empty.
  useEffect(() => {
    if (cart.data === undefined || !resuming || sending.current) return
    const lost = isEmpty ? pendingAttempt(userId, clientId) : null
    if (!lost) return setResuming(false)
    void run(() =>
      post(lost).catch(() => {
        endAttempt(userId, clientId)
        setResuming(false)
      }),
    )
  }, [isEmpty, cart.data === undefined])

  return {
    cart,
    busy: busy || cartBusy || sent,
    resuming: resuming && isEmpty,
    changes,
    /** Why the last try did not succeed; '' for none. */
    failure,
    send,
    accept,
    dismissChanges: () => {
      setChanges([])
      void refreshCart()
    },
  }
}
