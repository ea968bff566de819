/** The usual order as rows of a review, and what somebody changed of them: pure (R244, R223). */
import type { ReviewArticle } from '../../../../contract/review.ts'
import type { GoneLine, UsualLine, UsualOrder } from '../../../../contract/usual-order.ts'
import { type PriceMoves, priceMoves } from '../../../shop/price-since.ts'
import { type OpenRow, openRow, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'
import { reasonOf } from './habit-words.ts'

function rowOf(line: UsualLine | GoneLine, articles: ReviewArticle[], inCart: number): OpenRow {
  const { articleId, code, quantity } = line
  return openRow(articleId, {
    ...{ kind: 'line', lines: [], text: `${code} · ${reasonOf(line)}`, reason: '', marks: [], articles },
    ...{ askedQuantity: quantity, quantity, addends: [], note: '', inCart, agreedPrice: 0 },
  })
}

/**
 * What is due and what is like it where it is gone, then what comes later; a row's id is the article's that it is about.
 * @param inCart units of an article in the cart: what is there is not proposed twice
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
      const { description, proposals } = line
      const row = rowOf(line, proposals, 0)
      return { ...row, kind: 'question', settled: false, reason: `Ya no se vende: ${description}` }
    }),
    ...sold.flatMap(({ due, row }) => (due ? [] : [row])),
  ]
}

/** What somebody changed of a row; the article only where another one was chosen. */
type Change = Pick<OpenRow, 'typed' | 'discarded' | 'settled'> & { readonly article?: OpenRow['article'] }
export type Changes = Readonly<Record<string, Change>>

/** How rows differ from what was proposed, by their ids. */
export function changesOf(rows: readonly OpenRow[], proposed: readonly OpenRow[]): Changes {
  const before = new Map(proposed.map((row) => [row.id, row]))
  return Object.fromEntries(
    rows.flatMap(({ id, typed, discarded, settled, article }) => {
      const was = before.get(id)
      const isOther = article?.articleId !== was?.article?.articleId
      if (typed === was?.typed && discarded === was.discarded && settled === was.settled && !isOther)
        return []
      return [[id, { typed, discarded, settled, ...(isOther && { article }) }]]
    }),
  )
}

/** What is proposed with what was changed of it before. */
export const withChanges = (proposed: readonly OpenRow[], changes: Changes): OpenRow[] =>
  proposed.map((row) => ({ ...row, ...changes[row.id] }))

/** What the rows that are ready come to at the prices of the last time (R242); other articles than usual are left out. */
export function movesOf(rows: readonly OpenRow[], lines: readonly UsualLine[]): PriceMoves | null {
  const usual = new Map(lines.map((line) => [line.articleId, line]))
  return priceMoves(
    rows.flatMap((row) => {
      const line = row.article && stateOf(row) === 'ready' ? usual.get(row.article.articleId) : undefined
      if (!line) return []
      const { code, description, lastUnitPrice: before, unitPrice: now } = line
      return [{ code, description, before, now, quantity: unitsOf(row) }]
    }),
  )
}
