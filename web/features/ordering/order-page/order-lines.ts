/** An order's lines as they were agreed, joined with what became of each (R308). Pure. */
import type { CourseLine } from '../../../../contract/order-course.ts'
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
  /** Undefined while nothing is known of it. */
  readonly course: CourseLine | undefined
}

/** The agreed lines in their order; behind them what came without having been ordered. */
export function shownLines(agreed: readonly OrderLine[], course: readonly CourseLine[] | undefined): ShownLine[] {
  const of = new Map(course?.map((line) => [line.articleId, line]))
  const lines = agreed.map(({ id: _, ...line }) => ({ ...line, course: of.get(line.articleId) }))
  const ordered = new Set(agreed.map(({ articleId }) => articleId))
  const others = (course ?? []).filter(({ articleId }) => !ordered.has(articleId))
  return [
    ...lines,
    ...others.map((line) => ({
      articleId: line.articleId,
      code: line.code,
      description: line.description,
      note: '',
      quantity: 0,
      unitPrice: null,
      course: line,
    })),
  ]
}

/** Whether anybody has told what became of the lines. */
export const isTold = (course: readonly CourseLine[] | undefined): boolean =>
  course?.some(({ accepted, dispatched }) => accepted !== null || dispatched > 0) === true

/** Whether units of it are still to come, or will not. */
export const isShort = ({ course }: ShownLine): boolean =>
  course !== undefined && (course.pending > 0 || course.missing > 0)
