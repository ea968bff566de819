/** Order arithmetic and what stops an order: pure. */
import { hasPrice, lineAmount, unitPrice } from '../../../contract/rules.ts'

/** A cart line with what its article is and costs at the moment of ordering. */
export interface LineToOrder {
  articleId: number
  code: string
  description: string
  multiple: number
  unitsPerPack: number
  quantity: number
  note: string
  /** Cents. */
  listPrice: number
  /** Hundredths of a percent. */
  discount: number
  /** What a unit cost when the line was saved, in cents. */
  shownPrice: number
  /** Whether the article and its listing are active. */
  listed: boolean
  /** Units that may be ordered, null for any number: stock binds only while a setting says so (R39). */
  bindingStock: number | null
}

/** A line as it is frozen in the order. */
export interface PricedLine extends LineToOrder {
  unitPrice: number
  sold: boolean
}

export const priceLine = (line: LineToOrder): PricedLine => ({
  ...line,
  unitPrice: unitPrice(line.listPrice, line.discount),
  sold: line.listed && hasPrice(line.listPrice),
})

/** Sum of the lines in cents. */
export const totalOf = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0)

/**
 * The lines to show when the total is not what the screen showed: those whose price changed since they
 * were saved; all of them when the difference lies elsewhere (a line added or changed in another window).
 */
export function changedSince(lines: readonly PricedLine[]): readonly PricedLine[] {
  const changed = lines.filter((line) => !line.sold || line.unitPrice !== line.shownPrice)
  return changed.length > 0 ? changed : lines
}

/** What a request with an Idempotency-Key asks for, beside `total` and `carrito`. */
interface Asked {
  clientId: number
  addressId: number
  note: string
  condition: number
  /** Null: the request names no lines. */
  shown: { readonly lines: readonly AskedLine[] } | null
}
type AskedLine = Pick<PricedLine, 'articleId' | 'quantity' | 'note' | 'unitPrice'>

/** Whether an order is what a request asks for (R22). Lines count where the request names them; zero is no line. */
export function isSameOrder(
  { clientId, addressId, note, condition, shown }: Asked,
  made: { clientId: number; addressId: number; note: string; askedCondition: number | null },
  lines: readonly AskedLine[],
): boolean {
  // An order of before the condition was kept as it was asked.
  const asked = made.askedCondition ?? condition
  if (clientId !== made.clientId || addressId !== made.addressId || note !== made.note || condition !== asked)
    return false
  const signature = (of: readonly AskedLine[]) =>
    of
      .filter(({ quantity }) => quantity > 0)
      .map((line) => JSON.stringify([line.articleId, line.quantity, line.unitPrice, line.note]))
      .sort()
      .join()
  return !shown || signature(shown.lines) === signature(lines)
}
