/** Settles the client and the address of each order that a request names (R24). */
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

/** An order whose client and address are settled. */
export interface OrderToImport {
  cuit: string
  number: string
  /** Null: the caller has no client with the CUIT. */
  clientId: number | null
  addressId: number
  condition: number
  note: string
  confirm: boolean
  /** Order only the articles that earlier imports of the number do not have. */
  complete: boolean
  /** Why it is made below its least amount (R363). */
  ruleReason: string | undefined
  items: AskedItem[]
  idempotencyKey: string | null
}

/**
 * Finds client and address of every order.
 * @throws Refusal 400 of all orders when the address or the condition of one is not valid
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
  const timesNamed = new Map<string, number>()
  return read.map((order) => {
    const number = textOf(order.number ?? null)
    const addressId = addressOf(order.addressId)
    const clientsOfCuit = clients.get(order.cuit)
    const client = clientsOfCuit && chosenClient(clientsOfCuit, addressId)
    if (client === null) throw badAddress()
    if (!mayChooseCondition(caller, order.condition)) throw wrongField('condition', conditionRefused)
    const place = timesNamed.get(`${order.cuit} ${number}`) ?? 0
    timesNamed.set(`${order.cuit} ${number}`, place + 1)
    return {
      cuit: order.cuit,
      number,
      clientId: client?.id ?? null,
      addressId,
      condition: order.condition,
      note: order.note ?? '',
      confirm: order.confirm ?? false,
      complete: order.complete ?? false,
      ruleReason: order.ruleReason,
      items: order.items.map((item, index) => ({
        row: item.row ?? index + 1,
        code: textOf(item.code),
        articleId: item.articleId,
        quantity: item.quantity ?? null,
        price: item.price ?? null,
        note: (item.note ?? '').trim(),
        ask: item.ask ?? false,
      })),
      // The key does not depend on the place in the request: a second run may leave out orders that the first has made.
      idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey} ${order.cuit} ${number} ${place}`,
    }
  })
}

const badAddress = () => wrongField('addressId', addressesRefused)

/** An address's id, PICKUP or NO_ADDRESS. @throws Refusal 400 for anything else, an empty text included */
function addressOf(given: GivenOrder['addressId']): number {
  const id = readId(textOf(given ?? null), PICKUP, NO_ADDRESS)
  if (id === undefined) throw badAddress()
  return id
}
