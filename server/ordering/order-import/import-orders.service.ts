/** Making the orders of a reviewed file: each in a transaction of its own, whole or not at all (R24). */

import type { Transaction } from 'kysely'
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { clientNotFound } from '../../../contract/clients.ts'
import {
  exampleRefused,
  IMPORT_MAX_ROWS,
  type ImportOutcome,
  importedBefore,
  nothingMissing,
  quantitiesAsked,
} from '../../../contract/order-import.ts'
import { discountAt } from '../../../contract/price.ts'
import { priceReason } from '../../../contract/price-words.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../refusal.ts'
import type { OfferedArticle } from '../codes/offers.queries.ts'
import { dropped, type PlannedLine } from '../lines/lines.rules.ts'
import { askQuantity } from '../lines/unusual.rules.ts'
import { type UnusualQuantity, unusualOfMany } from '../lines/unusual.service.ts'
import {
  type ImportIdentity,
  type OrderEffects,
  type OrderToPlace,
  type PlacedOrder,
  type PricedLine,
  placeOrders,
} from '../orders/place-order.service.ts'
import type { AskedItem } from './order-file.types.ts'
import { findMade, lockNames } from './order-import.queries.ts'
import {
  articlesOfOrders,
  importedBefore as findBefore,
  isExample,
  keyOf,
  type OrderPlan,
  planRows,
  quantitiesOf,
} from './review.service.ts'
import { type GivenOrder, type OrderToImport, settleOrders } from './settle-orders.service.ts'

/** The services that an import uses. */
export interface ImportParts {
  readonly db: Db
  readonly catalogue: Catalogue
  readonly effects: OrderEffects
}

/**
 * Makes the orders and answers the outcome of each. With an idempotency key, an order that an earlier run made is
 * answered again; without one, a known number is refused unless confirmed. Orders that were made are always
 * answered: when a later one fails, `onFailure` gets the error and the remaining orders are refused.
 * Errors: 400 for an unknown address or condition (before anything is made), 413 for too many rows.
 */
export async function importOrders(
  { db, catalogue, effects }: ImportParts,
  caller: Caller,
  given: readonly GivenOrder[],
  idempotencyKey: string | null,
  onFailure: (error: unknown) => void = () => {},
): Promise<ImportOutcome[]> {
  if (given.reduce((sum, { items }) => sum + items.length, 0) > IMPORT_MAX_ROWS)
    throw new Refusal('TOO_LARGE', `Se importan hasta ${IMPORT_MAX_ROWS} filas por vez`)
  const orders = await settleOrders(db, caller, given, idempotencyKey)
  // Which clients pay the same prices is asked of the catalogue in memory.
  await catalogue.refresh()
  const outcomes: ImportOutcome[] = []
  const make = async (ordersOfChunk: readonly OrderToImport[]) => {
    const made = await db.tx(async (t, publish) => {
      const answered = await makeOrders(t, { catalogue, effects }, caller, ordersOfChunk)
      if (answered.some(({ orderId }) => orderId !== null)) publish('job')
      return answered
    })
    outcomes.push(...made)
  }
  try {
    for (const chunk of chunksOf(orders)) {
      // An order that fails takes no other along: its chunk is made again one by one, up to the failing order.
      await make(chunk).catch(async (error: unknown) => {
        if (!isSafeToRepeat(chunk)) throw error
        for (const order of chunk) await make([order])
      })
    }
  } catch (error) {
    if (outcomes.every(({ orderId }) => orderId === null)) throw error
    onFailure(error)
    const remaining = orders.slice(outcomes.length)
    outcomes.push(...remaining.map((order) => refusal(order, interrupted)))
  }
  return outcomes
}

/** The most orders of one transaction: few enough that other callers get their turn in between. */
const CHUNK = 100
export const interrupted = 'No se importó porque hubo un error. Vuelva a importarlo en unos minutos'

/** Cuts orders into chunks. Orders of one CUIT and number never share one: the second has to see the first. */
function chunksOf(orders: readonly OrderToImport[]): OrderToImport[][] {
  const chunks: OrderToImport[][] = []
  let names = new Set<string>()
  for (const order of orders) {
    const chunk = chunks.at(-1)
    const isKnown = order.number !== '' && names.has(keyOf(order))
    if (chunk && chunk.length < CHUNK && !isKnown) {
      chunk.push(order)
    } else {
      chunks.push([order])
      names = new Set()
    }
    names.add(keyOf(order))
  }
  return chunks
}

/** Without idempotency keys, orders whose commit was not confirmed could be made a second time. */
const isSafeToRepeat = (chunk: readonly OrderToImport[]): boolean =>
  chunk.every(({ idempotencyKey }) => idempotencyKey !== null)

const refusal = (
  { cuit, number }: Pick<OrderToImport, 'cuit' | 'number'>,
  reason: string,
  notices: ImportNotice[] = [],
): ImportOutcome => ({ cuit, number, orderId: null, erpNumber: null, lineCount: 0, total: 0, reason, notices })

