/** The fulfilment of orders for whoever may see them (R304, R305), and setting states by hand. */
import * as z from 'zod/mini'
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import {
  changedFulfilment,
  type Dispatch,
  type Fulfilment,
  type FulfilmentStep,
  fulfilmentTexts,
  type listPendingLines,
  PENDING_PAGE_SIZE,
  type PendingLine,
  type setOrderStates,
} from '../../../contract/fulfilment.ts'
import { type FulfilmentState, fulfilmentStates, fulfilmentWords, HELD } from '../../../contract/fulfilment-state.ts'
import { heldTexts } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { auditAll, beginBatch } from '../../audit/audit.ts'
import { type Caller, isStaff, isSupervisor, scopeOf } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { fulfilmentChanged, isBill, remakeFulfilments, tellClients } from '../../erp/erp.ts'
import { dayOf } from '../../lib/dates.ts'
import { foldText } from '../../lib/search-text.ts'
import { conflict, notFound } from '../../refusal.ts'
import * as queries from './fulfilment.queries.ts'

/** The most words of a search that count. */
const MOST_WORDS = 8

/** The fulfilment of one order. Call `requireOrder` first. @throws Refusal 404 for no such order */
export async function fulfilment(db: Queryable, caller: Caller, orderId: number): Promise<Fulfilment> {
  const head = await queries.findHead(db, orderId)
  if (!head) throw notFound()
  const { createdAt, erpState, erpReason, erpAnsweredAt, ...rest } = head
  const { heldAt, heldReason, letGoAt, letGoReason, letGoBy, ...state } = rest
  const events = await queries.listEvents(db, orderId)
  const dispatches = await dispatchesOf(db, orderId)
  const papers = await queries.listPapers(db, orderId)
  const lines = await queries.listFulfilmentLines(db, orderId)
  // First, whatever the ERP tells: what it dates by its day alone has that day's first instant.
  const received: FulfilmentStep = {
    ...plainStep,
    state: 'received',
    text: fulfilmentWords.received,
    at: createdAt,
    source: 'shop',
  }
  const told: FulfilmentStep[] = [
    ...stepsOfHold({ heldAt, heldReason, letGoAt, letGoReason, letGoBy }, caller),
    ...(erpAnsweredAt && (erpState === 'accepted' || erpState === 'rejected') && !isToldBy(events, erpState)
      ? [erpStep(erpState, erpAnsweredAt, isStaff(caller) ? erpReason : '')]
      : []),
    ...events.map(({ id: _, by, byClient, text, ...event }) => ({
      ...event,
      // Cancelled in the shop by a buyer (R331).
      source: byClient ? ('shop' as const) : event.source,
      text: text || fulfilmentWords[event.state],
      ...(isStaff(caller) && event.source === 'office' && { by }),
    })),
    ...dispatches
      .filter((left) => !events.some((event) => event.state === 'dispatched' && isSameParcel(event, left)))
      .map(({ at, carrier, guide, packages }) => ({
        ...plainStep,
        state: 'dispatched' as const,
        text: fulfilmentWords.dispatched,
        at,
        carrier,
        guide,
        packages,
        source: 'erp' as const,
      })),
    ...papers
      .filter(({ kind }) => isBill(kind) && !events.some((event) => event.state === 'billed'))
      .map(({ day, number, byHand }) => ({
        ...plainStep,
        state: 'billed' as const,
        text: fulfilmentWords.billed,
        at: `${day}T03:00:00.000Z`,
        reason: number,
        source: byHand ? ('office' as const) : ('erp' as const),
      })),
  ]
  return {
    ...state,
    steps: [received, ...inParts(inTime(told), dispatches.length > 0, state.pendingUnits > 0)],
    lines: lines.map(({ orderId: _order, ...line }) => line),
    dispatches,
    papers: papers.map(({ byHand: _, ...paper }) => paper),
  }
}

const plainStep = { carrier: '', guide: '', packages: null, reason: '' } as const

/** That an order was held, and that it was let go, as steps (R391); who did that and their reason are the office's matter. */
function stepsOfHold({ heldAt, heldReason, letGoAt, letGoReason, letGoBy }: Hold, caller: Caller): FulfilmentStep[] {
  const step = { ...plainStep, state: 'received' as const, source: 'shop' as const }
  const held = heldAt === null ? [] : [{ ...step, text: HELD, at: heldAt, reason: heldReason ?? '' }]
  const letGo = { ...step, text: 'liberado', at: letGoAt ?? '', reason: letGoReason ?? '' }
  if (letGoAt === null) return held
  if (letGoBy === null) return [...held, letGo]
  const shown = isStaff(caller) ? { by: letGoBy } : { reason: '' }
  return [...held, { ...letGo, source: 'office', ...shown }]
}
type Hold = Pick<
  NonNullable<Awaited<ReturnType<typeof queries.findHead>>>,
  'heldAt' | 'heldReason' | 'letGoAt' | 'letGoReason' | 'letGoBy'
