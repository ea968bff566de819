/** Making the orders of a reviewed file: each in a transaction of its own, whole or not at all (R24). */

import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { clientNotFound } from '../../../contract/clients.ts'
import { readId } from '../../../contract/ids.ts'
import {
  addressesRefused,
  IMPORT_MAX_ROWS,
  type ImportOutcome,
  importedBefore,
  type importedOrder,
} from '../../../contract/order-import.ts'
import { NO_ADDRESS, type OrderNumbers, PICKUP } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import {
  conditionRefused,
  type ImportIdentity,
  mayChooseCondition,
  type OrderEffects,
  type OrderToPlace,
  type PricedLine,
  placeOrders,
} from '../orders/place-order.service.ts'
import { cuitDigits, textOf } from './group-rows.rules.ts'
import { chosenClient, clientsByCuit } from './order-clients.service.ts'
import type { AskedItem, ImportArticle } from './order-file.types.ts'
import { findMade, lockNames } from './order-import.queries.ts'
import { type PlannedItem, planItems } from './plan-order.rules.ts'
import { articlesByCode, earlierOrders, keyOf } from './review.service.ts'

type GivenOrder = z.output<typeof importedOrder>

/** An order that may be made: whom it is for and where it goes is settled. */
interface OrderToImport {
  cuit: string
  number: string
  /** Null: the caller has no client with the CUIT. */
  clientId: number | null
  addressId: number
  condition: number
  note: string
  confirm: boolean
  items: AskedItem[]
  idempotencyKey: string | null
}

/**
 * Makes the orders and answers what became of each. With a key, an order that an earlier run made is
 * answered again; without one, a known number is refused unless confirmed. What was made is always
 * answered: when something fails after it, `onFailure` hears of that and the rest is refused.
 * Errors: 400 for an address or condition that is none (before anything is made), 413 for too many rows.
 */
export async function importOrders(
  db: Db,
  effects: OrderEffects,
  caller: Caller,
  given: readonly GivenOrder[],
  idempotencyKey: string | null,
  onFailure: (error: unknown) => void = () => {},
): Promise<ImportOutcome[]> {
  if (given.reduce((sum, { items }) => sum + items.length, 0) > IMPORT_MAX_ROWS)
    throw new Refusal('TOO_LARGE', `Se importan hasta ${IMPORT_MAX_ROWS} filas por vez`)
  const orders = await settle(db, caller, given, idempotencyKey)
  const outcomes: ImportOutcome[] = []
  const make = async (some: readonly OrderToImport[]) => {
    const made = await db.tx(async (t, publish) => {
      const chunk = await makeOrders(t, effects, caller, some)
      if (chunk.some(({ orderId }) => orderId !== null)) publish('job')
      return chunk
    })
    outcomes.push(...made)
  }
  try {
    for (const chunk of chunksOf(orders)) {
      // An order that fails takes no other along: what can be made of its chunk before it is made.
      await make(chunk).catch(async (error: unknown) => {
        if (!isSafeToRepeat(chunk)) throw error
        for (const order of chunk) await make([order])
      })
    }
  } catch (error) {
    if (outcomes.every(({ orderId }) => orderId === null)) throw error
    onFailure(error)
    const left = orders.slice(outcomes.length)
    outcomes.push(...left.map((order) => refusal(order, interrupted)))
  }
  return outcomes
}

/** So many orders at most share a transaction: few enough that others get their turn in between. */
const CHUNK = 100
export const interrupted = 'No se importó porque hubo un error. Vuelva a importarlo en unos minutos'

/** Orders of one CUIT and number never share a chunk: the second one is about the first. */
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

/** Without keys, orders whose commit was not heard of could be made a second time. */
const isSafeToRepeat = (chunk: readonly OrderToImport[]): boolean =>
  chunk.every(({ idempotencyKey }) => idempotencyKey !== null)

