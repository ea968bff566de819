/** The cart as the screen shows it: what the server has stored, and over it what the device keeps (R33, R228). Pure. */
import type { CartLine } from '../../../contract/cart.ts'
import { roundToMultiple } from '../../../contract/rules.ts'
import { lineUnit } from '../cart-amounts.ts'
import type { Pending } from './cart-saves.ts'
import type { KeptLine } from './device-store.ts'

/** A row of the cart for an article that the server's answer does not have; null where nothing is known of it. */
export const rowOf = ({ article, quantity, note = '' }: KeptLine, clientId: number, id = 0): CartLine | null =>
  article ? { ...article, articleIdShown: article.articleId, id, quantity, note, clientId, sold: true } : null

/** A row with a line that was just set; the price seen is today's in that quantity, as the server stores it (R242). */
export function withSet(row: CartLine, set: Pick<CartLine, 'quantity' | 'note'>): CartLine {
  const line = { ...row, ...set }
  return { ...line, shownPrice: lineUnit(line) }
}

/** Whether the screen shows a line as it was typed: one that was refused or asked about is shown as it is stored. */
const isShownAsTyped = ({ state }: Pending): boolean => state === 'saving' || state === 'waiting'

/**
 * The rows of a cart. A row that was removed on the device is gone once its removal waits there; while the removal is on
 * its way the row stays, and says so.
 */
export function cartShown(
  stored: readonly CartLine[],
  pending: ReadonlyMap<number, Pending>,
  clientId: number,
): CartLine[] {
  const storedIds = new Set(stored.map(({ articleId }) => articleId))
  const rows = stored.flatMap((row): CartLine[] => {
    const line = pending.get(row.articleId)
    if (!line || !isShownAsTyped(line)) return [row]
    if (line.quantity === 0) return line.state === 'waiting' ? [] : [row]
    const quantity = roundToMultiple(line.quantity, row.multiple)
    return [withSet(row, { quantity, note: line.note ?? row.note })]
  })
  const added = [...pending.values()].flatMap((line) => {
    if (storedIds.has(line.articleId) || !isShownAsTyped(line) || line.quantity === 0) return []
    const quantity = roundToMultiple(line.quantity, line.article?.multiple ?? 1)
    return rowOf({ ...line, quantity }, clientId) ?? []
  })
  return [...rows, ...added]
}
