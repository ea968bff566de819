/** Orders between 'Enviar' and their number (R22, R225, R228): kept on the device first, then sent by send-book.ts. */

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CartLine } from '../../../contract/cart.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { ApiError } from '../../lib/api.ts'
import { newKey } from '../../lib/random-key.ts'
import { useUser } from '../../lib/session.ts'
import { lineUnit } from '../cart-amounts.ts'
import { clientQuery, knownName } from '../clients.ts'
import { keptOrders, nextStamp, onPending, orderWaitsFor, sendBook, showBook, storedCart } from './cart-saves.ts'
import {
  type CartOwner,
  dropLine,
  dropOrder,
  type KeptOrder,
  keepLine,
  keepOrder,
  keptLine,
  keptOf,
  type OrderChoice,
  type OrderedLine,
  ownersOf,
} from './device-store.ts'
import { linesAsAccepted } from './order-changes.ts'
import type { WaitsFor } from './waiting-words.ts'

/** A user's orders of all carts, the oldest first; the same array until one changes. */
let shown: readonly KeptOrder[] = []
function ordersOf(userId: number): readonly KeptOrder[] {
  const current = ownersOf(userId)
    .flatMap(keptOrders)
    .filter(({ reopened }) => !reopened)
    .sort((a, b) => a.at - b.at)
  if (current.length !== shown.length || current.some((order, at) => order !== shown[at])) shown = current
  return shown
}

/** The orders of the signed-in user that have no number on the screen yet. */
export function useKeptOrders(): readonly KeptOrder[] {
  const { id } = useUser()
  return useSyncExternalStore(onPending, () => ordersOf(id))
}

/**
 * What orders of these carts wait for: the signal, if one of them waits for it; else the shop, else an earlier order. Undefined
 * while all are being sent.
 */
export function useOrderWaitsFor(owners: readonly CartOwner[]): WaitsFor | undefined {
  return useSyncExternalStore(onPending, () => {
    const reasons = owners.map(orderWaitsFor)
    return (['signal', 'shop', 'order'] as const).find((reason) => reasons.includes(reason))
  })
}

/**
 * For staff: the name of the client whose lines or orders wait, and whether that client is gone: it belongs to another seller
 * now, or does not exist any more.
 * @param kept The name as the device has it.
 */
export function useClientOfKept({ clientId }: CartOwner, kept: string | undefined) {
  const isStaff = roles[useUser().type].isStaff && clientId !== NO_CLIENT
  const { data: client, error } = useQuery({ ...clientQuery(clientId), enabled: isStaff })
  const isGone = client === null || (error instanceof ApiError && [403, 404].includes(error.status))
  const name = client?.businessName ?? kept ?? (isGone ? `el cliente ${clientId}` : undefined)
  return { name: isStaff ? name : undefined, isGone: isStaff && isGone }
}

/** Whose order it is, for staff. */
export function OrderFor({ order: { owner, clientName } }: { order: KeptOrder }) {
  const { name } = useClientOfKept(owner, clientName)
  return name ? ` para ${name}` : null
}

/** Equal for two orders of the same articles, quantities, prices and notes. */
const signatureOf = (lines: readonly OrderedLine[]): string =>
  lines
    .map(({ articleId, quantity, note, unitPrice }) => `${articleId}:${quantity}:${unitPrice}:${note}`)
    .sort()
    .join('|')

/**
 * Confirms the cart as the screen shows it: from here on its lines belong to an order that is kept on the device and
 * sent as soon as the server can be reached.
 * @param rows The lines that are shown; lines that were removed on the device go with them.
 * @returns the order's idempotency key
 */
