/** A client without an account opens, accepts or declines what a seller sent by link (R388). */
import type { Transaction } from 'kysely'
import { addressInWords } from '../../../contract/address-text.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { linkTexts } from '../../../contract/links.ts'
import { type acceptOffer as acceptCall, offerTexts, type openOffer as openCall } from '../../../contract/offers.ts'
import { addressRefused, OWN_CONDITION } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { conflict, malformed, notFound, Refusal } from '../../refusal.ts'
import { lockLink, markUsed, type OpenedLink } from '../links/links.queries.ts'
import { orderShownLines } from '../orders/create-order.service.ts'
import { AccountRefusal } from '../orders/order-gate.service.ts'
import { findClientsForOrders } from '../orders/orders.queries.ts'
import { type OrderEffects, StockRefusal } from '../orders/place-order.service.ts'
import { findArticlesToOrder } from '../orders/shown-lines.queries.ts'
import { endList } from '../saved-lists/saved-lists.service.ts'
import * as queries from './offers.queries.ts'
import { type KeptLine, lineToShow, readLines } from './offers.rules.ts'

/** @throws Refusal 404 where what the link opens is not there any more */
async function offerOf(db: Queryable, link: Pick<OpenedLink, 'opensId'>): Promise<queries.StoredOffer> {
  const offer = link.opensId === null ? undefined : await queries.findOffer(db, link.opensId)
  if (!offer || (offer.state === 'waiting' && offer.isListGone)) throw notFound(linkTexts.gone)
  return offer
}

/**
 * What a link opens: the order with what it costs now, or was quoted; of one that was decided only that.
 * @throws Refusal 404 for what is gone, 409 where nobody could accept it, because its seller may not order any more
 */
export async function openOffer(db: Queryable, link: OpenedLink): Promise<ResponseOf<typeof openCall>> {
  const offer = await offerOf(db, link)
  const [client] = await findClientsForOrders(db, [offer.clientId])
  const { state, seller, quotation, addressId, orderId, erpNumber, orderState } = offer
  const head = { state, seller, quotation, until: link.endsAt, addressId, orderId, erpNumber, orderState }
  const decided = { ...head, client: client?.business_name ?? '', address: '', note: '', lines: [] }
  if (state !== 'waiting') return decided
  await sellerOf(db, offer)
  const kept = readLines(offer.lines)
  const ids = kept.map(({ articleId }) => articleId)
  const today = new Map((await findArticlesToOrder(db, offer.clientId, ids)).map((line) => [line.articleId, line]))
  const address = client?.addresses.find(({ id }) => id === addressId)
  return {
    ...decided,
    address: address ? addressInWords(address) : '',
    note: offer.note,
    lines: kept.map((line) => lineToShow(line, today.get(line.articleId))),
  }
}

/**
 * Locks a link and what it opens, with what other links open of the same: of two who decide, or withdraw it, the second waits here and
 * finds what the first did.
 * @throws Refusal 404 for one that was withdrawn or ended meanwhile
 */
async function lockOffer(t: Queryable, linkId: number): Promise<queries.StoredOffer> {
  const link = await lockLink(t, linkId)
  if (!link?.isOpen) throw notFound(linkTexts.gone)
  if (link.opensId !== null) await queries.lockSame(t, link.opensId)
  return offerOf(t, link)
}

/** The seller in whose name the order is made. @throws Refusal 409 for one who may not order for the client any more */
async function sellerOf(t: Queryable, { userId, clientId }: queries.StoredOffer): Promise<Caller> {
  const user = await queries.findSellerFor(t, userId, clientId)
  const reaches =
    user && (roles[user.type].reaches === 'all' || (user.seller_id !== null && user.seller_id === user.clientSellerId))
  if (!reaches) throw conflict(offerTexts.makerGone)
  const name = user.first_name || user.business_name
  return { userId, type: user.type, name, clientId: NO_CLIENT, sellerId: user.seller_id }
}

/** The lines that the client wants, with the notes that were sent. @throws Refusal 400 for an article that was not sent, or twice */
function linesToOrder(kept: readonly KeptLine[], lines: BodyOf<typeof acceptCall>['lines']) {
  const sent = new Map(kept.map((line) => [line.articleId, line]))
  const wanted = lines.filter(({ quantity }) => quantity > 0)
  if (!wanted.every(({ articleId }) => sent.has(articleId))) throw malformed()
  return wanted.map((line) => ({ ...line, note: sent.get(line.articleId)?.note ?? '' }))
}

