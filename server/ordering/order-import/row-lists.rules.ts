/** Splits the rows of a reviewed order into two lists: items that can be ordered, and notices about the others. Pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import type { ReviewedOrder } from '../../../contract/order-import.ts'
import { unitAt } from '../../../contract/price.ts'
import type { ReviewRow } from '../../../contract/review.ts'
import { roundToMultiple } from '../../../contract/rules.ts'
import { doubtful, dropped, words } from '../lines/lines.rules.ts'

/** A row with its code as it was written, where that differs from the article's only in leading zeros. */
type Row = ReviewRow & { readonly written: string | undefined }

/** Whether a yes answers a question: its article, price and quantity are known. What takes another's place is a choice. */
const isConfirmable = ({ kind, articles, askedQuantity, instead }: ReviewRow): boolean =>
  kind === 'question' &&
  instead === undefined &&
  articles.length === 1 &&
  articles[0]?.unitPrice !== 0 &&
  askedQuantity !== null &&
  askedQuantity > 0

/** Items of the lines, and of the questions that a yes answers. */
export const itemsOf = (rows: readonly Row[]): ReviewedOrder['items'] =>
  rows.flatMap((row) => {
    const { kind, lines, articles, askedQuantity, agreedPrice, note, reason, written } = row
    const [article] = articles
    if (!article || askedQuantity === null || !(kind === 'line' || isConfirmable(row))) return []
    const { code, description, multiple } = article
    const quantity = row.quantity ?? roundToMultiple(askedQuantity, multiple)
    return [
      {
        row: lines[0] ?? 0,
        code,
        description,
        written,
        askedQuantity,
        note,
        price: agreedPrice,
        quantity,
        unitPrice: agreedPrice > 0 ? agreedPrice : unitAt(article, quantity),
        ...(kind === 'question' ? { question: reason } : {}),
      },
    ]
  })

/** Notices about the rows: why some are left out, and which were read differently from how they were written. */
export function noticesOfOrder(
  rows: readonly Row[],
  written: readonly { readonly row: number; readonly code: string }[],
  refusal: string,
): ImportNotice[] {
  if (refusal !== '') return written.map(({ row, code }) => dropped(row, code, refusal))
  const codeOf = new Map(written.map(({ row, code }) => [row, code]))
  return rows
    .flatMap((row): ImportNotice[] => {
      const { lines, articles, reason, marks, kind, quantity, askedQuantity } = row
      const [first = 0, ...added] = lines
      const [article] = articles
      const code = kind === 'line' ? (article?.code ?? '') : (codeOf.get(first) ?? '')
      if (kind === 'question' && !isConfirmable(row)) {
        const proposals = articles.map(({ articleId, code: near, description }) => ({
          articleId,
          code: near,
          description,
        }))
        return [{ ...dropped(first, code, reason), ...(proposals.length > 0 ? { proposals } : {}) }]
      }
      const rounded =
        quantity !== null && quantity !== askedQuantity ? [words.rounded(quantity, article?.multiple ?? 1)] : []
      return [
        ...[...marks.filter((mark) => mark !== `escrito ${row.written}`), ...rounded].map((mark) =>
          doubtful(first, code, mark),
        ),
        ...added.map((at) => doubtful(at, codeOf.get(at) ?? '', words.repeated(first))),
      ]
    })
    .sort((a, b) => a.row - b.row)
}
