/** Loads a past order into a cart in one transaction, and reports on every line (R23). */
import type { RepeatedLine } from '../../../contract/orders.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { clearCart } from '../cart/delete-carts.service.ts'
import { requireClient, type Setting, setLinesIn } from '../lines/lines.service.ts'
import { similarArticles } from '../readers/sheet/proposals.service.ts'
import { listLinesToRepeat, listMissing } from './orders.queries.ts'

/** An order's lines, or of each line what was ordered and will not come (R308). */
async function linesToRepeat(t: Queryable, { orderId, onlyMissing }: { orderId: number; onlyMissing: boolean }) {
  const lines = await listLinesToRepeat(t, orderId)
  if (!onlyMissing) return lines
  const missing = await listMissing(t, orderId)
  return lines.flatMap((line) => {
    const quantity = missing.get(line.articleId) ?? 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** Sets an order's lines in a cart, at today's prices and multiples; names similar articles for those that can't be ordered. */
export async function repeatOrder(
  db: Db,
  setting: Setting,
  request: { orderId: number; clearCart: boolean; onlyMissing: boolean },
): Promise<RepeatedLine[]> {
  const { caller, clientId } = setting
  requireClient(caller, clientId)
  const repeated = await db.tx(async (t) => {
    if (request.clearCart) await clearCart(t, { userId: caller.userId, clientId })
    const ordered = await linesToRepeat(t, request)
    const { lines, notices } = await setLinesIn(
      t,
      setting,
      ordered.map(({ articleId: article, quantity, note }, row) => ({
        row,
        article,
        quantity,
        note,
        channel: 'repeat',
      })),
    )
    const set = new Map(lines.map((line) => [line.articleId, line]))
    const why = new Map(notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason] as const] : [])))
    return ordered.map(({ articleId, quantity: askedQuantity, note: _, ...named }, row): RepeatedLine => {
      const line = set.get(articleId)
      const outcome = !line ? 'sin-venta' : line.quantity === askedQuantity ? 'agregado' : 'cantidad'
      const { quantity, unitPrice } = line ?? { quantity: 0, unitPrice: 0 }
      return { ...named, outcome, askedQuantity, quantity, unitPrice, reason: why.get(row) }
    })
  })
  const gone = repeated.filter(({ outcome }) => outcome === 'sin-venta')
  const similar = await similarArticles(setting.catalogue.current(), gone)
  return repeated.map((line) => {
    const proposals = similar[gone.indexOf(line)]
    return proposals ? { ...line, proposals } : line
  })
}
