/** What the lines of a cart cost, in cents: pure, for every screen that shows or orders them. */
import type { CartLine } from '../../contract/cart.ts'
import { hasPrice, priceAt } from '../../contract/price.ts'
import { lineAmount } from '../../contract/rules.ts'

/** What one unit of a line costs the customer now, in cents, in its quantity (R351). */
export const lineUnit = (line: Pick<CartLine, 'listPrice' | 'discount' | 'steps' | 'quantity'>): number =>
  priceAt(line, line.quantity)

/** Whether a line can be ordered: its article is still sold and has a price (R6). */
export const isOrderable = (line: Pick<CartLine, 'sold' | 'listPrice' | 'discount'>): boolean =>
  line.sold && hasPrice(line)

/** Sum of the lines that can be ordered, in cents. */
export const totalOf = (lines: readonly CartLine[]): number =>
  lines.filter(isOrderable).reduce((sum, line) => sum + lineAmount(lineUnit(line), line.quantity), 0)
