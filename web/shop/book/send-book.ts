/**
 * Sends what the device keeps for a cart (R228): first the order that was confirmed, then the lines that were typed
 * since, all in one call. One tab at a time sends, and it reads what is kept when its turn comes. Loaded lazily.
 */

import * as z from 'zod/mini'
import type { SimpleCartLine } from '../../../contract/cart.ts'
import { type LinesAnswer, saveCartLines } from '../../../contract/cart-lines.ts'
import { texts } from '../../../contract/errors.ts'
import { belowLeast } from '../../../contract/order-amounts.ts'
import { changedLine, createOrder, getOrderLines, type OrderNumbers, orderNumbers } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { ApiError, call, isPutOff, isShopTrouble, isWithoutAnswer, messageOf } from '../../lib/api.ts'
import { storedUser } from '../../lib/stored-user.ts'
import { refreshCart } from '../cart-queries.ts'
import { knownName } from '../clients.ts'
import {
  type CartOwner,
  dropLine,
  type KeptLine,
  type KeptOrder,
  keepLine,
  keepOrder,
  keptLine,
  keptOf,
  type OrderedLine,
  type StoredLine,
} from './device-store.ts'
import { showMade } from './made-order.ts'
import { amountOf, linesLeft } from './order-changes.ts'
import type { Failure } from './waiting-words.ts'

/** Time limits of a call, in milliseconds. After that nobody knows whether the server stored it. */
const LINES_LIMIT = 15_000
const ORDER_LIMIT = 20_000
/** The most lines of one call. */
const AT_ONCE = 500

/** A change and the line as the server stored it; null when the line was removed. */
export interface Stored {
  readonly asked: KeptLine
  readonly line: SimpleCartLine | null
  /** The line was to be removed, and had left the cart before: another device ordered it or took it out (R422). */
  readonly hadLeft?: boolean
}

/** Told of what the server has stored in one go. */
export type OnStored = (owner: CartOwner, stored: readonly Stored[]) => void

export interface Sending {
  /** What is kept has changed. */
  readonly onChange: () => void
  readonly onStored: OnStored
  /** Whether a screen waits for this order's answer. */
  readonly isWatched: (key: string) => boolean
  /** The stamp of a new typing. */
  readonly nextStamp: () => string
}

/** Sends what is kept. Answers null when nothing is left that could go, else why it did not. */
export function send(owner: CartOwner, sending: Sending): Promise<Failure | null> {
  const inTurn = () => sendInOrder(owner, sending)
  // On plain http a browser has no locks; two tabs there may send the same line twice, which changes nothing.
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(`carrito:${owner.userId}:${owner.clientId}`, inTurn) : inTurn()
}

const ENDED: Failure = { of: 'shop', reason: 'La sesión terminó', wait: 0 }

/** The reason on the screen that sent the order, when the shop failed to answer it (R230). */
const NOT_TAKEN = 'La tienda no pudo recibirlo. El pedido sigue en el carrito: intente nuevamente en unos minutos'

const failureOf = (error: unknown): Failure => ({
  of: isWithoutAnswer(error) ? 'signal' : 'shop',
  reason: messageOf(error),
  wait: error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0,
})

/**
 * Whether its user has signed out. Answers are not shown then, and what waits is sealed already: it is sent again when they
 * are back, an order under its idempotency key, a line with the same quantity (R229).
 */
const isGone = (owner: CartOwner): boolean => storedUser()?.id !== owner.userId

async function sendInOrder(owner: CartOwner, sending: Sending): Promise<Failure | null> {
  const { onChange, onStored, isWatched } = sending
  for (;;) {
    // With another user's session the lines would land in the wrong cart.
    if (isGone(owner)) return ENDED
    const { orders, lines } = keptOf(owner)
    // The name is kept now, while the server still tells it.
    const clientName = knownName(owner.clientId)
    if (clientName) for (const line of lines) if (!line.clientName) amend(owner, line, { clientName })
    const order = orders.find(({ numbers, reopened }) => !numbers && !reopened)
    const batch = lines.filter(({ refusal }) => !refusal).slice(0, AT_ONCE)
    if (order?.stopped || (!order && batch.length === 0)) return null
    try {
      if (order) await sendOrder(order, sending)
      else {
        const stored = await sendLines(owner, batch)
        if (stored.length > 0) onStored(owner, stored)
      }
    } catch (error) {
      if (isGone(owner)) return ENDED
      // An order that a screen shows is stopped, and its user sends it again; others are retried without asking.
      const isShownFailure = order && isShopTrouble(error) && !isPutOff(error) && isWatched(order.key)
      // A section that the shop has closed opens again by itself: its lines wait. An order goes back to its form.
      if (!order && isClosed(error)) return failureOf(error)
      if (!isFinal(error) && !isShownFailure) return failureOf(error)
      const user = storedUser()
      // The cliente's client became another one: everything has moved to that cart (R22).
      if (user && !roles[user.type].isStaff && user.clientId !== owner.clientId) return null
      if (isShownFailure) keepOrder({ ...order, stopped: { reason: NOT_TAKEN, changes: [], isOpen: true } })
      else if (order) stopOrder(order, error)
      else for (const line of batch) amend(owner, line, { refusal: { asking: false, reason: messageOf(error) } })
    }
    onChange()
  }
}

/** Whether the section that the call belongs to is closed for now (R19). */
const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.message === texts.pageClosed

