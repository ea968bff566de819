/** Confirming a cart as an order: one short transaction, exactly once (R22). */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  type ChangedLine,
  changedLine,
  emptyCart,
  noLongerSold,
  type OrderNumbers,
  totalChanged,
} from '../../../contract/orders.ts'
import type { Caller } from '../../caller.ts'
import { type Db, isTwice } from '../../db/open.ts'
import type { CartKey, Tables } from '../../db/tables.ts'
import { conflict, Refusal } from '../../refusal.ts'
import { requireClient } from '../cart/cart.service.ts'
import { deleteOrderedLines, findOrderByKey, lockCartLines } from './orders.queries.ts'
import { changedSince, type PricedLine, priceLine, totalOf } from './orders.rules.ts'
import { numbersOf, type OrderEffects, placeOrders } from './place-order.service.ts'

export interface OrderRequest {
  clientId: number
  /** The address's id, PICKUP or NO_ADDRESS. */
  addressId: number
  note: string
  /** 1, 2, 4 or OWN_CONDITION. */
  condition: number
  /** What the screen showed, in cents; undefined skips the comparison. */
  shownTotal: number | undefined
  idempotencyKey: string | null
}

/**
 * Makes an order of the caller's cart for a client. The same key always answers the same order, also when
 * two requests run at once; a refused attempt leaves no key behind.
 * Errors: 400 wrong address or condition, 403 staff without a client, 409 empty cart, articles no longer
 * sold, or a total that is not what the screen showed (with the lines in `details`).
 */
export async function createOrder(
  db: Db,
  effects: OrderEffects,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderNumbers> {
  requireClient(caller, request.clientId)
  try {
    return await db.tx(async (t, publish) => {
      const order = await orderCart(t, effects, caller, request)
      publish('job')
      return order
    })
  } catch (error) {
    // Two requests with one key raced to different carts lines: the one that lost answers the winner's order.
    if (!isTwice(error) || request.idempotencyKey === null) throw error
    const made = await findOrderByKey(db.kysely, caller.userId, request.idempotencyKey)
    if (!made) throw error
    return numbersOf(made)
  }
}

async function orderCart(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderNumbers> {
  const cart: CartKey = { userId: caller.userId, clientId: request.clientId }
  const locked = await lockCartLines(t, cart)
  // Only inside the lock: a request with the same key may just have finished with these lines.
  if (request.idempotencyKey !== null) {
    const made = await findOrderByKey(t, caller.userId, request.idempotencyKey)
    if (made) return numbersOf(made)
  }
  const lines = locked.map(priceLine)
  checkLines(lines, request.shownTotal)
  const [order] = await placeOrders(t, effects, caller, 'web', [{ ...request, lines, imported: null }])
  if (!order) throw new Error('An order that was placed has no number')
  if (order instanceof Refusal) throw order
  await deleteOrderedLines(
    t,
    locked.map((line) => line.id),
  )
  return order
}

function checkLines(lines: readonly PricedLine[], shownTotal: number | undefined): void {
  if (lines.length === 0) throw conflict(emptyCart)
  const unsold = lines.filter((line) => !line.sold)
  if (unsold.length > 0) throw conflict(noLongerSold, onTheWire(unsold))
  if (shownTotal !== undefined && shownTotal !== totalOf(lines))
    throw conflict(totalChanged, onTheWire(changedSince(lines)))
}

const onTheWire = (lines: readonly PricedLine[]): readonly z.input<typeof changedLine>[] =>
  lines.map((line) => z.encode(changedLine, line satisfies ChangedLine))