/** Finds client and address of every order, and refuses them all when one address is not valid. */
async function settle(
  db: Db,
  caller: Caller,
  given: readonly GivenOrder[],
  idempotencyKey: string | null,
): Promise<OrderToImport[]> {
  const read = given.map((order) => ({ ...order, cuit: cuitDigits(order.cuit) ?? order.cuit.trim() }))
  const clients = await clientsByCuit(
    db.kysely,
    caller,
    read.map(({ cuit }) => cuit),
  )
  const nth = new Map<string, number>()
  return read.map((order) => {
    const number = textOf(order.number ?? null)
    const addressId = addressOf(order.addressId)
    const of = clients.get(order.cuit)
    const client = of && chosenClient(of, addressId)
    if (client === null) throw badAddress()
    if (!mayChooseCondition(caller, order.condition)) throw wrongField('condition', conditionRefused)
    const place = nth.get(`${order.cuit} ${number}`) ?? 0
    nth.set(`${order.cuit} ${number}`, place + 1)
    return {
      cuit: order.cuit,
      number,
      clientId: client?.id ?? null,
      addressId,
      condition: order.condition,
      note: order.note ?? '',
      confirm: order.confirm ?? false,
      items: order.items.map((item, index) => ({
        row: item.row ?? index + 1,
        code: textOf(item.code),
        quantity: item.quantity ?? null,
        price: item.price ?? null,
        note: (item.note ?? '').trim(),
      })),
      // Not by its place in the request: a second run may leave out what the first has made.
      idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey} ${order.cuit} ${number} ${place}`,
    }
  })
}

const badAddress = () => wrongField('addressId', addressesRefused)

/** An address's id, PICKUP or NO_ADDRESS; an empty one is no choice. */
function addressOf(given: GivenOrder['addressId']): number {
  const id = readId(textOf(given ?? null), PICKUP, NO_ADDRESS)
  if (id === undefined) throw badAddress()
  return id
}

const refusal = (
  { cuit, number }: Pick<OrderToImport, 'cuit' | 'number'>,
  reason: string,
  notices: ImportNotice[] = [],
): ImportOutcome => ({
  ...{ cuit, number, orderId: null, erpNumber: null, lineCount: 0, total: 0 },
  reason,
  notices,
})

/** Makes orders of different numbers, all or none; one that may not be made is refused and in nobody's way. */
async function makeOrders(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  orders: readonly OrderToImport[],
): Promise<ImportOutcome[]> {
  const keys = orders.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  const numbers = orders.filter(({ number }) => number !== '').map((order) => `pedido ${keyOf(order)}`)
  // Whoever imports the same number or key waits here, and then sees what was made of it.
  await lockNames(t, [...numbers, ...keys.map((key) => `clave ${caller.userId} ${key}`)])
  const articles = await articlesByCode(t, orders)
  const earlier = await earlierOrders(t, orders)
  const made = new Map((await findMade(t, caller.userId, keys)).map((order) => [order.key, order]))

  const plans = orders.map((order) =>
    planOrder(order, articles, earlier.get(keyOf(order)), made.get(order.idempotencyKey)),
  )
  const toPlace = plans.flatMap((plan) => plan.toPlace ?? [])
  const placed = (await placeOrders(t, effects, caller, 'import', toPlace)).values()
  return plans.map(({ outcome, toPlace }) => {
    if (!toPlace) return outcome
    const made = placed.next().value as OrderNumbers | Refusal
    if (!(made instanceof Refusal)) return { ...outcome, ...made }
    const { cuit, number } = outcome
    return refusal({ cuit, number }, made.message, outcome.notices)
  })
}

/** What becomes of one order, and what has to be placed for it. */
function planOrder(
  order: OrderToImport,
  articles: ReadonlyMap<string, ImportArticle>,
  earlier: { id: number; copy: number | null } | undefined,
  made: { id: number; erpNumber: number | null; total: number; lineCount: number } | undefined,
): { outcome: ImportOutcome; toPlace?: OrderToPlace } {
  const { cuit, number, clientId, addressId, condition, note, idempotencyKey } = order
  if (clientId === null) return { outcome: refusal(order, clientNotFound) }
  const { items, notices } = planItems(order.items, articles)
  const outcome = refusal(order, '', notices)
  if (made) {
    const { id: orderId, erpNumber, total, lineCount } = made
    return { outcome: { ...outcome, orderId, erpNumber, total, lineCount } }
  }
  if (earlier && !order.confirm)
    return { outcome: { ...outcome, reason: importedBefore(number, earlier.id) } }
  if (items.length === 0)
    return { outcome: { ...outcome, reason: 'Ninguna fila del pedido se puede importar' } }
  const imported: ImportIdentity | null =
    number === '' ? null : { cuit, number, copy: (earlier?.copy ?? -1) + 1 }
  const lines = items.map(lineOf)
  const total = lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0)
  return {
    outcome: { ...outcome, total, lineCount: lines.length },
    toPlace: { clientId, addressId, condition, note, lines, idempotencyKey, imported },
  }
}

/** The line that is frozen: today's list price and discount beside the price that was agreed. */
const lineOf = ({ article, quantity, unitPrice, note }: PlannedItem): PricedLine => ({
  ...article,
  quantity,
  note,
  unitPrice,
  shownPrice: unitPrice,
  sold: true,
})
