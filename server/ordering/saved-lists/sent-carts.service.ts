/** Carts that a buyer who prepares orders sends to be confirmed (R372): sent, confirmed as an order, or sent back with a word. */
import type { Transaction } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { numberText, type OrderNumbers, OWN_CONDITION } from '../../../contract/orders.ts'
import {
  type confirmSentCart as confirmCall,
  type SavedList,
  savedListTexts,
  type sendCart as sendCall,
} from '../../../contract/saved-lists.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import { isStaff } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { conflict, forbidden, notFound } from '../../refusal.ts'
import type { Setting } from '../lines/lines.service.ts'
import { orderShownLines } from '../orders/create-order.service.ts'
import type { OrderEffects } from '../orders/place-order.service.ts'
import * as queries from './saved-lists.queries.ts'
import { endList, ownerOf, requireList, requireRoom, storeList, takeCart } from './saved-lists.service.ts'

type Who = Pick<Setting, 'caller' | 'clientId'>
type SentNews = 'waiting' | 'returned' | 'confirmed'

/** Mails users of what became of a list, each once; the caller publishes 'job'. */
const tell = (t: Transaction<Tables>, listId: number, about: SentNews, userIds: readonly number[]) =>
  enqueueAll(
    t,
    userIds.map((userId) => ({
      kind: 'sentCartMail' as const,
      payload: { listId, userId, about },
      uniqueKey: `sentCartMail:${listId}:${about}:${userId}`,
    })),
  )

/**
 * Puts the caller's cart aside for those who confirm the client's orders, who are mailed. The cart is empty then.
 * @throws Refusal 409 for a caller who confirms orders, an empty cart, a list too many, and where nobody confirms
 */
export function sendCart(db: Db, setting: Who, given: BodyOf<typeof sendCall>): Promise<SavedList> {
  const { caller } = setting
  if (!caller.preparesOnly) throw conflict(savedListTexts.notSent)
  const owner = ownerOf(setting)
  return db.tx(async (t, publish) => {
    const confirmers = await queries.listConfirmers(t, owner.clientId)
    if (confirmers.length === 0) throw conflict(savedListTexts.nobodyConfirms)
    await requireRoom(t, owner, { kind: 'aside', name: given.name })
    const lines = await takeCart(t, owner)
    const row = {
      user_id: owner.userId,
      client_id: owner.clientId,
      kind: 'aside',
      name: given.name,
      shared: false,
    } as const
    const note = given.note.trim()
    const id = await storeList(t, caller, { row, lines, action: 'send', more: { note } })
    const sent = { user_id: owner.userId, client_id: owner.clientId, address_id: given.addressId, note }
    await queries.insertSent(t, { list_id: id, ...sent })
    await tell(
      t,
      id,
      'waiting',
      confirmers.map((confirmer) => confirmer.id),
    )
    publish('job')
    return requireList(t, id, owner)
  })
}

/** Buyers of the client decide among themselves. @throws Refusal 403 for who only prepares orders, 404 for staff */
function requireConfirms({ caller }: Who): void {
  if (isStaff(caller)) throw notFound(savedListTexts.gone)
  if (caller.preparesOnly) throw forbidden(savedListTexts.mayNotDecide)
}

type Sent = Awaited<ReturnType<typeof queries.lockSent>>

/** Refuses a list that was decided already. @throws Refusal 409 that says who confirmed it, or that it was sent back */
function requireWaiting(sent: Sent): void {
  if (sent?.state === 'returned') throw conflict(savedListTexts.returned)
  if (sent?.state !== 'confirmed') return
  const numbers = { orderId: sent.orderId ?? 0, erpNumber: sent.erpNumber }
  throw conflict(`Ese pedido ya lo confirmó ${sent.by}. ${numberText(numbers)}`)
}

/**
 * Makes the order of a list that was sent, as the caller's own, of the lines as the screen showed them, by the rules of every order
 * (R317). The list ends in the same transaction. Of two who confirm at once the second hears who did; the same caller again gets
 * the order that was made.
 * @throws Refusal as an order of a cart; 403 for who may not confirm, 404 for a list that is not there, 409 for one that was decided
 *   or changed meanwhile (R41)
 */
export async function confirmSentCart(
  db: Db,
  effects: OrderEffects,
  setting: Who,
  id: number,
  given: Omit<BodyOf<typeof confirmCall>, 'clientId'>,
): Promise<OrderNumbers> {
  requireConfirms(setting)
  const { caller, clientId } = setting
  return db.tx(async (t, publish) => {
    // Whoever decides locks this row first: of two, the second waits here and finds what the first did.
    const sent = await queries.lockSent(t, id, clientId)
    if (sent?.state === 'confirmed' && sent.decidedBy === caller.userId && sent.orderId !== null)
      return { orderId: sent.orderId, erpNumber: sent.erpNumber }
    requireWaiting(sent)
    const { sent: state } = await requireList(t, id, ownerOf(setting))
    if (!sent || !state) throw conflict(savedListTexts.gone)
    await endList(t, setting, { id, version: given.version, action: 'confirm' })
    const { addressId, note, lines, shownTotal } = given
    const request = { clientId, addressId, note: note.trim(), condition: OWN_CONDITION, shownTotal, shownLines: lines }
    const order = await orderShownLines(t, effects, caller, { ...request, idempotencyKey: null, ruleReason: undefined })
    await queries.decideSent(t, id, { state: 'confirmed', decided_by: caller.userId, order_id: order.orderId })
    await tell(t, id, 'confirmed', [sent.makerId])
    publish('job')
    return order
  })
}

/** Sends a list back to its maker with a word. @throws Refusal 403, 404, 409 for one that was decided already */
export async function returnSentCart(db: Db, setting: Who, id: number, word: string): Promise<SavedList> {
  requireConfirms(setting)
  const { caller } = setting
  return db.tx(async (t, publish) => {
    requireWaiting(await queries.lockSent(t, id, setting.clientId))
    const list = await requireList(t, id, ownerOf(setting))
    if (!list.sent) throw conflict(savedListTexts.gone)
    const before = await lockRecord(t, 'saved-list', id)
    await queries.decideSent(t, id, { state: 'returned', decided_by: caller.userId, word })
    const record = { userId: caller.userId, entity: 'saved-list', entityId: id, before } as const
    await auditedUpdate(t, { ...record, changes: { changed_at: new Date().toISOString() } })
    await audit(t, { userId: caller.userId, action: 'return', entity: 'saved-list', entityId: id, after: { word } })
    await tell(t, id, 'returned', [before.user_id])
    publish('job')
    // It is its maker's alone again.
    return { ...list, sent: { ...list.sent, state: 'returned', word, decidedBy: caller.name } }
  })
}
