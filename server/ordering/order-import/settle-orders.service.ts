/** From the orders that a request names to those that may be made: whose each is and where it goes (R24). */
import type * as z from 'zod/mini'
import { readId } from '../../../contract/ids.ts'
import { addressesRefused, type importedOrder } from '../../../contract/order-import.ts'
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../refusal.ts'
import { conditionRefused, mayChooseCondition } from '../orders/place-order.service.ts'
import { textOf } from '../readers/sheet/cells.rules.ts'
import { cuitDigits } from '../readers/sheet/columns.rules.ts'
import { chosenClient, clientsByCuit } from './order-clients.service.ts'
import type { AskedItem } from './order-file.types.ts'

export type GivenOrder = z.output<typeof importedOrder>

/** An order that may be made: whom it is for and where it goes is settled. */
export interface OrderToImport {
  cuit: string
  number: string
  /** Null: the caller has no client with the CUIT. */
  clientId: number | null
  addressId: number
  condition: number
  note: string
  confirm: boolean
  /** Only what earlier imports of the number do not have. */
  complete: boolean
  items: AskedItem[]
  idempotencyKey: string | null
}

/**
 * Finds client and address of every order.
 * @throws Refusal of them all when an address or a condition of one is not valid
 */
export async function settleOrders(
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
      complete: order.complete ?? false,
      items: order.items.map((item, index) => ({
        row: item.row ?? index + 1,
        code: textOf(item.code),
        articleId: item.articleId,
        quantity: item.quantity ?? null,
        price: item.price ?? null,
        note: (item.note ?? '').trim(),
        ask: item.ask ?? false,
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