>

/** The ERP's answer to the order as a step (R218); its reason is the office's matter. */
const erpStep = (erpState: 'accepted' | 'rejected', at: string, reason: string): FulfilmentStep => {
  const state = erpState === 'accepted' ? 'accepted' : 'refused'
  return { ...plainStep, state, text: fulfilmentWords[state], at, source: 'erp', reason }
}

/** Whether a step of its own tells what the ERP answered to the order: it is told once. */
const isToldBy = (events: readonly { state: FulfilmentState }[], erpState: 'accepted' | 'rejected'): boolean =>
  events.some(({ state }) => state === (erpState === 'accepted' ? 'accepted' : 'refused'))

/** Steps as they happened. One that is dated by its day alone comes behind what was told of that day, by the usual order. */
function inTime(steps: readonly FulfilmentStep[]): FulfilmentStep[] {
  const countsAt = ({ at }: FulfilmentStep): number =>
    dayOf(new Date(Date.parse(at) - 1).toISOString()) === dayOf(at)
      ? Date.parse(at)
      : Math.max(...steps.filter((step) => dayOf(step.at) === dayOf(at)).map((step) => Date.parse(step.at)))
  const rank = ({ state }: FulfilmentStep): number => fulfilmentStates.indexOf(state)
  return [...steps].sort((a, b) => countsAt(a) - countsAt(b) || rank(a) - rank(b))
}

/** Steps of an order whose dispatches are told by line: only the last one is 'despachado', once nothing is pending (R305). */
function inParts(steps: readonly FulfilmentStep[], itemised: boolean, pending: boolean): FulfilmentStep[] {
  const last = steps.findLastIndex(({ state }) => state === 'dispatched')
  return steps.map((step, at) =>
    itemised && step.state === 'dispatched' && (pending || at < last)
      ? { ...step, state: 'partly', text: fulfilmentWords.partly }
      : step,
  )
}

/** Whether a step tells of a dispatch that its lines tell of, too: by its guide, else by its day. */
const isSameParcel = (step: { at: string; guide: string }, left: { at: string; guide: string }): boolean =>
  step.guide !== '' || left.guide !== '' ? step.guide === left.guide : dayOf(step.at) === dayOf(left.at)

/** What left for an order, the earliest first. */
export const dispatchesOf = async (db: Queryable, orderId: number): Promise<Dispatch[]> =>
  togetherLeft(await queries.listDispatches(db, orderId))

/** Lines that left together: those of one remito, else of one guide, else of one day. */
function togetherLeft(rows: Awaited<ReturnType<typeof queries.listDispatches>>): Dispatch[] {
  const groups = new Map<string, Dispatch>()
  for (const { at, note, carrier, guide, packages, ...line } of rows) {
    const key = note ? `note ${note}` : guide ? `guide ${guide}` : dayOf(at)
    const group = groups.get(key) ?? { at, note, carrier, guide, packages, lines: [] }
    groups.set(key, {
      ...group,
      carrier: group.carrier || carrier,
      guide: group.guide || guide,
      packages: group.packages ?? packages,
      lines: [...group.lines, line],
    })
  }
  return [...groups.values()]
}

