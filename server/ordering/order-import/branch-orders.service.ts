/** Makes the orders of a client's branches: in one transaction, all or none, exactly once (R379). */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  BRANCH_MAX_CELLS,
  branchesStand,
  branchGone,
  branchProblems,
  type MadeBranchOrder,
  type makeBranchOrders,
  noneMade,
  type RefusedBranch,
  refusedBranch,
} from '../../../contract/branch-orders.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { OWN_CONDITION } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict, malformed, Refusal } from '../../refusal.ts'
import { requireClient } from '../lines/lines.service.ts'
import { askQuantity } from '../lines/unusual.rules.ts'
import { unusualOfMany } from '../lines/unusual.service.ts'
import { closedGate } from '../orders/order-gate.service.ts'
import { isSameOrder, type PricedLine, totalOf } from '../orders/orders.rules.ts'
import { type OrderEffects, placeOrders } from '../orders/place-order.service.ts'
import { findArticlesToOrder } from '../orders/shown-lines.queries.ts'
import { differencesOf, linesAsShown, whatIsTooLarge, withQuestions } from '../orders/shown-lines.rules.ts'
import { findMadeByKey, listLinesOf } from './branch-orders.queries.ts'
import { branchTexts } from './branch-review.service.ts'
import { lockNames } from './order-import.queries.ts'

export interface BranchRequest extends Omit<BodyOf<typeof makeBranchOrders>, 'clientId'> {
  readonly clientId: number
}
type AskedOrder = BranchRequest['orders'][number]

/**
 * Makes an order for each branch with the lines that the screen showed, and answers them in the order of the request. The same key
 * with the same request answers the same orders.
 * @throws Refusal 409 with `refusedBranch` of each order that may not be made, and then none is; 409 for a key that made others;
 * 403 of the gate (R317), whatever else is wrong; 400 for an address that is not the client's, or that is named twice
 */
export async function makeOrdersOfBranches(
  db: Db,
  effects: OrderEffects,
  caller: Caller,
  request: BranchRequest,
  key: string | null,
): Promise<MadeBranchOrder[]> {
  requireClient(caller, request.clientId)
  if (request.clientId === NO_CLIENT) throw conflict(branchTexts.noClient)
  if (new Set(request.orders.map(({ addressId }) => addressId)).size < request.orders.length) throw malformed()
  if (request.orders.reduce((sum, { lines }) => sum + lines.length, 0) > BRANCH_MAX_CELLS)
    throw new Refusal('TOO_LARGE', branchTexts.tooMany)
  return db.tx(async (t, publish) => {
    // A second sending of the key waits here, and then finds the orders of the first one.
    if (key !== null) await lockNames(t, [`clave ${caller.userId} ${key}`])
    const made = key === null ? [] : await madeBefore(t, caller, request, key)
    if (made.length > 0) return made
    const orders = await placeAll(t, effects, caller, request, key)
    publish('job')
    return orders
  })
}

/** The orders that the key has made; none where it has made none. @throws Refusal 409 where they are of another request */
async function madeBefore(
  t: Transaction<Tables>,
  caller: Caller,
  { clientId, note, orders }: BranchRequest,
  key: string,
): Promise<MadeBranchOrder[]> {
  const made = await findMadeByKey(t, caller.userId, key)
  if (made.length === 0) return []
  const lines = await listLinesOf(
    t,
    made.map(({ id }) => id),
  )
  const found = orders.flatMap(({ addressId, lines: shown }) => {
    const order = made.find((stored) => stored.addressId === addressId)
    if (!order) return []
    const asked = { clientId, addressId, note, condition: OWN_CONDITION, shown: { lines: shown } }
    const stored = lines.filter(({ orderId }) => orderId === order.id)
    return isSameOrder(asked, { ...order, hasMoved: false }, stored) ? [order] : []
  })
  if (found.length < orders.length || found.length < made.length)
    throw conflict(branchesStand(made.map(({ id }) => id)))
  return found.map(({ id, addressId, erpNumber, lineCount, total, held }) => ({
    ...{ addressId, orderId: id, erpNumber, lineCount, total, held },
  }))
}

