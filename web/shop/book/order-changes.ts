/** An order that the server stopped, and the same order with the changes that stopped it (R22, R225). Pure. */
import type { ChangedLine } from '../../../contract/orders.ts'
import { isPrice } from '../../../contract/price.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { KeptOrder, OrderedLine } from './device-store.ts'

/** Whether a changed line can still be part of the order. */
export const isOffered = ({ sold, unitPrice, quantity }: ChangedLine): boolean =>
  sold && isPrice(unitPrice) && quantity > 0

/** The order's lines and what is known of the server's cart, once somebody has accepted the changes. */
export function linesAsAccepted(
  { lines, known }: Pick<KeptOrder, 'lines' | 'known'>,
  changes: readonly ChangedLine[],
): Pick<KeptOrder, 'lines' | 'known'> {
  const changed = new Map(changes.map((change) => [change.articleId, change]))
  return {
    lines: lines.map((line) => {
      const change = changed.get(line.articleId)
      if (!change) return line
      if (!isOffered(change)) return { ...line, quantity: 0 }
      // The screen has shown the quantity with the question about it: nobody is asked twice (R34).
      const typed = line.typed && { ...line.typed, confirmed: true }
      return { ...line, typed, quantity: change.quantity, unitPrice: change.unitPrice }
    }),
    // Units that the cart holds besides the order were on the screen. They stay there, and stop the order no more.
    known: known && [
      ...known,
      ...changes.flatMap(({ articleId, inCart }) => (inCart === undefined ? [] : [{ articleId, quantity: inCart }])),
    ],
  }
}

/** A line that the cart still has once an order stands, and how many units of it. */
export interface LeftLine {
  readonly line: OrderedLine
  readonly quantity: number
}

/** What the cart still has of an order's lines when its key had made another order: the units that `made` lacks of each. */
export const linesLeft = (
  lines: readonly OrderedLine[],
  made: readonly { readonly articleId: number; readonly quantity: number }[],
): LeftLine[] => {
  const held = new Map(made.map(({ articleId, quantity }) => [articleId, quantity]))
  return lines.flatMap((line) =>
    line.quantity > 0 ? [{ line, quantity: Math.max(0, line.quantity - (held.get(line.articleId) ?? 0)) }] : [],
  )
}

/** What lines come to, in cents. */
export const amountOf = (lines: readonly Pick<OrderedLine, 'unitPrice' | 'quantity'>[]): number =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + lineAmount(unitPrice, quantity), 0)
