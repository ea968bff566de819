/** Rules of orders as the office writes them, and what they come to for whoever orders (R361). */
import type { FieldError } from '../../../contract/errors.ts'
import type { CartTerms } from '../../../contract/order-amounts.ts'
import { type OrderRuleBody, orderRuleTexts } from '../../../contract/order-rules.ts'
import type { OrderTerms } from '../../../contract/order-terms.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { BASE_LIST } from '../../../contract/price-lists.ts'
import { BASE_LIST_ID } from '../../../contract/price-terms.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { notFound, refuseProblems } from '../../refusal.ts'
import { findOpenOrder } from '../orders/change-order.queries.ts'
import { countWaiting } from '../saved-lists/saved-lists.queries.ts'
import * as queries from './order-rules.queries.ts'

/**
 * What the rules come to for a client, or for the caller without one, and the order that a cart can be added to (R385).
 * @throws Refusal 404 for no such client
 */
export async function orderTermsFor(db: Queryable, caller: Caller, clientId: number): Promise<CartTerms> {
  const terms = await rulesFor(db, caller, clientId)
  if (caller.preparesOnly || (clientId === NO_CLIENT && isStaff(caller))) return terms
  const open = await findOpenOrder(db, { userId: caller.userId, clientId })
  const { until } = open ?? {}
  return open && until ? { ...terms, openOrder: { ...open, until } } : terms
}

async function rulesFor(db: Queryable, caller: Caller, clientId: number): Promise<OrderTerms> {
  if (clientId === NO_CLIENT) return queries.findTermsOfUser(db, caller.userId)
  const terms = await queries.findTermsOfClient(db, clientId)
  if (!terms) throw notFound()
  if (isStaff(caller)) return terms
  if (caller.preparesOnly) return { ...terms, preparesOnly: true }
  const toConfirm = await countWaiting(db, clientId)
  return toConfirm > 0 ? { ...terms, toConfirm } : terms
}

/** All rules, the most general first. */
export const orderRules = async (db: Queryable) =>
  (await queries.listRules(db)).map((rule) =>
    rule.scope === 'list' && rule.targetId === BASE_LIST_ID ? { ...rule, target: BASE_LIST } : rule,
  )

/** The row of a rule that somebody sent, and the name of what it is for. @throws Refusal 400 with each wrong field */
async function readRule(t: Queryable, { scope, targetId, least, freeFrom, days }: OrderRuleBody, id: number | null) {
  const problems: FieldError[] = []
  const target = await nameOfTarget(t, scope, targetId)
  if (target === undefined) problems.push({ field: 'targetId', message: orderRuleTexts.target })
  else if (await queries.isTargetTaken(t, scope, targetId, id))
    problems.push({ field: 'targetId', message: orderRuleTexts.sameTarget })
  if (scope !== 'zone' && days.length > 0) problems.push({ field: 'days', message: orderRuleTexts.days })
  if (least === null && freeFrom === null && days.length === 0)
    problems.push({ field: 'least', message: orderRuleTexts.nothing })
  refuseProblems(problems)
  const row = {
    scope,
    target_id: targetId,
    least_amount: least,
    free_from: freeFrom,
    days: [...new Set(days)].sort((a, b) => a - b),
  }
  return { row, target }
}

/** What a rule is for, by name; '' for all clients, undefined where there is no such thing. */
async function nameOfTarget(t: Queryable, scope: OrderRuleBody['scope'], id: number | null) {
  if (scope === 'all' || id === null) return scope === 'all' && id === null ? '' : undefined
  if (scope === 'condition') return (SALE_CONDITIONS as readonly number[]).includes(id) ? String(id) : undefined
  if (scope === 'list' && id === BASE_LIST_ID) return BASE_LIST
  return queries.findTarget(t, scope === 'zone' ? 'zone' : 'price_list', id)
}

/** Makes a rule; answers its id. @throws Refusal 400 with each wrong field */
export function createOrderRule(db: Db, caller: Caller, body: OrderRuleBody): Promise<{ id: number }> {
  return db.tx(async (t) => {
    await queries.lockRules(t)
    const { row, target } = await readRule(t, body, null)
    const { id, target_id: _, ...after } = await queries.insertRule(t, row)
    await audit(t, {
      ...{ userId: caller.userId, action: 'create', entity: 'order-rule', entityId: id },
      after: { id, ...after, target },
    })
    return { id }
  })
}

/** Changes a rule. @throws Refusal 400 with each wrong field, 404, 409 when somebody else changed it (R41) */
export function changeOrderRule(
  db: Db,
  caller: Caller,
  id: number,
  { version, ...body }: OrderRuleBody & { version?: number | undefined },
): Promise<{ id: number }> {
  return db.tx(async (t) => {
    await queries.lockRules(t)
    const before = await lockRecord(t, 'order-rule', id, version)
    const { row } = await readRule(t, body, id)
    await auditedUpdate(t, { userId: caller.userId, entity: 'order-rule', entityId: id, before, changes: row })
    return { id }
  })
}

/** Deletes a rule. @throws Refusal 404, 409 when somebody else changed it (R41) */
export function deleteOrderRule(db: Db, caller: Caller, id: number, version: number | undefined) {
  return db.tx(async (t) => {
    await queries.lockRules(t)
    const { target_id: targetId, ...before } = await lockRecord(t, 'order-rule', id, version)
    const target = await nameOfTarget(t, before.scope, targetId)
    await queries.deleteRule(t, id)
    await audit(t, {
      ...{ userId: caller.userId, action: 'delete', entity: 'order-rule', entityId: id },
      before: { ...before, target },
    })
    return { id }
  })
}
