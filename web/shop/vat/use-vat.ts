/** The VAT of what a screen shows (R357), by the rates of its lines and what the device knows of the shop, signal or not. */
import type { CartLine } from '../../../contract/cart.ts'
import { isOrderable, lineUnit } from '../cart-amounts.ts'
import { usePricesWithVat } from './use-prices-with-vat.ts'
import { type MaybeRated, type ShownVat, vatOfLines } from './vat-of-lines.ts'

const pricedLines = (lines: readonly CartLine[]): MaybeRated[] =>
  lines.filter(isOrderable).map((line) => ({ ...line, unitPrice: lineUnit(line) }))

/** The VAT of lines at the shop's prices; null where nothing is said of it. */
export const useVatOf = (lines: readonly MaybeRated[]): ShownVat | null => vatOfLines(lines, usePricesWithVat())

/** The VAT of a cart; lines that cannot be ordered are in no total. */
export const useCartVat = (lines: readonly CartLine[]): ShownVat | null => useVatOf(pricedLines(lines))
