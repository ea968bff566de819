/** An order's lines as they were agreed, joined with what became of each (R308). Pure. */
import type { FulfilmentLine } from '../../../../contract/fulfilment.ts'
import type { OrderLine } from '../../../../contract/orders.ts'

/** A line of the page. One that nobody ordered and that was dispatched has no agreed price. */
export interface ShownLine {
  readonly articleId: number
  readonly code: string
  readonly description: string
  readonly note: string
  readonly quantity: number
  /** Cents; null for a line that nobody ordered. */
  readonly unitPrice: number | null
  /** Why that, where it is not the article's own price: '−10 % desde 24'. */
  readonly priceReason?: string | undefined
  /** Undefined while nothing is known of it. */
  readonly fulfilment: FulfilmentLine | undefined
}

/** The agreed lines in their order; behind them what came without having been ordered. */
export function shownLines(
  agreed: readonly OrderLine[],
  fulfilment: readonly FulfilmentLine[] | undefined,
): ShownLine[] {
  const of = new Map(fulfilment?.map((line) => [line.articleId, line]))
  const lines = agreed.map(({ id: _, ...line }) => ({ ...line, fulfilment: of.get(line.articleId) }))
  const ordered = new Set(agreed.map(({ articleId }) => articleId))
  const others = (fulfilment ?? []).filter(({ articleId }) => !ordered.has(articleId))
  return [
    ...lines,
    ...others.map((line) => ({
      articleId: line.articleId,
      code: line.code,
      description: line.description,
      note: '',
      quantity: 0,
      unitPrice: null,
      fulfilment: line,
    })),
  ]
}

/** Whether anybody has told what became of the lines. */
export const isTold = (fulfilment: readonly FulfilmentLine[] | undefined): boolean =>
  fulfilment?.some(({ accepted, dispatched }) => accepted !== null || dispatched > 0) === true

/** Whether units of it are still to come, or will not. */
export const isShort = ({ fulfilment }: ShownLine): boolean =>
  fulfilment !== undefined && (fulfilment.pending > 0 || fulfilment.missing > 0)

/**
 * How many lines can be ordered again because units of them will not come. 0 also where not one unit of the order comes:
 * 'Repetir pedido' orders the same then.
 */
export function missingLines(fulfilment: readonly FulfilmentLine[] = []): number {
  const isNothing = fulfilment.every(({ ordered, missing }) => missing === ordered)
  return isNothing ? 0 : fulfilment.filter(({ missing }) => missing > 0).length
}