/** A page of the lines that are still to be delivered to those whom the caller may see. */
export async function pendingLines(
  db: Queryable,
  caller: Caller,
  { page, size = PENDING_PAGE_SIZE, clientId, text }: QueryOf<typeof listPendingLines>,
): Promise<PendingLine[]> {
  const words = foldText(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
  const named = clientId !== undefined && clientId !== NO_CLIENT
  const seller = scopeOf(caller)
  const owner = !isStaff(caller)
    ? { userId: caller.userId, ...(caller.clientId !== NO_CLIENT && { clientId: caller.clientId }) }
    : named
      ? { clientId }
      : isSupervisor(caller)
        ? {}
        : { userId: caller.userId, ...(seller !== null && seller !== undefined && { sellerId: seller }) }
  const place = { limit: size, offset: page * size }
  const rows = await queries.listPending(db, { ...owner, words }, place)
  return rows.map(({ matches, ...row }, at) => ({ ...row, ...(at === 0 && { matches }) }))
}

/**
 * Sets the state of orders by hand, as one change that can be taken back. Orders that have the state stay as they are.
 * @throws Refusal 404 where an order does not exist; 409 with the orders that changed since they were read, for a held one (R390) and
 *   for one that was cancelled before it was handed over (R331)
 */
export function setStates(
  db: Db,
  caller: Caller,
  { orders, state, reason = '', carrier = '', guide = '', packages = null }: BodyOf<typeof setOrderStates>,
): Promise<{ batchId: number | null; changed: number }> {
  return db.tx(async (t, publish) => {
    const wanted = new Map(orders.map(({ id, version }) => [id, version]))
    const stored = await queries.lockStates(t, [...wanted.keys()])
    if (stored.length < wanted.size) throw notFound('No existe alguno de los pedidos')
    const stale = stored.filter(({ orderId, fulfilmentVersion }) => {
      const version = wanted.get(orderId)
      return version !== undefined && version !== fulfilmentVersion
    })
    if (stale.length > 0)
      throw conflict(
        fulfilmentTexts.changed,
        stale.map((order) => z.encode(changedFulfilment, order)),
      )
    if (state !== 'cancelled') {
      if (stored.some(({ isKeptBack }) => isKeptBack)) throw conflict(heldTexts.noState)
      refuseWithdrawn(stored)
    }
    const others = stored.filter(({ fulfilmentState }) => fulfilmentState !== state)
    if (others.length === 0) return { batchId: null, changed: 0 }
    const batchId = await beginBatch(t, caller.userId, queries.STATES_BATCH, others.length)
    const ids = others.map(({ orderId }) => orderId)
    const event = { state, user_id: caller.userId, batch_id: batchId, carrier, guide, packages, reason }
    await queries.insertStates(t, ids, event)
    await auditAll(
      t,
      others.map(({ orderId, fulfilmentState }) => ({
        userId: caller.userId,
        action: 'update',
        entity: 'order' as const,
        entityId: orderId,
        batchId,
        before: { course_state: fulfilmentState },
        after: { course_state: state },
      })),
    )
    await fulfilmentChanged(t, await remakeFulfilments(t, ids))
    const at = new Date().toISOString()
    await tellClients(
      t,
      others.map(({ orderId, createdAt }) => ({
        orderId,
        orderedAt: createdAt,
        at,
        state,
        parcel: guide,
        table: 'orderStates',
        key: batchId,
      })),
    )
    publish('job')
    return { batchId, changed: others.length }
  })
}

/** Refuses orders that were cancelled before anybody took them: the ERP never hears of them (R331). */
function refuseWithdrawn(orders: readonly { orderId: number; isWithdrawn: boolean }[]): void {
  const withdrawn = orders.flatMap(({ orderId, isWithdrawn }) => (isWithdrawn ? [orderId] : []))
  if (withdrawn.length > 0) throw conflict(fulfilmentTexts.withdrawn(withdrawn))
}

/**
 * Takes a change of states back; answers of how many orders. What others told since stands, because the state is made of
 * all that was told. @throws Refusal 404 for no such change; 409 when it was taken back before, and when an order would come back
 *   that was cancelled before it was handed over (R331)
 */
export function undoStates(db: Db, caller: Caller, batchId: number): Promise<number> {
  return db.tx(async (t, publish) => {
    const batch = await queries.lockStateBatch(t, batchId)
    if (!batch) throw notFound()
    if (batch.undoneAt !== null) throw conflict(fulfilmentTexts.undone)
    const stored = await queries.lockStates(t, await queries.ordersOfBatch(t, batchId))
    const before = new Map(stored.map((order) => [order.orderId, order.fulfilmentState]))
    const ids = await queries.deleteStates(t, batchId)
    const changed = await remakeFulfilments(t, ids)
    const alive = new Set(changed.flatMap(({ id, state }) => (state === 'cancelled' ? [] : [id])))
    refuseWithdrawn(stored.filter(({ orderId }) => alive.has(orderId)))
    await queries.markUndone(t, batchId, caller.userId)
    const undo = await beginBatch(t, caller.userId, 'undo', ids.length)
    await auditAll(
      t,
      changed
        .filter(({ id, state }) => state !== before.get(id))
        .map(({ id, state }) => ({
          userId: caller.userId,
          action: 'undo',
          entity: 'order' as const,
          entityId: id,
          batchId: undo,
          before: { course_state: before.get(id) },
          after: { course_state: state },
        })),
    )
    await fulfilmentChanged(t, changed)
    publish('job')
    return ids.length
  })
}
