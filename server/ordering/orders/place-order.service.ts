/** Stores orders: the part that confirmed carts and imported orders share. Always inside a transaction. */

import type { Transaction } from 'kysely'
import { addressInWords } from '../../../contract/address-text.ts'
import { clientNotFound } from '../../../contract/clients.ts'
import { missingTo } from '../../../contract/order-amounts.ts'
import {
  addressRefused,
  NO_ADDRESS,
  notInStock,
  type OrderNumbers,
  OWN_CONDITION,
  PICKUP,
  SALE_CONDITIONS,
  saleLineOf,
} from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { finalOf } from '../../../contract/vat.ts'
import { auditAll } from '../../audit/audit.ts'
import { type Caller, isStaff, isSupervisor } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import type { Channel, Tables } from '../../db/tables.ts'
import { malformed, notFound, Refusal, wrongField } from '../../refusal.ts'
import { openGate } from './order-gate.service.ts'
import {
  type DeliveryAddress,
  findClientsForOrders,
  findUserForOrder,
  type ImportIdentity,
  listOwnAddresses,
  type NewOrder,
  writeOrders,
} from './orders.queries.ts'
import { type PricedLine, totalOf, vatLinesOf } from './orders.rules.ts'

export type { ImportIdentity } from './orders.queries.ts'
export type { PricedLine } from './orders.rules.ts'

export const PICKUP_TEXT = 'Retiro en el local'
export const totalTooLarge = 'El total del pedido es demasiado grande. Revise las cantidades'
export const conditionRefused = 'La condición de venta no es válida'

/** The effects of an order beyond its own tables. */
export interface OrderEffects {
  /** Whether the shop numbers orders itself: no ERP is configured (R26). */
  readonly numberedHere: boolean
  /** Puts the jobs that follow orders (mails, the ERP) into the outbox, inside their transaction. */
  afterOrders(t: Transaction<Tables>, orderIds: readonly number[]): Promise<unknown>
}

export const numbersOf = (row: { id: number; erp_number: number | null }): OrderNumbers => ({
  orderId: row.id,
  erpNumber: row.erp_number,
})

/** An order that was made. */
export interface PlacedOrder extends OrderNumbers {
  /** Why it is held (R390); null: it is not. */
  readonly held: string | null
}

/** An order as it is asked for; its lines are sold and priced. */
export interface OrderToPlace {
  clientId: number
  /** The address's id, PICKUP or NO_ADDRESS. */
  addressId: number
  note: string
  /** 1, 2, 4 or OWN_CONDITION. */
  condition: number
  lines: readonly PricedLine[]
  /** Ids of the cart lines that become the order and are deleted. */
  takenLines?: readonly number[]
  idempotencyKey: string | null
  /** Why a supervisor or admin sends it below its least amount (R363); undefined or '' for no reason. */
  ruleReason?: string | undefined
  /** Which order of an imported file it is; null where no file numbers it. */
  imported: ImportIdentity | null
}

/**
 * Writes orders of one channel with their lines and follow-up jobs, in a few statements for any number of orders.
 * Answers for each, in the order given, its numbers and whether it is held, or the refusal: 404 unknown client; that of the gate
 * (R317); 400 wrong address or condition, or a total that is too large; 409 more units than in stock, while stock binds. Orders
 * that are not refused are written. The caller publishes 'job' in the same transaction.
 */
export async function placeOrders(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  channel: Channel,
  orders: readonly OrderToPlace[],
): Promise<(PlacedOrder | Refusal)[]> {
  const clientIds = [...new Set(orders.map(({ clientId }) => clientId))]
  const placeOf = await placesOf(t, caller.userId, clientIds)
  const gate = await openGate(
    t,
    caller,
    clientIds.flatMap((clientId) => {
      const place = placeOf(clientId)
      return place ? [{ clientId, inUse: place.inUse, bound: place.bound, least: place.least }] : []
    }),
  )
  const decided = orders.map((order) => {
    const head = headOf(order, placeOf(order.clientId), caller)
    // Whoever may not order at all is told that, and not what else is wrong.
    if (head instanceof Refusal) {
      const closed = gate(order.clientId)
      return closed instanceof Refusal ? closed : head
    }
    const short = refuseShort(order.lines)
    const { total, ruleReason } = head
    const final = finalOf(vatLinesOf(order.lines), head.pricesWithVat)
    const asked = short ? undefined : { final, total, goesOver: ruleReason !== null }
    const verdict = gate(order.clientId, asked) ?? short
    if (verdict instanceof Refusal) return verdict
    return {
      head: { ...head, heldReason: verdict?.heldReason ?? null },
      lines: order.lines,
      takenLines: order.takenLines ?? [],
    }
  })
  const toWrite = decided.flatMap((order) => (order instanceof Refusal ? [] : [order]))
  if (toWrite.length === 0) return decided.filter((order) => order instanceof Refusal)
  const made = await writeOrders(t, toWrite, {
    createdBy: caller.userId,
    channel,
    numberedHere: effects.numberedHere,
  })
  await effects.afterOrders(
    t,
    made.map(({ id }) => id),
  )
  await auditRules(t, caller, toWrite, made)
  const numbers = made.map(numbersOf).values()
  return decided.map((order) =>
    order instanceof Refusal ? order : { ...(numbers.next().value as OrderNumbers), held: order.head.heldReason },
  )
}

