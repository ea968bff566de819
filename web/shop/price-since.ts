/** How prices have changed since this client last paid them (R242). Pure. */
import type { CartLine } from '../../contract/cart.ts'
import { lineAmount } from '../../contract/rules.ts'
import { isOrderable, lineUnit } from './cart-amounts.ts'

/** The change from one price to another, both in cents, as text: '+15 %'. */
export function partOf(before: number, now: number): string {
  const part = Math.round(((now - before) / before) * 1000) / 10
  const text = String(Math.abs(part)).replace('.', ',')
  return `${now > before ? '+' : '−'}${text} %`
}

/** Whether two unit prices in cents can be compared and differ: without a price there is nothing to compare. */
export const hasMoved = (before: number | undefined, now: number): before is number =>
  before !== undefined && before > 0 && now > 0 && before !== now

/** A line to be ordered: cents a unit cost this client before and costs now, and how many units. */
export interface PricedLine {
  readonly code: string
  readonly description: string
  readonly before: number
  readonly now: number
  readonly quantity: number
}

export interface PriceMoves {
  /** Cents of the lines whose earlier price is known, at the earlier prices and at today's. */
  readonly before: number
  readonly now: number
  /** The lines whose price rose by the largest part, at most three. */
  readonly risen: readonly PricedLine[]
}

/** Lines that are named beside the difference of a total. */
const NAMED = 3

/** What lines come to at the prices paid before and today; null where no price differs. */
export function priceMoves(lines: readonly PricedLine[]): PriceMoves | null {
  const known = lines.filter(({ before, now, quantity }) => before > 0 && now > 0 && quantity > 0)
  if (!known.some(({ before, now }) => before !== now)) return null
  const sum = (priceOf: (line: PricedLine) => number) =>
    known.reduce((total, line) => total + lineAmount(priceOf(line), line.quantity), 0)
  const risen = known
    .filter(({ before, now }) => now > before)
    .toSorted((a, b) => b.now / b.before - a.now / a.before)
    .slice(0, NAMED)
  return { before: sum((line) => line.before), now: sum((line) => line.now), risen }
}

/** How the prices of a cart moved since its lines were put there; a line of which that is not known counts as unchanged. */
export const movesSincePut = (lines: readonly CartLine[]): PriceMoves | null =>
  priceMoves(
    lines.filter(isOrderable).map((line) => {
      const now = lineUnit(line)
      return { ...line, now, before: line.shownPrice || now }
    }),
  )
