/** Confirming a cart as an order: one short transaction, exactly once (READINGS 22). */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  addressRefused,
  type ChangedLine,
  changedLine,
  emptyCart,
  NO_ADDRESS,
  noLongerSold,
  type OrderNumbers,
  OWN_CONDITION,
  PICKUP,
  SALE_CONDITIONS,
  saleLineOf,
  totalChanged,
} from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type Db, errorCode, type Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, isStaff } from '../../http/access.ts'
import { conflict, HttpError, malformed } from '../../http/errors.ts'
import { type CartKey, requireClient } from '../cart/cart.service.ts'
import {
  deleteOrderedLines,
  findClientForOrder,
  findOrderByKey,
  findUserForOrder,
  insertOrder,
  insertOrderLines,
  listDeliveryAddresses,
  lockCartLines,
} from './orders.queries.ts'
import { changedSince, type PricedLine, priceLine, totalOf } from './orders.rules.ts'

const UNIQUE_VIOLATION = '23505'
export const PICKUP_TEXT = 'Retiro en el local'

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

/** What creating an order reaches beyond its own tables. */
export interface OrderEffects {
  /** Whether the shop numbers orders itself: no ERP is configured (READINGS 26). */
  readonly numberedHere: boolean
  /** Puts what follows an order (mails, the ERP) into the outbox, inside the order's transaction. */
  afterOrder(t: Transaction<Tables>, orderId: number): Promise<unknown>
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
    if (errorCode(error) !== UNIQUE_VIOLATION || request.idempotencyKey === null) throw error
    const made = await findOrderByKey(db.kysely, caller.userId, request.idempotencyKey)
    if (!made) throw error
    return numbersOf(made)
  }
}

const numbersOf = (row: { id: number; erp_number: number | null }): OrderNumbers => ({
  orderId: row.id,
  erpNumber: row.erp_number,
})

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
  const terms = await clientTerms(t, caller, request)
  const address = await deliveryAddress(t, cart, request.addressId)
  const order = await insertOrder(
    t,
    {
      ...cart,
      ...terms,
      ...address,
      note: request.note,
      total: totalOf(lines),
      lineCount: lines.length,
      channel: 'web',
      createdBy: caller.userId,
      idempotencyKey: request.idempotencyKey,
    },
    effects.numberedHere,
  )
  await insertOrderLines(t, order.id, lines, { createdBy: caller.userId, channel: 'web' })
  await deleteOrderedLines(
    t,
    locked.map((line) => line.id),
  )
  await effects.afterOrder(t, order.id)
  return numbersOf(order)
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

/** Name and sale condition the order is made under. */
async function clientTerms(t: Queryable, caller: Caller, { clientId, condition }: OrderRequest) {
  const asked = condition === OWN_CONDITION ? undefined : condition
  if (asked !== undefined && !(isStaff(caller) && (SALE_CONDITIONS as readonly number[]).includes(asked))) {
    throw malformed('La condición de venta no es válida', [
      { field: 'cond', message: 'La condición de venta no es válida' },
    ])
  }
  const client = clientId === NO_CLIENT ? undefined : await findClientForOrder(t, clientId)
  if (clientId !== NO_CLIENT && !client) throw new HttpError('NOT_FOUND', 'No se encontro el cliente')
  const saleCondition = asked ?? client?.sale_condition ?? 1
  return {
    businessName: client?.business_name ?? (await ownName(t, caller.userId)),
    saleCondition,
    saleLine: saleLineOf(saleCondition),
  }
}

async function ownName(t: Queryable, userId: number): Promise<string> {
  const user = await findUserForOrder(t, userId)
  return user.business_name || `${user.first_name} ${user.last_name}`.trim()
}

/** Where the order goes; NO_ADDRESS is right only for who has none. */
async function deliveryAddress(t: Queryable, cart: CartKey, addressId: number) {
  if (addressId === PICKUP) return { addressId, address: PICKUP_TEXT }
  const addresses = await listDeliveryAddresses(t, cart, cart.clientId !== NO_CLIENT)
  if (addressId === NO_ADDRESS && addresses.length === 0) return { addressId, address: '' }
  const chosen = addresses.find((address) => address.id === addressId)
  if (!chosen) throw malformed(addressRefused, [{ field: 'dir', message: addressRefused }])
  return { addressId, address: [chosen.street, chosen.locality].filter(Boolean).join(', ') }
}
