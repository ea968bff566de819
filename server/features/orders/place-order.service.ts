/** Writing an order down: what a confirmed cart and an imported order share. Always inside a transaction. */
import type { Transaction } from 'kysely'
import {
  addressRefused,
  NO_ADDRESS,
  type OrderNumbers,
  OWN_CONDITION,
  PICKUP,
  SALE_CONDITIONS,
  saleLineOf,
} from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import type { Channel, Tables } from '../../db/tables.ts'
import { type Caller, isStaff } from '../../http/access.ts'
import { malformed, notFound } from '../../http/errors.ts'
import type { CartKey } from '../cart/cart.service.ts'
import {
  findClientForOrder,
  findUserForOrder,
  type ImportIdentity,
  insertOrder,
  insertOrderLines,
  listDeliveryAddresses,
} from './orders.queries.ts'
import { type PricedLine, totalOf } from './orders.rules.ts'

export type { ImportIdentity } from './orders.queries.ts'
export { type PricedLine, priceLine } from './orders.rules.ts'

export const PICKUP_TEXT = 'Retiro en el local'
export const totalTooLarge = 'El total del pedido es demasiado grande. Revise las cantidades'
export const conditionRefused = 'La condición de venta no es válida'

/** What creating an order reaches beyond its own tables. */
export interface OrderEffects {
  /** Whether the shop numbers orders itself: no ERP is configured (READINGS 26). */
  readonly numberedHere: boolean
  /** Puts what follows an order (mails, the ERP) into the outbox, inside the order's transaction. */
  afterOrder(t: Transaction<Tables>, orderId: number): Promise<unknown>
}

export const numbersOf = (row: { id: number; erp_number: number | null }): OrderNumbers => ({
  orderId: row.id,
  erpNumber: row.erp_number,
})

/** An order as it is asked for; its lines are sold and priced. */
export interface OrderToPlace {
  clientId: number
  /** The address's id, PICKUP or NO_ADDRESS. */
  addressId: number
  note: string
  /** 1, 2, 4 or OWN_CONDITION. */
  condition: number
  lines: readonly PricedLine[]
  channel: Channel
  idempotencyKey: string | null
  /** Which order of which file it is; null for others. */
  imported: ImportIdentity | null
}

/**
 * Writes an order with its lines and what follows from it; the caller publishes 'job' in the same
 * transaction. Errors: 400 wrong address or condition or a total out of all bounds, 404 unknown client.
 */
export async function placeOrder(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  { lines, condition, addressId, clientId, ...rest }: OrderToPlace,
): Promise<OrderNumbers> {
  const cart: CartKey = { userId: caller.userId, clientId }
  const terms = await clientTerms(t, caller, clientId, condition)
  const address = await deliveryAddress(t, cart, addressId)
  const total = totalOf(lines)
  // Beyond, cents would be lost and nothing could read the order again.
  if (!Number.isSafeInteger(total)) throw malformed(totalTooLarge)
  const head = { ...cart, ...terms, ...address, ...rest, total, lineCount: lines.length }
  const order = await insertOrder(t, { ...head, createdBy: caller.userId }, effects.numberedHere)
  await insertOrderLines(t, order.id, lines, { createdBy: caller.userId, channel: rest.channel })
  await effects.afterOrder(t, order.id)
  return numbersOf(order)
}

/** Whether a caller may choose a condition; anybody may leave it to the client's own. */
export const mayChooseCondition = (caller: Caller, condition: number): boolean =>
  condition === OWN_CONDITION ||
  (isStaff(caller) && (SALE_CONDITIONS as readonly number[]).includes(condition))

/** Name and sale condition the order is made under. */
async function clientTerms(t: Queryable, caller: Caller, clientId: number, condition: number) {
  if (!mayChooseCondition(caller, condition))
    throw malformed(conditionRefused, [{ field: 'cond', message: conditionRefused }])
  const asked = condition === OWN_CONDITION ? undefined : condition
  const client = clientId === NO_CLIENT ? undefined : await findClientForOrder(t, clientId)
  if (clientId !== NO_CLIENT && !client) throw notFound('No se encontro el cliente')
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