/** Audits which orders were made below their least amount (R363) and which are held (R390), and why. */
async function auditRules(
  t: Transaction<Tables>,
  caller: Caller,
  orders: readonly { readonly head: NewOrder }[],
  made: readonly { readonly id: number }[],
): Promise<void> {
  const entries = made.flatMap(({ id }, at) => {
    const head = orders[at]?.head
    const entry = { userId: caller.userId, entity: 'order' as const, entityId: id }
    return [
      ...(head && head.ruleReason !== null
        ? [{ ...entry, action: 'over-rule', after: { total: head.total, rule_reason: head.ruleReason } }]
        : []),
      ...(head && head.heldReason !== null
        ? [{ ...entry, action: 'hold', after: { held_reason: head.heldReason } }]
        : []),
    ]
  })
  if (entries.length > 0) await auditAll(t, entries)
}

/** A refusal for want of stock: its text names the units in stock, which not everybody may read (R388). */
export class StockRefusal extends Refusal {
  /** @param codes The articles of which there are not enough. */
  constructor(
    message: string,
    readonly codes: readonly string[],
  ) {
    super('CONFLICT', message)
  }
}

/** The refusal of lines with more units than in stock, while a setting makes stock bind (R39); undefined for none. */
export function refuseShort(lines: readonly PricedLine[]): StockRefusal | undefined {
  const short = lines.flatMap(({ code, quantity, bindingStock }) =>
    bindingStock === null || quantity <= bindingStock ? [] : [{ code, quantity, stock: bindingStock }],
  )
  if (short.length === 0) return undefined
  return new StockRefusal(
    notInStock(short),
    short.map(({ code }) => code),
  )
}

/** The head of an order as it is stored, or its refusal. */
function headOf(order: OrderToPlace, place: OrderPlace | undefined, caller: Caller) {
  const { lines, condition, addressId, clientId, note, idempotencyKey, imported } = order
  if (!place) return notFound(clientNotFound)
  if (!mayChooseCondition(caller, condition)) return wrongField('condition', conditionRefused)
  const address = deliveryAddress(place.addresses, addressId)
  if (address === undefined) return wrongField('addressId', addressRefused)
  const saleCondition = condition === OWN_CONDITION ? place.saleCondition : condition
  const total = totalOf(lines)
  // A larger total loses cents, and nothing could read the order again.
  if (!Number.isSafeInteger(total)) return malformed(totalTooLarge)
  return {
    userId: caller.userId,
    clientId,
    businessName: place.businessName,
    saleCondition,
    askedCondition: condition,
    saleLine: saleLineOf(saleCondition),
    addressId,
    address,
    note,
    idempotencyKey,
    imported,
    total,
    pricesWithVat: place.pricesWithVat,
    lineCount: lines.length,
    ruleReason: isSupervisor(caller) && missingTo(place.least, total) > 0 ? order.ruleReason?.trim() || null : null,
    newUser: clientId === NO_CLIENT && !isStaff(caller),
  }
}

/** Whether a caller may choose a condition; anybody may leave it to the client's own. */
export const mayChooseCondition = (caller: Caller, condition: number): boolean =>
  condition === OWN_CONDITION || (isStaff(caller) && (SALE_CONDITIONS as readonly number[]).includes(condition))

/** The client of an order, or the user without one, with the addresses that it may go to. */
interface OrderPlace {
  businessName: string
  saleCondition: number
  addresses: readonly DeliveryAddress[]
  inUse: boolean
  /** Whether its account binds the client (R306, R389). */
  bound: boolean
  /** Cents that its orders come to at least (R361); null: no least. */
  least: number | null
  /** Whether prices hold the VAT now (R357). */
  pricesWithVat: boolean
}

/** Reads the clients of orders with their addresses (for NO_CLIENT the user's own), as a look-up by client id. */
export async function placesOf(t: Queryable, userId: number, ids: readonly number[]) {
  const clientIds = ids.filter((id) => id !== NO_CLIENT)
  const own = ids.includes(NO_CLIENT) ? await ownPlace(t, userId) : undefined
  const clients = clientIds.length > 0 ? await findClientsForOrders(t, clientIds) : []
  const places = new Map<number, OrderPlace>(
    clients.map((client) => [
      client.id,
      {
        businessName: client.business_name,
        saleCondition: client.sale_condition,
        addresses: client.addresses,
        inUse: client.active,
        bound: client.bound,
        least: client.least,
        pricesWithVat: client.pricesWithVat,
      },
    ]),
  )
  return (clientId: number): OrderPlace | undefined => (clientId === NO_CLIENT ? own : places.get(clientId))
}

async function ownPlace(t: Queryable, userId: number): Promise<OrderPlace> {
  const user = await findUserForOrder(t, userId)
  const businessName = user.business_name || `${user.first_name} ${user.last_name}`.trim()
  const addresses = await listOwnAddresses(t, userId)
  const { pricesWithVat, least } = user
  return { businessName, saleCondition: 1, addresses, inUse: true, bound: false, least, pricesWithVat }
}

/** The text of the delivery address; undefined for an id that is not among `addresses`. NO_ADDRESS is right only without any. */
function deliveryAddress(addresses: readonly DeliveryAddress[], addressId: number): string | undefined {
  if (addressId === PICKUP) return PICKUP_TEXT
  if (addressId === NO_ADDRESS && addresses.length === 0) return ''
  const chosen = addresses.find((address) => address.id === addressId)
  return chosen && addressInWords(chosen)
}