/** Makes orders of different numbers in the caller's transaction. One that may not be made is refused; the others are made. */
async function makeOrders(
  t: Transaction<Tables>,
  { catalogue, effects }: Omit<ImportParts, 'db'>,
  caller: Caller,
  orders: readonly OrderToImport[],
): Promise<ImportOutcome[]> {
  const keys = orders.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  const numbers = orders.filter(({ number }) => number !== '').map((order) => `pedido ${keyOf(order)}`)
  // A second import of the same number or key waits here, and then sees the order that the first one made.
  await lockNames(t, [...numbers, ...keys.map((key) => `clave ${caller.userId} ${key}`)])
  const find = await articlesOfOrders(t, catalogue, orders)
  const earlier = await findBefore(t, orders)
  const made = new Map((await findMade(t, caller.userId, keys)).map((order) => [order.key, order]))

  const read = orders.map((order) =>
    onlyMissing(order, planRows(order.items, find(order.clientId ?? NO_CLIENT)), earlier.get(keyOf(order))),
  )
  const unusual = await unusualOfMany(
    t,
    orders.map(({ clientId, items }, place) => ({
      cart: { userId: caller.userId, clientId: clientId ?? NO_CLIENT },
      lines: quantitiesOf(onlyAsking(read[place], items)),
    })),
  )
  const plans = orders.map((order, place) =>
    planOrder(order, withQuestions(read[place], unusual[place]), {
      earlier: earlier.get(keyOf(order)),
      made: made.get(order.idempotencyKey),
    }),
  )
  const toPlace = plans.flatMap((plan) => plan.toPlace ?? [])
  const placed = (await placeOrders(t, effects, caller, 'import', toPlace)).values()
  return plans.map(({ outcome, toPlace }) => {
    if (!toPlace) return outcome
    const made = placed.next().value as PlacedOrder | Refusal
    if (!(made instanceof Refusal)) return { ...outcome, ...made }
    const { cuit, number } = outcome
    return refusal({ cuit, number }, made.message, outcome.notices)
  })
}

/** Where an order is to be completed: its plan without the articles of earlier imports. */
function onlyMissing(
  { complete }: OrderToImport,
  plan: OrderPlan,
  earlier: { articles: ReadonlySet<number> } | undefined,
): OrderPlan {
  if (!complete || !earlier) return plan
  return { ...plan, lines: plan.lines.filter(({ article }) => !earlier.articles.has(article.articleId)) }
}

/** The lines of a plan whose quantities nobody has confirmed yet (R34). */
function onlyAsking(plan: OrderPlan | undefined, items: readonly AskedItem[]): OrderPlan {
  const asking = new Set(items.flatMap(({ row, ask }) => (ask ? [row] : [])))
  return { lines: plan?.lines.filter(({ row }) => asking.has(row)) ?? [], notices: [] }
}

/** `asks`: the order waits until somebody confirms its unusual quantities; its notices name them (R34). */
type AskedPlan = OrderPlan & { readonly asks: boolean }

function withQuestions(
  plan: OrderPlan = { lines: [], notices: [] },
  unusual: ReadonlyMap<number, UnusualQuantity> = new Map(),
): AskedPlan {
  const questions = plan.lines.flatMap(({ row, article, quantity }): ImportNotice[] => {
    const asking = unusual.get(article.articleId)
    if (!asking) return []
    return [{ ...dropped(row, article.code, askQuantity(quantity, '', asking.why)), asking: true }]
  })
  return { ...plan, notices: [...plan.notices, ...questions], asks: questions.length > 0 }
}

/** The outcome of one order and, where it is to be made, the order to place. */
function planOrder(
  order: OrderToImport,
  { lines: items, notices, asks }: AskedPlan,
  before: {
    earlier: { id: number; copy: number | null } | undefined
    made: Awaited<ReturnType<typeof findMade>>[number] | undefined
  },
): { outcome: ImportOutcome; toPlace?: OrderToPlace } {
  const { cuit, number, clientId, addressId, condition, note, ruleReason, idempotencyKey } = order
  if (clientId === null) return { outcome: refusal(order, clientNotFound) }
  const { earlier, made } = before
  const outcome = refusal(order, '', notices)
  if (made) {
    const { id: orderId, erpNumber, total, lineCount, held } = made
    return { outcome: { ...outcome, orderId, erpNumber, total, lineCount, held } }
  }
  if (isExample(order)) return { outcome: { ...outcome, reason: exampleRefused } }
  if (earlier && !order.confirm && !order.complete)
    return { outcome: { ...outcome, reason: importedBefore(number, earlier.id) } }
  if (asks) return { outcome: { ...outcome, reason: quantitiesAsked } }
  if (items.length === 0 && earlier && order.complete)
    return { outcome: { ...outcome, reason: nothingMissing(earlier.id) } }
  if (items.length === 0) return { outcome: { ...outcome, reason: 'Ninguna fila del pedido se puede importar' } }
  const imported: ImportIdentity | null = number === '' ? null : { cuit, number, copy: (earlier?.copy ?? -1) + 1 }
  const lines = items.map(lineOf)
  const total = lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0)
  return {
    outcome: { ...outcome, total, lineCount: lines.length },
    toPlace: { clientId, addressId, condition, note, ruleReason, lines, idempotencyKey, imported },
  }
}

/** The line that is frozen: today's list price, and the discount of its quantity, beside the price that was agreed. */
const lineOf = ({ article, quantity, unitPrice, agreedPrice, note }: PlannedLine<OfferedArticle>): PricedLine => ({
  ...article,
  quantity,
  note: note ?? '',
  discount: discountAt(article, quantity),
  unitPrice,
  priceReason: agreedPrice > 0 ? '' : priceReason(article, quantity),
  shownPrice: unitPrice,
  sold: true,
})
