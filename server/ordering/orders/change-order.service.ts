/** Changing an order that nobody has taken yet, and its versions (R383, R384). */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import {
  type changeOrder as changeCall,
  changeTexts,
  type getOrderToChange,
  type LineToChange,
  type OrderVersion,
  storedVersion,
} from '../../../contract/order-changes.ts'
import { hasPrice } from '../../../contract/price.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { finalOf } from '../../../contract/vat.ts'
import { audit } from '../../audit/audit.ts'
import { type Caller, isStaff } from '../../caller.ts'
import { lockToChange } from '../../db/hand-over.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { announceChange, fulfilmentChanged, remakeFulfilments } from '../../erp/erp.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { formatInstant } from '../../lib/dates.ts'
import { conflict, forbidden, malformed, notFound, Refusal } from '../../refusal.ts'
import { findOffers } from '../codes/offers.queries.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import * as queries from './change-order.queries.ts'
import { shownLines } from './create-order.service.ts'
import { openGate } from './order-gate.service.ts'
import { findOrderListeners } from './orders.mail.queries.ts'
import { recipientsOf } from './orders.mail.ts'
import { lockCartLines } from './orders.queries.ts'
import { type PricedLine, totalOf, vatLinesOf } from './orders.rules.ts'
import { placesOf, refuseShort, totalTooLarge } from './place-order.service.ts'
import { findArticlesToOrder } from './shown-lines.queries.ts'
import type { VersionLine } from './versions.rules.ts'

type Tx = Transaction<Tables>
type Change = BodyOf<typeof changeCall>
type ToChange = NonNullable<Awaited<ReturnType<typeof queries.findOrderToChange>>>
type OldLine = Awaited<ReturnType<typeof queries.listLinesWithVat>>[number]

const CHANGE_WORDS = {
  ...{ empty: changeTexts.empty, unsold: changeTexts.unsold, elsewhere: changeTexts.cartChanged },
  ...{ repriced: changeTexts.repriced, asked: changeTexts.asked },
}

/** Who made a version, as the caller is told: a buyer reads 'La tienda' for everybody of the shop. */
export const makerFor = (caller: Caller, { by, byBuyer }: { by: string; byBuyer: boolean }): string =>
  isStaff(caller) || byBuyer ? by : 'La tienda'

/** @throws Refusal 409 for an order that is held, or that somebody took */
function refuseClosed(locked: Awaited<ReturnType<typeof lockToChange>>): void {
  if (locked?.isHeld) throw conflict(changeTexts.held)
  if (!locked?.isOpen) throw conflict(changeTexts.taken)
}

/** The refusal of a change that was made of another version than the stored one: who made that, and when. */
function changedMeanwhile(caller: Caller, { version, changedAt, changedBy, byBuyer }: ToChange): Refusal {
  const who = makerFor(caller, { by: changedBy, byBuyer })
  const when = changedAt === null ? '' : ` el ${formatInstant(changedAt)}`
  return conflict(`El pedido cambió: ${who} guardó la versión ${version}${when}. Revise cómo quedó`, [
    z.encode(storedVersion, { version }),
  ])
}

/** Equal for two sets of lines with the same articles, units and notes. */
const signatureOf = (lines: readonly Pick<OldLine, 'articleId' | 'quantity' | 'note'>[]): string =>
  [...unitsByArticle(lines)]
    .map(([articleId, units]) => JSON.stringify([articleId, units.quantity, units.note]))
    .sort()
    .join()

/** Lines by article, the units of several of one article added. */
function unitsByArticle(lines: readonly Pick<OldLine, 'articleId' | 'quantity' | 'note'>[]) {
  const units = new Map<number, { quantity: number; note: string }>()
  for (const { articleId, quantity, note } of lines) {
    const before = units.get(articleId)
    if (quantity > 0) units.set(articleId, { quantity: quantity + (before?.quantity ?? 0), note: before?.note || note })
  }
  return units
}

/**
 * Changes an order: stores its next version, of exactly the lines that are named. Lines that stay in their quantity keep what was
 * agreed. All others are judged and priced as those of a new order, and the whole by the gate of orders (R317). The same key
 * again answers the version that it made. Whoever was mailed the order is mailed the change. Call `requireOrder` first.
 * @throws Refusal 403 for a buyer who only prepares orders, and for a client out of use; 409 once somebody took or cancelled it,
 *   for another version than the stored one, for no line, for new lines where the shop's prices hold VAT by now and the order's do not or
 *   the other way round, and as `createOrder` for lines, cart or total that differ from the
 *   screen's
 */
