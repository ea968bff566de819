/** Loads a past order into a cart in one transaction, and reports on every line (R23). */
import { countInWords, missingInWords } from '../../../contract/order-text.ts'
import type { RepeatedLine } from '../../../contract/orders.ts'
import { hasPrice, unitAt } from '../../../contract/price.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { clearCart } from '../cart/delete-carts.service.ts'
import { fillCart, withSubstitutes } from '../cart/fill-cart.service.ts'
import { articlesOf } from '../codes/codes.service.ts'
import { requireClient, type Setting } from '../lines/lines.service.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { type Doubt, listDoubts, listLinesToRepeat, listMissing } from './orders.queries.ts'

/** An order's lines; with `onlyMissing` those of which units will not come, with these units (R308). */
async function linesToRepeat(t: Queryable, { orderId, onlyMissing }: { orderId: number; onlyMissing: boolean }) {
  const lines = await listLinesToRepeat(t, orderId)
  if (!onlyMissing) return lines
  const missing = await listMissing(t, orderId)
  return lines.flatMap((line) => {
    const quantity = missing.get(line.articleId) ?? 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** Why a line waits for a yes: 'Pendientes de entrega: 12 unidades del pedido 44'. */
const doubtInWords = (doubt: Doubt, orderId: number): string =>
  doubt.owed !== null
    ? `Pendientes de entrega: ${countInWords(doubt.owed, 'unidad', 'unidades')} del pedido ${doubt.owedBy}`
    : [`${missingInWords(doubt)} en el pedido ${orderId}`, doubt.reason].filter(Boolean).join(': ')

/**
 * Sets an order's lines in a cart, at today's prices and multiples, and names substitutes for those that can't be ordered. What
 * is still owed, and what will not come, is proposed and not set: who repeats an order would get it twice, or not at all.
 */
export async function repeatOrder(
  db: Db,
  setting: Setting,
  request: { orderId: number; clearCart: boolean; onlyMissing: boolean },
): Promise<RepeatedLine[]> {
  const { caller, clientId } = setting
  requireClient(caller, clientId)
  const repeated = await db.tx(async (t) => {
    if (request.clearCart) await clearCart(t, { userId: caller.userId, clientId })
    const all = await linesToRepeat(t, request)
    const doubts = request.onlyMissing
      ? new Map<number, Doubt>()
      : await listDoubts(t, request.orderId, { userId: caller.userId, clientId })
    const ordered = all.filter(({ articleId }) => !doubts.has(articleId))
    const settled = await fillCart(t, setting, ordered, 'repeat')
    const doubtful = all.flatMap(({ quantity: askedQuantity, note: _, ...named }): RepeatedLine[] => {
      const { articleId } = named
      const doubt = doubts.get(articleId)
      if (!doubt) return []
      const [article] = articlesOf(setting.catalogue.current(clientId).snapshot, [articleId])
      const shown = article && hasPrice(article) ? shownArticle(article) : null
      const reason = doubtInWords(doubt, request.orderId)
      const outcome = shown ? 'a-confirmar' : 'sin-venta'
      const unitPrice = shown ? unitAt(shown, askedQuantity) : 0
      return [
        { ...named, outcome, askedQuantity, quantity: 0, unitPrice, reason, ...(shown && { proposals: [shown] }) },
      ]
    })
    return [...doubtful, ...settled]
  })
  return withSubstitutes(db.kysely, setting, repeated)
}
