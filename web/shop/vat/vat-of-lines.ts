/** The VAT of lines by their rates (R357). Pure. */
import { lineAmount } from '../../../contract/rules.ts'
import { type VatSums, vatOf } from '../../../contract/vat.ts'

/** What a screen says of VAT: the sums in cents, and whether the prices hold it. */
export interface ShownVat {
  readonly sums: VatSums
  readonly pricesWithVat: boolean
}

/** A line whose rate the device may not know: undefined. */
export interface MaybeRated {
  readonly quantity: number
  /** Cents. */
  readonly unitPrice: number
  readonly vatRate?: number | null | undefined
}

/** The VAT of lines; null where the rate of one is not known, and where nothing is said of VAT (`pricesWithVat` null). */
export function vatOfLines(lines: readonly MaybeRated[], pricesWithVat: boolean | null): ShownVat | null {
  const rated = lines.flatMap(({ quantity, unitPrice, vatRate }) =>
    vatRate === undefined ? [] : [{ amount: lineAmount(unitPrice, quantity), vatRate }],
  )
  if (pricesWithVat === null || rated.length < lines.length) return null
  const sums = vatOf(rated, pricesWithVat)
  return sums && { sums, pricesWithVat }
}
