/** Loading a past order into a cart: one transaction, every line reported (R23). */
import type { RepeatedLine } from '../../../contract/orders.ts'
import { hasPrice, roundToMultiple, unitPrice } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { requireClient, storeLines } from '../cart/cart.service.ts'
import { clearCart } from '../cart/delete-carts.service.ts'
import { listLinesToRepeat } from './orders.queries.ts'

/** Adds the lines of an order, at today's prices and multiples, to the caller's cart for a client. */
export function repeatOrder(
  db: Db,
  caller: Caller,
  request: { orderId: number; clientId: number; clearCart: boolean },
): Promise<RepeatedLine[]> {
  requireClient(caller, request.clientId)
  const cart: CartKey = { userId: caller.userId, clientId: request.clientId }
  return db.tx(async (t) => {
    if (request.clearCart) await clearCart(t, cart)
    const repeated = (await listLinesToRepeat(t, request.orderId)).map(repeatLine)
    const lines = repeated
      .filter(({ report }) => report.outcome !== 'sin-venta')
      .map(({ line, report }) => ({
        articleId: line.articleId,
        quantity: report.quantity,
        note: line.note,
        channel: 'repeat' as const,
        createdBy: caller.userId,
        shownPrice: unitPrice(line.listPrice, line.discount),
      }))
    await storeLines(t, cart, lines)
    return repeated.map(({ report }) => report)
  })
}

type OrderedLine = Awaited<ReturnType<typeof listLinesToRepeat>>[number]

/** What becomes of one line today: its quantity by today's multiple, or nothing when it is not sold any more. */
function repeatLine(line: OrderedLine): { line: OrderedLine; report: RepeatedLine } {
  const { code, description, quantity: askedQuantity } = line
  const sold = line.listed && hasPrice(line.listPrice)
  const quantity = sold ? roundToMultiple(askedQuantity, line.multiple) : 0
  const outcome = !sold ? 'sin-venta' : quantity === askedQuantity ? 'agregado' : 'cantidad'
  return { line, report: { code, description, outcome, askedQuantity, quantity } }
}
