/** Orders between 'Enviar' and their number (R22, R225, R228): kept on the device first, then sent by send-book.ts. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CartLine } from '../../../contract/cart.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { ApiError } from '../../lib/api.ts'
import { newKey } from '../../lib/random-key.ts'
import { useUser } from '../../lib/session.ts'
import { lineUnit } from '../cart-amounts.ts'
import { keptOrders, onPending, sendBook, showBook, storedCart } from '../cart-saves.ts'
import { clientQuery, knownName } from '../clients.ts'
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
} from '../device-store.ts'
import { linesAsAccepted } from './order-changes.ts'

/** A user's orders of all carts, the oldest first; the same array until one changes. */
let shown: readonly KeptOrder[] = []
function ordersOf(userId: number): readonly KeptOrder[] {
  const now = ownersOf(userId)
    .flatMap(keptOrders)
    .filter(({ reopened }) => !reopened)
    .sort((a, b) => a.at - b.at)
  if (now.length !== shown.length || now.some((order, at) => order !== shown[at])) shown = now
  return shown
}

/** The orders of the signed-in user that have no number on the screen yet. */
export function useKeptOrders(): readonly KeptOrder[] {
  const { id } = useUser()
  return useSyncExternalStore(onPending, () => ordersOf(id))
}

/**
 * For staff: the name of the client that something waits for, and whether that client is gone: somebody else's by now, or
 * nobody's.
 * @param kept The name as the device has it.
 */
export function useClientOfKept({ clientId }: CartOwner, kept: string | undefined) {
  const isStaff = useUser().type !== 'cliente' && clientId !== NO_CLIENT
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

/** What makes one order the same as another. */
const signatureOf = (lines: readonly OrderedLine[]): string =>
  lines
    .map(({ articleId, quantity, note, unitPrice }) => `${articleId}:${quantity}:${unitPrice}:${note}`)
    .sort()
    .join('|')

/**
 * Confirms the cart as the screen shows it: from here on its lines belong to an order that is kept on the device and
 * sent as soon as the server can be reached. Answers its key.
 * @param rows The lines that are shown; what was taken out on the device goes with them.
 */
export function confirmOrder(owner: CartOwner, choice: OrderChoice, rows: readonly CartLine[]): string {
  const { lines: typed, orders } = keptOf(owner)
  const going = typed.filter(({ refusal }) => !refusal)
  const typedOf = new Map(going.map((line) => [line.articleId, line]))
  const removed = going.filter(({ quantity }) => quantity === 0)
  const lines: OrderedLine[] = [
    ...rows.map((row) => ({
      ...{ articleId: row.articleId, code: row.code, description: row.description },
      ...{ quantity: row.quantity, note: row.note, unitPrice: lineUnit(row) },
      typed: typedOf.get(row.articleId),
    })),
    ...removed.map((line) => ({
      ...{ articleId: line.articleId, code: line.code, description: '' },
      ...{ quantity: 0, note: '', unitPrice: 0, typed: line },
    })),
  ]
  const stored = (storedCart(owner) ?? []).map(({ articleId, quantity }) => ({ articleId, quantity }))
  const maybe = going.flatMap(({ articleId, known }) => known.map((quantity) => ({ articleId, quantity })))
  const same = orders.find(
    (order) => order.reopened && signatureOf(order.lines) === signatureOf(lines) && !order.numbers,
  )
  const order: KeptOrder = {
    // What was taken back may have been made all the same; under its own key it is the same order.
    key: same?.key ?? newKey(),
    ...{ owner, choice, lines, known: [...stored, ...maybe] },
    clientName: knownName(owner.clientId),
    at: Math.max(Date.now(), ...orders.map(({ at }) => at + 1)),
  }
  // The order first: wherever this ends, its lines are in one of the two.
  keepOrder(order)
  for (const other of orders) if (other.reopened && other.key !== order.key) dropOrder(other)
  for (const { articleId } of lines) if (typedOf.has(articleId)) dropLine(owner, articleId)
  showBook(owner)
  void sendBook(owner)
  return order.key
}

/** Whether it still needs the decision: in another tab it may have been taken, and the order be made since. */
const isOpen = ({ owner, key }: KeptOrder): boolean =>
  keptOf(owner).orders.some((order) => order.key === key && order.stopped)

/** Sends an order with the changes that stopped it: at today's prices, without what is not sold any more. */
export function acceptChanges({ stopped, ...order }: KeptOrder): void {
  if (!stopped) return
  if (!isOpen(order)) {
    showBook(order.owner)
    return
  }
  const { lines, known } = linesAsAccepted(order, stopped.changes)
  keepOrder({ ...order, lines, known })
  showBook(order.owner)
  void sendBook(order.owner)
}

/** Takes an order back to the cart: what only the device knew of its lines waits there again. */
export function reopenOrder(order: KeptOrder): void {
  const { owner } = order
  if (!isOpen(order)) {
    showBook(owner)
    return
  }
  // The lines first: until the order lets go of them they count as its own.
  for (const { articleId, typed } of order.lines)
    if (typed && !keptLine(owner, articleId)) keepLine(owner, typed)
  const lines = order.lines.map(({ typed: _, ...line }) => line)
  keepOrder({ ...order, stopped: undefined, reopened: true, lines })
  showBook(owner)
  void sendBook(owner)
}

/** Gives up an order that can't be sent any more; what was typed after it goes on by itself. */
export function discardOrder(order: KeptOrder): void {
  dropOrder(order)
  showBook(order.owner)
  void sendBook(order.owner)
}

/** The number of an order was read. */
export function forgetOrder(order: KeptOrder): void {
  dropOrder(order)
  showBook(order.owner)
}