export async function changeOrder(
  db: Db,
  caller: Caller,
  orderId: number,
  given: Change & { key: string | null },
): Promise<{ orderId: number; version: number }> {
  if (caller.preparesOnly) throw forbidden(changeTexts.preparesOnly)
  return db.tx(async (t, publish) => {
    const locked = await lockToChange(t, orderId)
    const order = await queries.findOrderToChange(t, orderId)
    if (!locked || !order) throw notFound()
    const note = (given.note ?? order.note).trim()
    const made = await versionOfKey(t, caller, order, given)
    if (made !== undefined) return { orderId, version: made }
    if (order.withdrawnAt !== null) throw conflict(changeTexts.cancelled)
    refuseClosed(locked)
    if (given.version !== order.version) throw changedMeanwhile(caller, order)
    const taken = await cartLinesOf(t, caller, order, given.fromCart ?? [])
    const old = await queries.listLinesWithVat(t, orderId)
    if (note === order.note && signatureOf(given.lines) === signatureOf(old)) return { orderId, version: order.version }
    const { kept, lines } = await judgedLines(t, order, old, given)
    // An order has one sort of prices, and these would be of the other.
    if (lines.length > 0 && order.newPricesWithVat !== order.pricesWithVat) throw conflict(changeTexts.otherVat)
    const all = [...kept, ...lines]
    await judgeWhole(t, caller, order, { old, all, lines })
    const total = totalOf(all)
    await queries.keepVersion(t, orderId)
    const version = await queries.writeVersion(t, orderId, {
      ...{ userId: caller.userId, key: given.key, note, total, lines },
      kept: kept.map(({ articleId, note: lineNote }) => ({ articleId, note: lineNote })),
    })
    await queries.deleteCartLines(t, taken)
    await fulfilmentChanged(t, await remakeFulfilments(t, [orderId]))
    await audit(t, {
      ...{ userId: caller.userId, action: 'change', entity: 'order', entityId: orderId },
      before: { version: order.version, total: order.total, line_count: order.lineCount, note: order.note },
      after: { version, total, line_count: all.length, note },
    })
    await tell(t, orderId, version)
    publish('job')
    return { orderId, version }
  })
}

/** The version that the request's key has made. @throws Refusal 409 where it was made of another request */
async function versionOfKey(
  t: Tx,
  caller: Caller,
  order: ToChange,
  { key, note, lines }: Change & { key: string | null },
) {
  if (key === null) return undefined
  const version = await queries.findVersionOfKey(t, { orderId: order.id, userId: caller.userId, key })
  if (version === undefined) return undefined
  const madeLines = await queries.listVersionLines(t, order.id, version)
  const madeNote = await queries.findVersionNote(t, order.id, version)
  const isSame = signatureOf(madeLines) === signatureOf(lines) && (note === undefined || note.trim() === madeNote)
  if (!isSame) throw conflict(changeTexts.keyTaken)
  return version
}

/** Ids of the lines of the caller's cart that go into the order. @throws Refusal 409 where the cart has other units of one */
async function cartLinesOf(t: Tx, caller: Caller, { clientId }: ToChange, known: NonNullable<Change['fromCart']>) {
  if (known.length === 0) return []
  const inCart = await lockCartLines(t, { userId: caller.userId, clientId })
  const units = new Map(known.map(({ articleId, quantity }) => [articleId, quantity]))
  const lines = inCart.filter(({ articleId }) => units.has(articleId))
  if (lines.length < units.size || lines.some(({ articleId, quantity }) => units.get(articleId) !== quantity))
    throw conflict(changeTexts.cartChanged)
  return lines.map(({ id }) => id)
}

/** The lines of the next version: those that stay as they were agreed, and those that are priced now. */
async function judgedLines(t: Tx, order: ToChange, old: readonly OldLine[], given: Change) {
  const asked = new Map(given.lines.map((line) => [line.articleId, line]))
  if (asked.size < given.lines.length) throw malformed()
  const had = unitsByArticle(old)
  const stays = (articleId: number) =>
    had.has(articleId) && had.get(articleId)?.quantity === asked.get(articleId)?.quantity
  const kept = old.filter(({ articleId }) => stays(articleId))
  const others = given.lines.filter(({ articleId, quantity }) => quantity > 0 && !stays(articleId))
  const ids = others.map(({ articleId }) => articleId)
  const articles = ids.length > 0 ? await findArticlesToOrder(t, order.clientId, ids) : []
  // A quantity that the order has already was meant: only more than ten times as much is asked about (R34).
  const known = articles.map((article) => ({ ...article, quantity: had.get(article.articleId)?.quantity ?? 0 }))
  const cart = { userId: order.userId, clientId: order.clientId }
  const shown = { lines: others, known: null }
  const lines = await shownLines(t, cart, known, shown, given.shownTotal, { words: CHANGE_WORDS, kept })
  return { kept: kept.map((line) => ({ ...line, note: asked.get(line.articleId)?.note ?? line.note })), lines }
}

