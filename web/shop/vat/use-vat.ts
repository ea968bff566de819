/** The VAT of what a screen shows (R357), also without signal: by the rates of its lines and what the device knows of the shop. */
import type { CartLine } from '../../../contract/cart.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { type VatLine, type VatSums, vatOf } from '../../../contract/vat.ts'
import { isOrderable, lineUnit } from '../cart-amounts.ts'
import { usePricesWithVat } from './use-prices-with-vat.ts'

/** What a screen says of VAT: the sums in cents, and whether the prices hold it. */
export interface ShownVat {
  readonly sums: VatSums
  readonly pricesWithVat: boolean
}

/** A line whose rate the device may not know: undefined. */
interface MaybeRated {
  readonly quantity: number
  /** Cents. */
  readonly unitPrice: number
  readonly vatRate?: number | null | undefined
}

const pricedLines = (lines: readonly CartLine[]): MaybeRated[] =>
  lines.filter(isOrderable).map((line) => ({ ...line, unitPrice: lineUnit(line) }))

/** The lines with their rates; null where the device does not know one of them. */
function vatLinesOf(lines: readonly MaybeRated[]): VatLine[] | null {
  const rated = lines.flatMap(({ quantity, unitPrice, vatRate }) =>
    vatRate === undefined ? [] : [{ amount: lineAmount(unitPrice, quantity), vatRate }],
  )
  return rated.length === lines.length ? rated : null
}

/** The VAT of lines at the shop's prices; null where nothing is said of it. */
export function useVatOf(lines: readonly MaybeRated[]): ShownVat | null {
  const pricesWithVat = usePricesWithVat()
  const rated = vatLinesOf(lines)
  if (pricesWithVat === null || rated === null) return null
  const sums = vatOf(rated, pricesWithVat)
  return sums && { sums, pricesWithVat }
}

/** The VAT of a cart; lines that cannot be ordered are in no total. */
export const useCartVat = (lines: readonly CartLine[]): ShownVat | null => useVatOf(pricedLines(lines))
