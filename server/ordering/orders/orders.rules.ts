/** Prices and totals of orders, and whether an order is the one that a request asks for. Pure. */
import { PICKUP } from '../../../contract/orders.ts'
import { discountAt, hasPrice, type Priced, priceAt } from '../../../contract/price.ts'
import { priceReason } from '../../../contract/price-words.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { VatLine } from '../../../contract/vat.ts'

/** A cart line with its article and prices at the moment of ordering. */
export interface LineToOrder extends Priced {
  articleId: number
  code: string
  description: string
  multiple: number
  unitsPerPack: number
  quantity: number
  note: string
  /** The list that the start of the price is of; null: the base list, or the client's own price. */
  listId: number | null
  /** The client's bonus in the price, and the article's VAT (null: not told), in hundredths of a percent. */
  bonus: number
  vatRate: number | null
  /** Price of a unit when the line was saved, in cents. */
  shownPrice: number
  /** Whether the article and its listing are active. */
  listed: boolean
  /** Units that may be ordered, null for any number: stock binds only while a setting says so (R39). */
  bindingStock: number | null
}

/** What a price is made of, as a quotation quotes it. */
export type QuotedPrice = Priced & Pick<LineToOrder, 'listId' | 'bonus'>

/** A line as it is frozen in the order: with the discount of its quantity. */
export interface PricedLine extends LineToOrder {
  /** Cents. */
  unitPrice: number
  /** '−10 % desde 24'; '' where the price is the article's own, and where it was agreed. */
  priceReason: string
  sold: boolean
}

/** A line at today's price; `sold` is false for an article that is not on sale or has no price. */
export const priceLine = (line: LineToOrder): PricedLine => ({
  ...line,
  discount: discountAt(line, line.quantity),
  unitPrice: priceAt(line, line.quantity),
  priceReason: priceReason(line, line.quantity),
  sold: line.listed && hasPrice(line),
})

/** Sum of the lines in cents. */
export const totalOf = (lines: readonly Pick<PricedLine, 'unitPrice' | 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0)

/** Lines as the VAT of their order follows from them (R357). */
export const vatLinesOf = (lines: readonly Pick<PricedLine, 'unitPrice' | 'quantity' | 'vatRate'>[]): VatLine[] =>
  lines.map(({ unitPrice, quantity, vatRate }) => ({ amount: lineAmount(unitPrice, quantity), vatRate }))

/**
 * The lines to show when the total differs from the one that the screen showed: those whose price changed since they
 * were saved; all of them when no price changed (a line was added or changed in another window).
 */
export function changedSince(lines: readonly PricedLine[]): readonly PricedLine[] {
  const changed = lines.filter((line) => !line.sold || line.unitPrice !== line.shownPrice)
  return changed.length > 0 ? changed : lines
}

/** The fields of a request with an Idempotency-Key, except `total` and `carrito`. */
interface Asked {
  clientId: number
  addressId: number
  note: string
  condition: number
  /** Null: the request names no lines. */
  shown: { readonly lines: readonly AskedLine[] } | null
}
type AskedLine = Pick<PricedLine, 'articleId' | 'quantity' | 'note' | 'unitPrice'>

/**
 * Whether an order is the one that a request asks for (R22). Lines are compared where the request names them; a quantity
 * of zero is no line.
 */
export function isSameOrder(
  { clientId, addressId, note, condition, shown }: Asked,
  made: {
    clientId: number
    addressId: number
    note: string
    askedCondition: number | null
    /** Its user was linked to a client since: the address's number is not known any more. */
    hasMoved: boolean
  },
  lines: readonly AskedLine[],
): boolean {
  // Older orders did not store the condition of the request: any condition fits.
  const asked = made.askedCondition ?? condition
  const isThere = addressId === made.addressId || (made.hasMoved && addressId > PICKUP)
  if (clientId !== made.clientId || !isThere || note !== made.note || condition !== asked) return false
  const signature = (linesToSign: readonly AskedLine[]) =>
    linesToSign
      .filter(({ quantity }) => quantity > 0)
      .map((line) => JSON.stringify([line.articleId, line.quantity, line.unitPrice, line.note]))
      .sort()
      .join()
  return !shown || signature(shown.lines) === signature(lines)
}