type Summed = Pick<PricedLine, 'unitPrice' | 'quantity' | 'vatRate'>

/** Judges the order as it will be by the gate of orders, and new units by stock (R39). @throws Refusal as the gate */
async function judgeWhole(
  t: Tx,
  caller: Caller,
  { id, userId, clientId, ruleReason, pricesWithVat }: ToChange,
  { old, all, lines }: { old: readonly Summed[]; all: readonly Summed[]; lines: readonly PricedLine[] },
): Promise<void> {
  const total = totalOf(all)
  // A larger total loses cents, and nothing could read the order again.
  if (!Number.isSafeInteger(total)) throw malformed(totalTooLarge)
  const place = (await placesOf(t, userId, [clientId]))(clientId)
  const atTheGate = place ? [{ clientId, inUse: place.inUse, bound: place.bound, least: place.least }] : []
  const gate = await openGate(t, caller, atTheGate, id)
  const finals = [all, old].map((each) => finalOf(vatLinesOf(each), pricesWithVat))
  const [final = 0, finalBefore = 0] = finals
  const short = refuseShort(lines)
  const asked = short ? undefined : { final, finalBefore, total, goesOver: ruleReason !== null }
  const verdict = gate(clientId, asked) ?? short
  if (verdict instanceof Refusal) throw verdict
}

/** Tells those who were told of the order: by mail, and the webhooks that listen. */
async function tell(t: Tx, orderId: number, version: number): Promise<void> {
  const recipients = (await findOrderListeners(t, [orderId])).flatMap(recipientsOf)
  await enqueueAll(
    t,
    recipients.map(({ to }) => ({
      kind: 'changedOrderMail' as const,
      payload: { orderId, version, to },
      uniqueKey: `changedOrderMail:${orderId}:${version}:${to.toLowerCase()}`,
    })),
  )
  await announceChange(t, orderId)
}

/**
 * An order as the screen begins to change it: its lines beside today's prices. Call `requireOrder` first.
 * @throws Refusal as `changeOrder` for an order that cannot be changed
 */
export async function orderToChange(
  db: Db,
  caller: Caller,
  orderId: number,
): Promise<ResponseOf<typeof getOrderToChange>> {
  if (caller.preparesOnly) throw forbidden(changeTexts.preparesOnly)
  const { locked, order, lines } = await db.tx(async (t) => {
    // Locked, so that all three reads see the same version.
    const row = await lockToChange(t, orderId)
    const head = await queries.findOrderToChange(t, orderId)
    return { locked: row, order: head, lines: await queries.listVersionLines(t, orderId, head?.version ?? 0) }
  })
  if (!order) throw notFound()
  if (order.withdrawnAt !== null) throw conflict(changeTexts.cancelled)
  refuseClosed(locked)
  if (order.handOverAt === null) throw conflict(changeTexts.taken)
  const { version, note, handOverAt: until, clientId } = order
  return { version, note, until, lines: await atTodaysPrices(db.kysely, clientId, lines) }
}

/** Lines of an order, one for each article, with what the article costs today. */
async function atTodaysPrices(db: Queryable, clientId: number, lines: readonly VersionLine[]): Promise<LineToChange[]> {
  const ids = lines.map(({ articleId }) => articleId)
  const today = new Map((await findOffers(db, clientId, { ids, keys: [] })).map((offer) => [offer.articleId, offer]))
  const units = unitsByArticle(lines)
  return [...new Map(lines.map((line) => [line.articleId, line])).values()].map((line): LineToChange => {
    const { articleId, code, description, unitPrice: agreedPrice } = line
    const offer = today.get(articleId)
    const nothing: ReviewArticle = { articleId, code, description, unitPrice: 0, multiple: 1, unitsPerPack: 1 }
    return {
      ...(offer ? shownArticle(offer) : nothing),
      ...{ agreedPrice, sold: offer?.listed === true && hasPrice(offer) },
      ...(units.get(articleId) ?? { quantity: line.quantity, note: line.note }),
    }
  })
}

/** The earlier versions of an order, the last one first. Call `requireOrder` first. */
export async function orderVersions(db: Queryable, caller: Caller, orderId: number): Promise<OrderVersion[]> {
  const versions = await queries.listVersions(db, orderId)
  return versions.map(({ by, byBuyer, ...version }) => ({ ...version, madeBy: makerFor(caller, { by, byBuyer }) }))
}