export function confirmOrder(owner: CartOwner, choice: OrderChoice, rows: readonly CartLine[]): string {
  const { lines: typed, orders } = keptOf(owner)
  const takenLines = typed.filter(({ refusal }) => !refusal)
  const typedOf = new Map(takenLines.map((line) => [line.articleId, line]))
  const removed = takenLines.filter(({ quantity }) => quantity === 0)
  const lines: OrderedLine[] = [
    ...rows.map((row) => ({
      articleId: row.articleId,
      code: row.code,
      description: row.description,
      quantity: row.quantity,
      note: row.note,
      unitPrice: lineUnit(row),
      vatRate: row.vatRate,
      typed: typedOf.get(row.articleId),
    })),
    ...removed.map((line) => ({
      articleId: line.articleId,
      code: line.code,
      description: '',
      quantity: 0,
      note: '',
      unitPrice: 0,
      typed: line,
    })),
  ]
  const stored = storedCart(owner)?.map(({ articleId, quantity }) => ({ articleId, quantity }))
  // A row that only the cart with detail has is older than the cart without: the screen knew it all the same.
  const isStored = new Set(stored?.map(({ articleId }) => articleId))
  const olderRows = rows.flatMap(({ id, articleId, quantity }) =>
    id > 0 && !isStored.has(articleId) && !typedOf.has(articleId) ? [{ articleId, quantity }] : [],
  )
  const maybeStored = takenLines.flatMap(({ articleId, known }) => known.map((quantity) => ({ articleId, quantity })))
  const reopened = orders.filter((order) => order.reopened && !order.numbers)
  const takenBack = reopened.find((order) => signatureOf(order.lines) === signatureOf(lines)) ?? reopened.at(-1)
  const order: KeptOrder = {
    // An order that was taken back may have been made all the same. The same idempotency key finds it, also when its lines
    // have changed.
    key: takenBack?.key ?? newKey(),
    ...(takenBack?.again && { again: true }),
    owner,
    choice,
    lines,
    known: stored ? [...stored, ...olderRows, ...maybeStored] : null,
    clientName: knownName(owner.clientId),
    at: Math.max(Date.now(), ...orders.map(({ at }) => at + 1)),
  }
  // The order is written first: if the page ends here, its lines are in the order or in the cart, never in neither.
  keepOrder(order)
  for (const other of orders) if (other.reopened && other.key !== order.key) dropOrder(other)
  for (const { articleId } of lines) if (typedOf.has(articleId)) dropLine(owner, articleId)
  showBook(owner)
  void sendBook(owner)
  return order.key
}

/** Whether an order still needs a decision: another tab may have taken it, and the order may be made. */
const isUndecided = ({ owner, key }: KeptOrder): boolean =>
  keptOf(owner).orders.some((order) => order.key === key && order.stopped)

/** Sends a stopped order again, with what somebody decided about it. */
function sendAgain({ stopped: _, ...order }: KeptOrder, decided: Partial<KeptOrder>): void {
  if (isUndecided(order)) keepOrder({ ...order, ...decided })
  showBook(order.owner)
  void sendBook(order.owner)
}

/** Sends an order with the changes that stopped it: at today's prices, without what is not sold any more. */
export function acceptChanges(order: KeptOrder): void {
  if (order.stopped) sendAgain(order, linesAsAccepted(order, order.stopped.changes))
}

/** Sends an order that is below its least amount, with the reason for it (R363). */
export const sendWithReason = (order: KeptOrder, ruleReason: string): void =>
  sendAgain(order, { choice: { ...order.choice, ruleReason } })

/**
 * Returns an order to the cart. Lines that only the device had wait there again. Where the order may have been made all the
 * same, the server's cart may be empty: then all of its lines wait there.
 * @param rows The rows that the screen shows for its lines.
 */
export function reopenOrder(order: KeptOrder, rows: readonly CartLine[] = []): void {
  const { owner } = order
  if (!isUndecided(order)) {
    showBook(owner)
    return
  }
  // The lines are written first: as long as the order is kept they count as its lines, and are hidden in the cart.
  const articles = new Map(rows.map((row) => [row.articleId, row]))
  const mayBeMade = order.stopped?.isOpen === true
  for (const { articleId, code, quantity, note, typed } of order.lines) {
    if (keptLine(owner, articleId)) continue
    if (typed) keepLine(owner, mayBeMade ? { ...typed, known: [...typed.known, 0] } : typed)
    else if (mayBeMade)
      keepLine(owner, {
        articleId,
        code,
        quantity,
        note,
        article: articles.get(articleId),
        confirmed: true,
        known: [quantity, 0],
        stamp: nextStamp(),
      })
  }
  const lines = order.lines.map(({ typed: _, ...line }) => line)
  const again = order.again || mayBeMade
  keepOrder({ ...order, stopped: undefined, reopened: true, ...(again && { again }), lines })
  showBook(owner)
  void sendBook(owner)
}

/** Discards an order that can't be sent any more; lines typed after it are sent on. */
export function discardOrder(order: KeptOrder): void {
  dropOrder(order)
  showBook(order.owner)
  void sendBook(order.owner)
}

/** Forgets an order whose number was read. */
export function forgetOrder(order: KeptOrder): void {
  dropOrder(order)
  showBook(order.owner)
}
