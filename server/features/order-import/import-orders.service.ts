/** Making the orders of a reviewed file: each in a transaction of its own, whole or not at all (READINGS 24). */
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { clientNotFound } from '../../../contract/clients.ts'
import { readId } from '../../../contract/ids.ts'
import {
  addressesRefused,
  IMPORT_MAX_ROWS,
  type ImportNotice,
  type ImportOutcome,
  importedBefore,
  type importedOrder,
} from '../../../contract/order-import.ts'
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { type Db, errorCode } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../http/access.ts'
import { HttpError, malformed } from '../../http/errors.ts'
import {
  conditionRefused,
  type ImportIdentity,
  mayChooseCondition,
  type OrderEffects,
  type PricedLine,
  placeOrder,
} from '../orders/place-order.service.ts'
import { cuitDigits, textOf } from './group-rows.rules.ts'
import { chosenClient, clientsByCuit } from './order-clients.service.ts'
import type { AskedItem } from './order-file.types.ts'
import { findMade } from './order-import.queries.ts'
import { type PlannedItem, planItems } from './plan-order.rules.ts'
import { articlesByCode, earlierOrders } from './review.service.ts'

type GivenOrder = z.output<typeof importedOrder>

const UNIQUE_VIOLATION = '23505'
/** Others may win the race for a number; each round then sees their order. */
const ROUNDS = 3

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
 * answered again; without one, a known number is refused unless confirmed.
 * Errors: 400 for an address or condition that is none (before anything is made), 413 for too many rows.
 */
export async function importOrders(
  db: Db,
  effects: OrderEffects,
  caller: Caller,
  given: readonly GivenOrder[],
  idempotencyKey: string | null,
): Promise<ImportOutcome[]> {
  if (given.reduce((sum, { items }) => sum + items.length, 0) > IMPORT_MAX_ROWS)
    throw new HttpError('TOO_LARGE', `Se importan hasta ${IMPORT_MAX_ROWS} filas por vez`)
  const orders = await settle(db, caller, given, idempotencyKey)
  const outcomes: ImportOutcome[] = []
  for (const order of orders) outcomes.push(await importOrder(db, effects, caller, order))
  return outcomes
}

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
    if (!mayChooseCondition(caller, order.condition))
      throw malformed(conditionRefused, [{ field: 'condicion', message: conditionRefused }])
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

const badAddress = () => malformed(addressesRefused, [{ field: 'iddir', message: addressesRefused }])

/** An address's id, PICKUP or NO_ADDRESS; an empty one is no choice. */
function addressOf(given: GivenOrder['addressId']): number {
  const id = readId(textOf(given ?? null), PICKUP, NO_ADDRESS)
  if (id === undefined) throw badAddress()
  return id
}

async function importOrder(
  db: Db,
  effects: OrderEffects,
  caller: Caller,
  order: OrderToImport,
): Promise<ImportOutcome> {
  if (order.clientId === null) return refusal(order, clientNotFound)
  const { clientId } = order
  for (let round = 1; ; round++) {
    try {
      return await db.tx(async (t, publish) => {
        const outcome = await makeOrder(t, effects, caller, { ...order, clientId })
        if (outcome.orderId !== null) publish('job')
        return outcome
      })
    } catch (error) {
      if (error instanceof HttpError) return refusal(order, error.message)
      if (errorCode(error) !== UNIQUE_VIOLATION || round === ROUNDS) throw error
    }
  }
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

async function makeOrder(
  t: Transaction<Tables>,
  effects: OrderEffects,
  caller: Caller,
  order: OrderToImport & { clientId: number },
): Promise<ImportOutcome> {
  const { cuit, number, idempotencyKey } = order
  const { items, notices } = planItems(order.items, await articlesByCode(t, [order]))
  const made = idempotencyKey === null ? undefined : await findMade(t, caller.userId, idempotencyKey)
  if (made) return answer(order, made, notices)

  const earlier = (await earlierOrders(t, [order])).values().next().value
  if (earlier && !order.confirm) return refusal(order, importedBefore(number, earlier.id), notices)
  if (items.length === 0) return refusal(order, 'Ninguna fila del pedido se puede importar', notices)
  const imported: ImportIdentity | null =
    number === '' ? null : { cuit, number, copy: (earlier?.copy ?? -1) + 1 }
  const lines = items.map(lineOf)
  const { orderId, erpNumber } = await placeOrder(t, effects, caller, {
    clientId: order.clientId,
    addressId: order.addressId,
    condition: order.condition,
    note: order.note,
    lines,
    channel: 'import',
    idempotencyKey,
    imported,
  })
  const total = lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0)
  return answer(order, { id: orderId, erpNumber, total, lineCount: lines.length }, notices)
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

const answer = (
  { cuit, number }: OrderToImport,
  { id, ...made }: { id: number; erpNumber: number | null; total: number; lineCount: number },
  notices: ImportNotice[],
): ImportOutcome => ({ cuit, number, orderId: id, ...made, reason: '', notices })
