/** The lines of an offer as the client changes them (R388). Pure. */
import type { OfferLine } from '../../../../contract/offers.ts'
import { noLongerSold, totalChanged } from '../../../../contract/orders.ts'
import { unitAt } from '../../../../contract/price.ts'
import { roundToMultiple } from '../../../../contract/rules.ts'
import { typedQuantity } from '../../../ui/quantity.ts'

export interface OpenLine extends OfferLine {
  /** What stands in its box; '0' for a line that was taken out. */
  readonly text: string
  /** Cents that a unit cost before, where it costs something else now; null for no change. */
  readonly before: number | null
  /** Whether the text is no quantity. */
  readonly isWrong: boolean
}

const unitOf = (line: OfferLine, quantity: number): number => unitAt({ ...line, steps: line.steps ?? null }, quantity)

/** The units of a line in whole multiples; 0 for one that is taken out, is not sold, or whose box holds no quantity. */
const unitsOf = ({ text, multiple, sold }: OpenLine): number => {
  const typed = typedQuantity(text) ?? 0
  return sold && typed > 0 ? roundToMultiple(typed, multiple) : 0
}

/** What a unit of a line costs at its quantity, in cents. */
export const unitOfLine = (line: OpenLine): number => unitOf(line, unitsOf(line))

/** Lines to be changed; of `now` what was typed stays, and what was shown before is told where it changed. */
export function openLines(lines: readonly OfferLine[], now: readonly OpenLine[] = []): OpenLine[] {
  const shown = new Map(now.map((line) => [line.articleId, line]))
  return lines.map((line) => {
    const known = shown.get(line.articleId)
    const text = known?.text ?? String(line.quantity)
    const unit = unitOf(line, line.quantity)
    const then =
      known && unitOf(known, line.quantity) !== unit ? unitOf(known, line.quantity) : (known?.before ?? line.sentPrice)
    return { ...line, text, before: line.sold && then !== unit ? then : null, isWrong: typedQuantity(text) === null }
  })
}

const CHANGED = 'Cambiaron artículos desde que abrió esta página. Revise los importes y acepte de nuevo'

/** Why it was not accepted. What the server says of a cart is said of the page, which shows beside each line what changed. */
export const refusalInWords = (message: string): string =>
  [totalChanged, noLongerSold].includes(message) ? CHANGED : message

/** A line as it is ordered. */
export interface OrderedLine {
  readonly articleId: number
  readonly quantity: number
  readonly unitPrice: number
  readonly vatRate: number | null | undefined
}

/** What is ordered: lines with units, at the price of their quantity. */
export const ordered = (lines: readonly OpenLine[]): OrderedLine[] =>
  lines.flatMap((line) => {
    const quantity = unitsOf(line)
    return quantity > 0
      ? [{ articleId: line.articleId, quantity, unitPrice: unitOf(line, quantity), vatRate: line.vatRate }]
      : []
  })