/** Quoted prices mean what they meant: with VAT or without it. @throws Refusal 409 where the shop's prices changed in that since */
async function requireSameVat(t: Queryable, clientId: number, quoted: readonly { withVat?: boolean | undefined }[]) {
  const kept = quoted.find(({ withVat }) => withVat !== undefined)?.withVat
  if (kept === undefined) return
  const [client] = await findClientsForOrders(t, [clientId])
  if (client && client.pricesWithVat !== kept) throw conflict(offerTexts.notNow)
}

/** Whether a refusal tells of the client what whoever has the link must not read: its account, its use, its addresses. */
const isClientsMatter = (error: unknown): boolean =>
  error instanceof AccountRefusal ||
  (error instanceof Refusal && (error.code === 'FORBIDDEN' || error.message === addressRefused))

const tell = (t: Transaction<Tables>, { id, userId }: queries.StoredOffer, about: 'accepted' | 'declined') =>
  enqueue(t, { kind: 'offerMail', payload: { offerId: id, userId, about }, uniqueKey: `offerMail:${id}:${about}` })

/**
 * Makes the order of a link, in its seller's name and by the rules of every order (R317), of the lines as the screen showed them. The
 * seller is mailed. Of all who press, one makes it; the others, and whoever presses again, get that order.
 * @throws Refusal as an order of a cart; 404 for a link that was withdrawn or ended, 409 for one that was declined, whose seller may
 *   not order any more, or of which a price changed: with the changed lines in `details`
 */
export function acceptOffer(
  db: Db,
  effects: OrderEffects,
  linkId: number,
  given: Omit<BodyOf<typeof acceptCall>, 'key'>,
): Promise<ResponseOf<typeof acceptCall>> {
  return db.tx(async (t, publish) => {
    const offer = await lockOffer(t, linkId)
    const { orderId, erpNumber, orderState, clientId, addressId, note } = offer
    if (orderId !== null) return { orderId, erpNumber, orderState, already: true }
    if (offer.state === 'declined') throw conflict(offerTexts.declined)
    const caller = await sellerOf(t, offer)
    const kept = readLines(offer.lines)
    const quoted = new Map(kept.flatMap((line) => (line.quoted ? [[line.articleId, line.quoted] as const] : [])))
    await requireSameVat(t, clientId, [...quoted.values()])
    if (offer.listId !== null) await endList(t, { caller: null }, { id: offer.listId, action: 'confirm' })
    const order = await orderShownLines(t, effects, caller, {
      ...{ clientId, addressId, note, condition: OWN_CONDITION, shownTotal: given.shownTotal, quoted },
      ...{ shownLines: linesToOrder(kept, given.lines), idempotencyKey: null, ruleReason: undefined },
    }).catch((error: unknown) => {
      if (error instanceof StockRefusal) throw conflict(offerTexts.short(error.codes))
      throw isClientsMatter(error) ? conflict(offerTexts.notNow) : error
    })
    await queries.decideOffer(t, offer.id, { state: 'accepted', order_id: order.orderId })
    await markUsed(t, linkId)
    const after = { client_id: clientId, order: order.orderId }
    await audit(t, { userId: null, action: 'accept', entity: 'link', entityId: linkId, after })
    await tell(t, offer, 'accepted')
    publish('job')
    const { orderState: stateNow } = await offerOf(t, { opensId: offer.id })
    return { ...order, orderState: stateNow, already: false }
  })
}

/** Answers no, with a word; once more changes nothing. @throws Refusal 404 as above, 409 for one that was accepted */
export function declineOffer(db: Db, linkId: number, word: string): Promise<{ state: 'declined' }> {
  return db.tx(async (t, publish) => {
    const offer = await lockOffer(t, linkId)
    if (offer.state === 'accepted') throw conflict(linkTexts.used)
    if (offer.state === 'declined') return { state: 'declined' }
    await queries.decideOffer(t, offer.id, { state: 'declined', word })
    await markUsed(t, linkId)
    const after = { client_id: offer.clientId }
    await audit(t, { userId: null, action: 'reject', entity: 'link', entityId: linkId, after })
    await tell(t, offer, 'declined')
    publish('job')
    return { state: 'declined' }
  })
}
