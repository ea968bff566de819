/** Confirming a cart as an order: one short transaction, exactly once (R22). */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  type ChangedLine,
  cartChanged,
  changedLine,
  emptyCart,
  noLongerSold,
  type OrderNumbers,
  orderNumbers,
  orderStands,
  quantityAsked,
  type ShownOrder,
  totalChanged,
} from '../../../contract/orders.ts'
import { roundToMultiple } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import { type Db, isTwice, type Queryable } from '../../db/open.ts'
import type { CartKey, Tables } from '../../db/tables.ts'
import { breather } from '../../lib/turns.ts'
import { conflict, malformed, Refusal } from '../../refusal.ts'
import { requireClient } from '../lines/lines.service.ts'
import { askQuantity } from '../lines/unusual.rules.ts'
import { unusualQuantities } from '../lines/unusual.service.ts'
import { closedGate } from './order-gate.service.ts'
import { findOrderByKey, listOrderLines, lockCartLines } from './orders.queries.ts'
import {
  changedSince,
  isSameOrder,
  type LineToOrder,
  type PricedLine,
  priceLine,
  type QuotedPrice,
  totalOf,
} from './orders.rules.ts'
import { numbersOf, type OrderEffects, type OrderToPlace, placeOrders } from './place-order.service.ts'
import { findArticlesToOrder } from './shown-lines.queries.ts'
import { differencesOf, linesAsShown, whatIsTooLarge, withQuestions } from './shown-lines.rules.ts'

interface Quoted {
  /** Prices in the place of today's, by article: a quotation quotes them (R387). */
  readonly quoted?: ReadonlyMap<number, QuotedPrice> | undefined
}

/** The request to confirm a cart. */
export interface OrderRequest {
  clientId: number
  /** The address's id, PICKUP or NO_ADDRESS. */
  addressId: number
  note: string
  /** 1, 2, 4 or OWN_CONDITION. */
  condition: number
  /** The total that the screen showed, in cents; undefined skips the comparison. */
  shownTotal: number | undefined
  idempotencyKey: string | null
  /** Why it is sent below its least amount (R363). */
  ruleReason: string | undefined
  /** The lines as a screen showed them; null orders the cart as it is. */
  shown: ShownOrder | null
}

/**
 * Makes an order of the caller's cart for a client. The same idempotency key always answers the same order, also when
 * two requests run at once; a refused attempt leaves no key behind.
 * @throws Refusal 400 for a wrong address or condition; 403 for staff without a client and a client out of use (R317); 409 for an
 *   empty cart, below the least amount or beyond the limit (R317); 409 with the lines in `details` for articles no longer sold,
 *   a cart or a total that differs from the screen's, a quantity to ask about; 409 with the order's numbers in `details` for a
 *   key that has made an order of another request
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
    // An idempotency key that has made an order is looked up only after a failure: the second insert violates its index,
    // or the cart is empty. So the first request costs no look-up.
    if (!isTwice(error) && !(error instanceof Refusal)) throw error
    const made = await orderOfKey(db.kysely, caller, request)
    // A client that may not order at all is told so before what else is wrong with its cart.
    if (!made) throw (await closedGate(db.kysely, caller, request.clientId)) ?? error
    return made
  }
}

/**
 * The order that the request's key has made; undefined for none.
 * @throws Refusal 409 with the order's numbers where it was made of another request
 */
async function orderOfKey(t: Queryable, caller: Caller, request: OrderRequest): Promise<OrderNumbers | undefined> {
  if (request.idempotencyKey === null) return undefined
  const made = await findOrderByKey(t, caller.userId, request.idempotencyKey)
  if (!made) return undefined
  const numbers = numbersOf(made)
  const lines = request.shown ? await listOrderLines(t, made.id) : []
  if (!isSameOrder(request, made, lines)) throw conflict(orderStands(numbers), [z.encode(orderNumbers, numbers)])
  return numbers
}

