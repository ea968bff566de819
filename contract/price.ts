/** What is asked for an article: pure, whole numbers, the same in the browser and on the server (R3, R6). */

/** What the price of an article comes from, as one customer is shown it. */
export interface Priced {
  /** The price that the discount is taken from, in cents; 0: none. */
  readonly listPrice: number
  /** For one unit, in hundredths of a percent (5 % = 500). */
  readonly discount: number
}

const WHOLE = 10_000n
/** The largest product that a double still holds exactly, with room for the rounding. */
const LARGEST = Number.MAX_SAFE_INTEGER - 5_000

/** Cents less a discount, rounded once, halves up (R3): 3830 at 500 is 3639. Exact for any amount of whole cents. */
function less(cents: number, discount: number): number {
  const product = cents * (10_000 - discount)
  if (product <= LARGEST) return Math.floor((product + 5_000) / 10_000)
  return Number((BigInt(cents) * BigInt(10_000 - discount) + WHOLE / 2n) / WHOLE)
}

/** What one unit costs, in cents; 0: the article has no price and is not sold (R6). */
export const priceOf = ({ listPrice, discount }: Priced): number => less(listPrice, discount)

/** Whether cents are a price: 0 is none, shown as 'Consultar' and not sold (R6). */
export const isPrice = (cents: number): boolean => cents > 0

/** Whether an article has a price: real feeds carry 0, and a discount or its rounding may leave none (R6). */
export const hasPrice = (article: Priced): boolean => isPrice(priceOf(article))

/** The price that a line of an order was frozen with. */
export interface PaidPrice extends Priced {
  /** Cents. */
  readonly unitPrice: number
}

/** Whether a price was agreed for a line: it is not what its list price and discount make (R24). */
export const isAgreed = (line: PaidPrice): boolean => line.unitPrice !== priceOf(line)