/** Whether the server said no, and would again until something changes. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

async function sendOrder(order: KeptOrder, sending: Sending): Promise<void> {
  const { owner, choice, lines, known, key } = order
  const made = await call(createOrder, {
    query: { clientId: owner.clientId, ...choice, shownTotal: amountOf(lines) },
    body: {
      lines: lines.map((line) => ({ ...line, ask: isToAsk(line) })),
      ...(known && { known: [...known] }),
    },
    headers: { 'idempotency-key': key },
    signal: AbortSignal.timeout(ORDER_LIMIT),
  }).then(
    (numbers) => ({ numbers, held: lines, stood: false }),
    async (error: unknown) => {
      const numbers = standing(error)
      if (!numbers) throw error
      const held = await call(getOrderLines, {
        params: { id: numbers.orderId },
        signal: AbortSignal.timeout(ORDER_LIMIT),
      })
      return { numbers, held, stood: true }
    },
  )
  if (isGone(owner)) return
  const { numbers, held, stood } = made
  // The lines come first: if the page ends here, the order is sent again, and sets the same lines again.
  if (stood || order.again) leaveInCart(order, held, sending)
  keepOrder({ ...order, numbers, ...(stood && { stood }) })
  await showMade(order)
}

/** The numbers of the order that this key had made with other contents (R22); undefined for any other error. */
function standing(error: unknown): OrderNumbers | undefined {
  if (!(error instanceof ApiError && error.status === 409)) return undefined
  const [detail] = error.details
  const numbers = z.safeDecode(orderNumbers, detail as never)
  return numbers.success ? numbers.data : undefined
}

/**
 * Sets the cart to what an earlier order under this key did not include: its lines had been returned to the cart before it
 * was sent again. Lines typed after that stay as they are.
 */
function leaveInCart(
  { owner, lines }: KeptOrder,
  held: readonly { readonly articleId: number; readonly quantity: number }[],
  { nextStamp }: Sending,
): void {
  const taken = new Set(lines.map(({ typed }) => typed?.stamp))
  for (const { line, quantity } of linesLeft(lines, held)) {
    const { articleId, code, note, typed } = line
    const now = keptLine(owner, articleId)
    if (now && !taken.has(now.stamp)) continue
    const article = now?.article ?? typed?.article
    const known = [line.quantity, 0]
    keepLine(owner, {
      articleId,
      code,
      quantity,
      note,
      article,
      known,
      stamp: nextStamp(),
      confirmed: true,
      ordered: true,
    })
  }
}

/**
 * Whether the server shall question the line's quantity (R34): the line was typed, and not stored before its order was
 * confirmed, so nobody has questioned it yet.
 */
const isToAsk = ({ typed }: OrderedLine): boolean => typed !== undefined && !typed.confirmed

function stopOrder(order: KeptOrder, error: unknown): void {
  const details = error instanceof ApiError ? error.details : []
  const changes = details.flatMap((detail) => {
    const line = z.safeDecode(changedLine, detail as never)
    return line.success ? [line.data] : []
  })
  const isBelowLeast = z.safeDecode(belowLeast, details[0] as never).success
  keepOrder({ ...order, stopped: { reason: messageOf(error), changes, ...(isBelowLeast && { isBelowLeast }) } })
}

async function sendLines(owner: CartOwner, batch: readonly StoredLine[]): Promise<Stored[]> {
  // The server may store these quantities from now on, even if its answer is lost.
  for (const line of batch) amend(owner, line, { known: [...new Set([...line.known, line.quantity])] })
  const answer = await call(saveCartLines, {
    body: {
      clientId: owner.clientId,
      lines: batch.map(({ articleId, quantity, note, confirmed, known }, row) => ({
        row,
        articleId,
        quantity,
        ask: !confirmed,
        ...(isToBeThere(known) && { wasInCart: true }),
        ...(note !== undefined && { note }),
      })),
    },
    signal: AbortSignal.timeout(LINES_LIMIT),
  })
  if (isGone(owner)) return []
  const stored = batch.flatMap((asked, row) => settle(owner, asked, row, answer))
  // Another device has changed the cart: what the screen shows of it is old.
  if (answer.notices.some(({ gone }) => gone) || stored.some(({ hadLeft }) => hadLeft)) void refreshCart()
  return stored
}

/**
 * Whether the server's cart must have the line unless another device took it out. What this device itself may have taken out, and what
 * somebody decided to add again, has a zero among the known quantities.
 */
const isToBeThere = (known: readonly number[]): boolean => known.length > 0 && !known.includes(0)

/** Takes the server's answer for one line; a line that changed during the sending is sent again. */
function settle(owner: CartOwner, asked: StoredLine, row: number, answer: LinesAnswer): Stored[] {
  const { articleId } = asked
  const storedLine = answer.lines.find((line) => line.row === row)
  if (!storedLine) {
    // A row that was rounded and is asked about carries both notices: what left it out is told (R34).
    const ofRow = answer.notices.filter((notice) => notice.row === row)
    const { asking = false, gone, reason = texts.internal } = ofRow.find(({ dropped }) => dropped) ?? ofRow[0] ?? {}
    amend(owner, asked, { refusal: { asking, gone, reason } })
    return []
  }
  const now = keptLine(owner, articleId)
  if (now?.stamp === asked.stamp) dropLine(owner, articleId)
  else if (now) keepLine(owner, { ...now, known: [storedLine.quantity] })
  const { quantity, note, inCart, lineId: id = 0 } = storedLine
  if (quantity === 0) return [{ asked, line: null, hadLeft: inCart === 0 && isToBeThere(asked.known) }]
  return [{ asked, line: { id, articleId, quantity, note } }]
}

/** Changes a kept line, unless it was typed anew since. */
function amend(owner: CartOwner, { articleId, stamp }: StoredLine, change: Partial<StoredLine>): void {
  const now = keptLine(owner, articleId)
  if (now?.stamp === stamp) keepLine(owner, { ...now, ...change })
}
