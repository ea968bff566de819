/** The usual order as rows of a review, and the user's changes of them (R244, R223). Pure. */
import type { ReviewArticle } from '../../../../contract/review.ts'
import type { GoneLine, UsualLine, UsualOrder } from '../../../../contract/usual-order.ts'
import { type PriceMoves, priceMoves } from '../../../shop/price-since.ts'
import { bareRow, type OpenRow, openRow, priceOf, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'
import { reasonOf } from './habit-words.ts'

function rowOf(line: UsualLine | GoneLine, articles: ReviewArticle[], inCart: number): OpenRow {
  const { articleId, code, quantity } = line
  const text = `${code} · ${reasonOf(line)}`
  return openRow(articleId, { ...bareRow, kind: 'line', text, articles, askedQuantity: quantity, quantity, inCart })
}

/**
 * Rows for the lines that are due, then for articles that are no longer sold, with similar ones, then for the lines that come
 * later. A row's id is the id of the usual article.
 * @param inCart units of an article in the cart; an article that is in the cart is not proposed again
 */
export function usualRows(
  { lines, gone }: Pick<UsualOrder, 'lines' | 'gone'>,
  inCart: (articleId: number) => number,
): OpenRow[] {
  const sold = lines.map((line) => {
    const unitsInCart = inCart(line.articleId)
    const aside = unitsInCart > 0 ? 'Ya está en el carrito' : line.due ? '' : 'Más adelante'
    return { due: line.due, row: { ...rowOf(line, [line], unitsInCart), aside, discarded: aside !== '' } }
  })
  return [
    ...sold.flatMap(({ due, row }) => (due ? [row] : [])),
    ...gone.map((line): OpenRow => {
      const { articleId, code, description, proposals, substitute, lastUnitPrice: unitPriceBefore } = line
      const row = rowOf(line, proposals, 0)
      const instead = { articleId, code, description, unitPriceBefore }
      // What was decided to take its place is proposed as the article itself would be.
      if (substitute) {
        const unitsInCart = inCart(substitute.articleId)
        const aside = unitsInCart > 0 ? 'Ya está en el carrito' : ''
        const decided = { ...instead, decidedBy: substitute.decidedBy }
        return { ...row, inCart: unitsInCart, aside, discarded: aside !== '', instead: decided }
      }
      return { ...row, instead, kind: 'question', settled: false, reason: `Ya no se vende: ${description}` }
    }),
    ...sold.flatMap(({ due, row }) => (due ? [] : [row])),
  ]
}

/** The user's changes of a row; it has the article only where another one was chosen. */
type Change = Pick<OpenRow, 'typed' | 'discarded' | 'settled'> & Partial<Pick<OpenRow, 'article' | 'instead'>>
/** The changes by row id. */
export type Changes = Readonly<Record<string, Change>>

/** How the rows differ from those proposed. */
export function changesOf(rows: readonly OpenRow[], proposed: readonly OpenRow[]): Changes {
  const before = new Map(proposed.map((row) => [row.id, row]))
  return Object.fromEntries(
    rows.flatMap(({ id, typed, discarded, settled, article, instead }) => {
      const proposedRow = before.get(id)
      const isDecidedAnew = instead?.decidedBy !== proposedRow?.instead?.decidedBy
      const hasOtherArticle = article?.articleId !== proposedRow?.article?.articleId
      if (
        typed === proposedRow?.typed &&
        discarded === proposedRow.discarded &&
        settled === proposedRow.settled &&
        !hasOtherArticle &&
        !isDecidedAnew
      )
        return []
      return [
        [
          id,
          {
            typed,
            discarded,
            settled,
            ...(hasOtherArticle && { article }),
            ...(isDecidedAnew && instead && { instead }),
          },
        ],
      ]
    }),
  )
}

/** The proposed rows with the user's earlier changes applied. */
export const withChanges = (proposed: readonly OpenRow[], changes: Changes): OpenRow[] =>
  proposed.map((row) => ({ ...row, ...changes[row.id] }))

/** How the prices of the ready rows moved since the last time (R242). Rows with another article than usual are left out. */
export function movesOf(rows: readonly OpenRow[], lines: readonly UsualLine[]): PriceMoves | null {
  const usual = new Map(lines.map((line) => [line.articleId, line]))
  return priceMoves(
    rows.flatMap((row) => {
      const line = row.article && stateOf(row) === 'ready' ? usual.get(row.article.articleId) : undefined
      if (!line) return []
      const { code, description, lastUnitPrice: before } = line
      return [{ code, description, before, now: priceOf(row), quantity: unitsOf(row) }]
    }),
  )
}
