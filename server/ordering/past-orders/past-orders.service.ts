/** Orders of the past, as the ERP tells them, for whoever may see their client (R399). They are never changed here. */
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { RepeatedLine } from '../../../contract/orders.ts'
import {
  type listPastOrders,
  PAST_PAGE_SIZE,
  type PastOrder,
  type PastOrderRow,
} from '../../../contract/past-orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type Caller, clientOf, reachesClient, type SellersReach } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import { forbidden, notFound } from '../../refusal.ts'
import { clearCart } from '../cart/delete-carts.service.ts'
import { fillCart, withSubstitutes } from '../cart/fill-cart.service.ts'
import { requireClient, type Setting } from '../lines/lines.service.ts'
import { findPast, listPast, listPastLines } from './past-orders.queries.ts'

/** The most words of a search that count. */
const MOST_WORDS = 8

/** The most that an answer tells; an ERP may tell any quantities, and a cart takes far fewer. */
const MOST_UNITS = 2_147_483_647

/** A page of a client's orders of the past; empty for whoever has no client, and for staff who name none. */
export async function pastOrders(
  db: Queryable,
  caller: Caller,
  { page, size = PAST_PAGE_SIZE, clientId: named, text }: QueryOf<typeof listPastOrders>,
): Promise<PastOrderRow[]> {
  const clientId = clientOf(caller, named)
  if (clientId === NO_CLIENT) return []
  const words = foldText(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
  const rows = await listPast(db, { clientId, words }, { limit: size, offset: page * size })
  return rows.map(({ matches, ...row }, at) => ({ ...row, ...(at === 0 && { matches }) }))
}

/**
 * One of them with its lines.
 * @throws Refusal 404 for none, and for one that is an order of the shop's own; 403 for a client that the caller does not reach
 */
export async function pastOrderOf(db: Queryable, caller: Caller, id: number, reach: SellersReach): Promise<PastOrder> {
  const order = await findPast(db, id)
  if (!order) throw notFound()
  if (!(await reachesClient(caller, order.clientId, reach))) throw forbidden()
  return { ...order, lines: await listPastLines(db, id) }
}

/**
 * Sets its lines in a cart, at today's prices and multiples (R23). What came back is left out; a code that no article has is
 * told like an article that is not sold any more. Call `pastOrderOf` first.
 */
export async function repeatPast(
  db: Db,
  setting: Setting,
  { id, clearFirst }: { id: number; clearFirst: boolean },
): Promise<RepeatedLine[]> {
  const { caller, clientId } = setting
  requireClient(caller, clientId)
  const repeated = await db.tx(async (t) => {
    if (clearFirst) await clearCart(t, { userId: caller.userId, clientId })
    const lines = joined(await listPastLines(t, id))
    const known = lines.flatMap(({ articleId, unitPrice, ...line }) =>
      articleId === null ? [] : [{ ...line, articleId, note: '', unitPriceBefore: unitPrice ?? 0 }],
    )
    const filled = await fillCart(t, setting, known, 'repeat')
    const gone = lines.flatMap(({ articleId, code, description, quantity, unitPrice }): RepeatedLine[] => {
      if (articleId !== null) return []
      const line = { code, description, askedQuantity: quantity, quantity: 0, unitPrice: 0 }
      return [{ ...line, outcome: 'sin-venta', unitPriceBefore: unitPrice ?? 0 }]
    })
    return [...filled, ...gone]
  })
  return withSubstitutes(db.kysely, setting, repeated)
}

/** Lines of one code are one line of a cart; what came back is taken off. */
function joined<L extends { code: string; quantity: number }>(lines: readonly L[]): L[] {
  const byCode = new Map<string, L>()
  for (const line of lines) {
    const before = byCode.get(line.code)
    const quantity = Math.min(line.quantity + (before?.quantity ?? 0), MOST_UNITS)
    byCode.set(line.code, { ...(before ?? line), quantity })
  }
  return [...byCode.values()].filter(({ quantity }) => quantity > 0)
}