async function placeAll(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  { clientId, note, orders }: BranchRequest,
  key: string | null,
): Promise<MadeBranchOrder[]> {
  // Who may not order at all hears that, and nothing of single orders.
  const closed = await closedGate(t, caller, clientId)
  if (closed) throw closed
  const planned = await planOrders(t, caller, clientId, orders)
  const toPlace = planned.filter(({ problem }) => problem === '')
  const answers = await placeOrders(
    t,
    effects,
    caller,
    'import',
    toPlace.map(({ order: { addressId, ruleReason }, lines }) => ({
      ...{ clientId, addressId, note, ruleReason, lines, condition: OWN_CONDITION, imported: null },
      idempotencyKey: key === null ? null : `${key} ${addressId}`,
    })),
  )
  const placed = new Map(toPlace.map((plan, at) => [plan, answers[at]]))
  const refused = planned.flatMap((plan): RefusedBranch[] => {
    const { order: asked, problem, changed } = plan
    const { addressId } = asked
    const order = placed.get(plan)
    const reason = problem || (order instanceof Refusal ? reasonOf(order) : '')
    return reason === '' ? [] : [{ addressId, reason, lines: changed }]
  })
  if (refused.length > 0)
    throw conflict(
      noneMade(refused.length),
      refused.map((branch) => z.encode(refusedBranch, branch)),
    )
  return planned.map((plan) => {
    const order = placed.get(plan)
    if (!order || order instanceof Refusal) throw new Error('An order that was placed has no number')
    const { lines } = plan
    return { addressId: plan.order.addressId, ...order, lineCount: lines.length, total: totalOf(lines) }
  })
}

const reasonOf = ({ code, details, message }: Refusal): string =>
  code === 'MALFORMED' && details !== undefined ? branchGone : message

/** The lines of each order at today's prices, with what differs from what the screen showed. */
async function planOrders(t: Transaction<Tables>, caller: Caller, clientId: number, orders: readonly AskedOrder[]) {
  const ids = [...new Set(orders.flatMap(({ lines }) => lines.map(({ articleId }) => articleId)))]
  const articles = new Map((await findArticlesToOrder(t, clientId, ids)).map((line) => [line.articleId, line]))
  const read = orders.map((order) => {
    const lines = linesAsShown({ lines: order.lines, known: null }, articles)
    if (!lines || lines.length === 0) throw malformed()
    return { order, lines }
  })
  const cart = { userId: caller.userId, clientId }
  const asking = (order: AskedOrder, lines: readonly PricedLine[]) => {
    const asked = new Set(order.lines.flatMap(({ articleId, ask }) => (ask ? [articleId] : [])))
    return lines.filter((line) => line.sold && asked.has(line.articleId))
  }
  const unusual = await unusualOfMany(
    t,
    read.map(({ order, lines }) => ({ cart, lines: asking(order, lines) })),
  )
  return read.map(({ order, lines }, at) => {
    const { unsold, repriced } = differencesOf(lines, { lines: order.lines, known: null }, new Map())
    const questions = new Map(
      lines.flatMap(({ articleId, quantity }) => {
        const why = unusual[at]?.get(articleId)?.why
        return why === undefined ? [] : [[articleId, askQuantity(quantity, '', why)] as const]
      }),
    )
    const changed = withQuestions([...unsold, ...repriced], lines, questions)
    const problem =
      unsold.length > 0
        ? branchProblems.unsold
        : repriced.length > 0
          ? branchProblems.repriced
          : changed.length > 0
            ? branchProblems.asked
            : (whatIsTooLarge(lines) ?? '')
    return { order, lines, changed, problem }
  })
}
