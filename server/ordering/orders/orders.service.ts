/** Reads orders for callers who may see them (R100). */
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import type { OrderDetail, OrderRow } from '../../../contract/orders.ts'
import { NO_CLIENT, PAGE_SIZE } from '../../../contract/rules.ts'
import { vatOf } from '../../../contract/vat.ts'
import { type Caller, isStaff, isSupervisor, reachesClient, type SellersReach, scopeOf } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import { forbidden, notFound } from '../../refusal.ts'
import { makerFor } from './change-order.service.ts'
import { mayLetGo } from './held-orders.service.ts'
import { findOrderRow, listCopies } from './order-detail.queries.ts'
import { findOrderOwner, listOrders } from './orders.queries.ts'

/** The most words of a search that count. */
const MOST_WORDS = 8

/** Who made an order, as far as it decides who is told: the buyer of a client that did, and whether another prepared it. */
interface Made {
  wasSent: boolean
  buyerId: number | null
}

/**
 * An order as the caller may see it: only staff sees its channel and its sale terms (R235). A client is told who made it where
 * that was another buyer, or where one prepared it and another confirmed it (R372).
 */
function shownTo(caller: Caller, { wasSent, buyerId, ...order }: OrderRow & Made): OrderRow {
  if (isStaff(caller)) return order
  const { madeBy, channel: _channel, saleLine: _line, saleCondition: _condition, ...row } = order
  const isOfAnother = buyerId !== null && buyerId !== caller.userId
  return wasSent || isOfAnother ? { ...row, madeBy } : row
}

/** A page of the caller's orders, on demand with those of a seller's clients, or of a client that staff names; the last first. */
export async function myOrders(
  db: Queryable,
  caller: Caller,
  {
    page,
    clientId,
    text,
    fulfilmentState,
    held,
    ofClients = false,
  }: {
    page: number
    clientId?: number | undefined
    text: string
    fulfilmentState?: FulfilmentState | undefined
    held?: boolean | undefined
    ofClients?: boolean | undefined
  },
): Promise<OrderRow[]> {
  const words = foldText(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
  const own = caller.clientId === NO_CLIENT ? {} : { clientId: caller.clientId }
  const named = isStaff(caller) && clientId !== undefined && clientId !== NO_CLIENT
  const seller = ofClients && isStaff(caller) ? scopeOf(caller) : undefined
  const filter = {
    ...(named ? { clientId } : { userId: caller.userId, ...own, ...(seller && { sellerId: seller }) }),
    words,
    fulfilmentState,
    held,
  }
  const rows = await listOrders(db, filter, PAGE_SIZE, page * PAGE_SIZE)
  return rows.map((row) => shownTo(caller, row))
}

/** One order with the addresses of its copies. Call `requireOrder` first. @throws Refusal 404 for no such order */
export async function orderDetail(db: Queryable, caller: Caller, orderId: number): Promise<OrderDetail> {
  const row = await findOrderRow(db, orderId)
  if (!row) throw notFound()
  const { vatLines, pricesWithVat, ruleReason, cancelableUntil, ...more } = row
  const { version, changedAt, changedBy, changedByBuyer, ...order } = more
  const vat = pricesWithVat === null ? null : vatOf(vatLines, pricesWithVat)
  return {
    ...shownTo(caller, order),
    copyTo: await listCopies(db, orderId),
    ...(vat && pricesWithVat !== null && { vat, pricesWithVat }),
    ...(ruleReason !== null && isStaff(caller) && { ruleReason }),
    ...(cancelableUntil !== null && !caller.preparesOnly && { cancelableUntil }),
    ...(changedAt !== null && {
      ...{ version, changedAt, changedBy: makerFor(caller, { by: changedBy, byBuyer: changedByBuyer }) },
    }),
    ...(order.held !== null && (await mayLetGo(db, caller)) && { mayLetGo: true }),
    ...(order.held !== null && !caller.preparesOnly && { mayCancelHeld: true }),
  }
}

/** Refuses an order that the caller may not see. @throws Refusal 404 for no such order, 403 for somebody else's */
export const requireOrder = (db: Queryable, caller: Caller, orderId: number, reach: SellersReach): Promise<void> =>
  requireReach(db, caller, orderId, { reach, isOwnEnough: true })

/**
 * Refuses an order whose client the caller may not order for: one's own order of a client that another seller has by now is still seen, and
 * not changed any more (R331, R383). @throws Refusal as `requireOrder`
 */
export const requireOrderToChange = (
  db: Queryable,
  caller: Caller,
  orderId: number,
  reach: SellersReach,
): Promise<void> => requireReach(db, caller, orderId, { reach, isOwnEnough: false })

async function requireReach(
  db: Queryable,
  caller: Caller,
  orderId: number,
  { reach, isOwnEnough }: { reach: SellersReach; isOwnEnough: boolean },
): Promise<void> {
  const owner = await findOrderOwner(db, orderId)
  if (!owner) throw notFound()
  if (isSupervisor(caller)) return
  if (owner.userId === caller.userId && (isOwnEnough || owner.clientId === NO_CLIENT)) return
  // An order without an ERP client is seen by its own user and by supervisors only.
  if (owner.clientId === NO_CLIENT || !(await reachesClient(caller, owner.clientId, reach))) throw forbidden()
}
