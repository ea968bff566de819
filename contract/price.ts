/** What is asked for an article: pure, whole numbers, the same in the browser and on the server (R3, R6, R351, R352). */

/** From how many units of an article on each unit of a line costs less (R351). */
export interface PriceStep {
  readonly units: number
  /** The discount in place of the article's own, in hundredths of a percent. */
  readonly percent: number
  /** What a unit costs then, in cents. */
  readonly unitPrice: number
}

/** What a price is made of. */
export interface PriceParts {
  /** The start of the price: what the discount is taken from, in cents; 0: none. */
  readonly listPrice: number
  /** Hundredths of a percent (5 % = 500). */
  readonly discount: number
  /** What a client has taken off beside it, in hundredths of a percent; absent: nothing. */
  readonly bonus?: number | undefined
}

/**
 * What one unit costs, in cents: the start less the discount and less the bonus, rounded once, halves up (R3, R352): 3830 at
 * 500 is 3639. Exact for any amount of whole cents. 0: the article has no price and is not sold (R6).
 */
export const unitOf = ({ listPrice, discount, bonus = 0 }: PriceParts): number =>
  Number((BigInt(listPrice) * BigInt((10_000 - discount) * (10_000 - bonus)) + 50_000_000n) / 100_000_000n)

/** What an article costs, as one customer is shown it. */
export interface Priced {
  /** As in PriceParts; the discount is that of one unit. */
  readonly listPrice: number
  readonly discount: number
  /** Of one unit, in cents, where it is not the start less the discount. */
  readonly unitPrice?: number | null | undefined
  /** By rising units and percents, each above the discount; absent or null: every quantity has one price. */
  readonly steps?: readonly PriceStep[] | null | undefined
  /** Where the start and the bonus come from, in words: 'Lista Interior'; '' or absent for the base list. */
  readonly reason?: string | null | undefined
  /** The promotion that the start or the discount of one unit is of, in words; '' or absent for none (R358). */
  readonly promotion?: string | null | undefined
}

/** What a unit costs by quantity. */
export interface UnitPrices extends Pick<Priced, 'steps'> {
  /** Of one unit, in cents; 0: the article has no price. */
  readonly unitPrice: number
}

/** What one unit of an article costs, in cents. */
export const priceOf = (article: Priced): number => article.unitPrice ?? unitOf(article)

/** The step that a line of `quantity` units reaches; undefined below the first. */
export const stepAt = ({ steps }: Pick<Priced, 'steps'>, quantity: number): PriceStep | undefined =>
  steps?.findLast(({ units }) => units <= quantity)

/**
 * The next step of a line, and how many units more reach it in whole multiples. Undefined for none, and for one that asks for
 * more than the line has already: who takes 12 is told of 24 and not of 500.
 */
export function nextStep(
  { steps, multiple }: Pick<Priced, 'steps'> & { readonly multiple: number },
  quantity: number,
): (PriceStep & { readonly missing: number }) | undefined {
  const next = steps?.find(({ units }) => units > quantity)
  if (!next) return undefined
  const pack = Math.max(1, multiple)
  const missing = Math.ceil((next.units - quantity) / pack) * pack
  return missing <= quantity ? { ...next, missing } : undefined
}

/** What a unit costs in a line of `quantity` units, in cents (R351). */
export const unitAt = (prices: UnitPrices, quantity: number): number =>
  stepAt(prices, quantity)?.unitPrice ?? prices.unitPrice

/** As `unitAt`, of an article. */
export const priceAt = (article: Priced, quantity: number): number =>
  unitAt({ unitPrice: priceOf(article), steps: article.steps }, quantity)

/** The discount that a line of `quantity` units has, in hundredths of a percent. */
export const discountAt = (article: Priced, quantity: number): number =>
  stepAt(article, quantity)?.percent ?? article.discount

/** Whether cents are a price: 0 is none, shown as 'Consultar' and not sold (R6). */
export const isPrice = (cents: number): boolean => cents > 0

/** Whether an article has a price: real feeds carry 0, and a discount or its rounding may leave none (R6). */
export const hasPrice = (article: Priced): boolean => isPrice(priceOf(article))

/** The price that a line of an order was frozen with. */
export interface PaidPrice extends PriceParts {
  readonly bonus: number
  /** Cents. */
  readonly unitPrice: number
}

/** Whether a price was agreed for a line: it is not what its start, discount and bonus make (R24). */
export const isAgreed = (line: PaidPrice): boolean => line.unitPrice !== unitOf(line)