async function orderCart(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderNumbers> {
  const cart: CartKey = { userId: caller.userId, clientId: request.clientId }
  const locked = await lockCartLines(t, cart)
  const lines = request.shown
    ? await shownLines(t, cart, locked, request.shown, request.shownTotal)
    : await linesOfCart(locked, request.shownTotal)
  const named = request.shown && new Set(request.shown.lines.map(({ articleId }) => articleId))
  // Exactly the lines that are ordered; what was added meanwhile stays in the cart.
  const takenLines = locked.filter(({ articleId }) => !named || named.has(articleId)).map(({ id }) => id)
  return placeOne(t, effects, caller, { ...request, lines, takenLines })
}

/**
 * Makes an order of lines as a screen showed them, by the rules of an order of a cart. The caller's cart does not count and stays.
 * The caller publishes 'job' in the same transaction.
 * @throws Refusal as `createOrder`
 */
export async function orderShownLines(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  request: Omit<OrderRequest, 'shown'> & { shownLines: ShownOrder['lines'] } & Quoted,
): Promise<OrderNumbers> {
  const cart: CartKey = { userId: caller.userId, clientId: request.clientId }
  const shown = { lines: request.shownLines, known: null }
  const lines = await shownLines(t, cart, [], { ...shown, quoted: request.quoted }, request.shownTotal)
  return placeOne(t, effects, caller, { ...request, lines, takenLines: [] })
}

async function placeOne(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  toPlace: Omit<OrderToPlace, 'imported'>,
): Promise<OrderNumbers> {
  const [order] = await placeOrders(t, effects, caller, 'web', [{ ...toPlace, imported: null }])
  if (!order) throw new Error('An order that was placed has no number')
  if (order instanceof Refusal) throw order
  const { orderId, erpNumber } = order
  return { orderId, erpNumber }
}

/** How the refusals of lines read. */
interface RefusalWords {
  readonly empty: string
  readonly unsold: string
  readonly elsewhere: string
  readonly repriced: string
  readonly asked: string
}
const orderWords: RefusalWords = {
  ...{ empty: emptyCart, unsold: noLongerSold, elsewhere: cartChanged, repriced: totalChanged, asked: quantityAsked },
}

/**
 * The lines of an order that names them. `kept` are lines that the order has beside them at a price that was agreed.
 * @throws Refusal 409 with the changed lines where anything differs from what the screen knew and showed
 */
export async function shownLines(
  t: Transaction<Tables>,
  cart: CartKey,
  locked: readonly LineToOrder[],
  shown: ShownOrder & Quoted,
  shownTotal: number | undefined,
  {
    words = orderWords,
    kept = [],
  }: { words?: RefusalWords; kept?: readonly Pick<PricedLine, 'unitPrice' | 'quantity'>[] } = {},
): Promise<PricedLine[]> {
  const inCart = new Map(locked.map((line) => [line.articleId, line]))
  const absent = shown.lines.map(({ articleId }) => articleId).filter((id) => !inCart.has(id))
  const others = absent.length > 0 ? await findArticlesToOrder(t, cart.clientId, absent) : []
  const articles = new Map(
    [...locked, ...others].map((line) => [line.articleId, { ...line, ...shown.quoted?.get(line.articleId) }]),
  )
  const lines = linesAsShown(shown, articles)
  if (!lines) throw malformed()
  const { unsold, elsewhere, repriced } = differencesOf(lines, shown, inCart)
  const questions = await questionsOf(t, cart, lines, shown, inCart)
  const changed = withQuestions([...unsold, ...elsewhere, ...repriced], lines, questions)
  if (lines.length + kept.length === 0 && changed.length === 0) throw conflict(words.empty)
  if (unsold.length > 0) throw conflict(words.unsold, await onTheWire(changed))
  if (elsewhere.length > 0) throw conflict(words.elsewhere, await onTheWire(changed))
  if (repriced.length > 0 || (shownTotal !== undefined && shownTotal !== totalOf([...kept, ...lines])))
    throw conflict(words.repriced, await onTheWire(changed.length > 0 ? changed : lines))
  if (changed.length > 0) throw conflict(words.asked, await onTheWire(changed))
  const tooLarge = whatIsTooLarge(lines)
  if (tooLarge !== undefined) throw malformed(tooLarge)
  return lines
}

/** The questions about unusual quantities of lines with `ask`, by article (R34). */
async function questionsOf(
  t: Transaction<Tables>,
  cart: CartKey,
  lines: readonly PricedLine[],
  shown: ShownOrder,
  inCart: ReadonlyMap<number, LineToOrder>,
): Promise<ReadonlyMap<number, string>> {
  const asked = new Set(shown.lines.flatMap(({ articleId, ask }) => (ask ? [articleId] : [])))
  const sold = lines.filter((line) => line.sold && asked.has(line.articleId))
  const unusual = await unusualQuantities(t, cart, sold, (articleId) => inCart.get(articleId)?.quantity ?? 0)
  return new Map(
    sold.flatMap(({ articleId, quantity }) => {
      const asking = unusual.get(articleId)
      return asking === undefined ? [] : [[articleId, askQuantity(quantity, '', asking.why)] as const]
    }),
  )
}

/**
 * The lines of an order that names none: those of the cart, at today's prices and multiples. A caller that says no total has seen
 * the quantities that are stored.
 * @throws Refusal 409 with the lines where they are not what the caller has seen
 */
async function linesOfCart(locked: readonly LineToOrder[], shownTotal: number | undefined): Promise<PricedLine[]> {
  if (locked.length === 0) throw conflict(emptyCart)
  const lines = locked.map((line) => priceLine({ ...line, quantity: roundToMultiple(line.quantity, line.multiple) }))
  const unsold = lines.filter((line) => !line.sold)
  if (unsold.length > 0) throw conflict(noLongerSold, await onTheWire(unsold))
  const isAsStored = lines.every(({ quantity }, nth) => quantity === locked[nth]?.quantity)
  if (shownTotal === undefined ? !isAsStored : shownTotal !== totalOf(lines))
    throw conflict(totalChanged, await onTheWire(changedSince(lines)))
  return lines
}

/** Changed lines for `details`. Thousands take a while, in which others are answered. */
async function onTheWire(lines: readonly ChangedLine[]): Promise<z.input<typeof changedLine>[]> {
  const breathe = breather()
  const written: z.input<typeof changedLine>[] = []
  for (const line of lines) {
    await breathe()
    written.push(z.encode(changedLine, line satisfies ChangedLine))
  }
  return written
}
