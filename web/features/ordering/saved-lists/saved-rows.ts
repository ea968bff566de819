/** A saved list as rows of a review, and the rows as a list to save (R368). Pure. */
import type { SavedLine, SavedList } from '../../../../contract/saved-lists.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { type PriceMoves, priceMoves } from '../../../shop/price-since.ts'
import { bareRow, type OpenRow, openRow, priceOf, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'
import type { LineToSave } from '../../../shop/saved-lists/SaveAsList.tsx'

/** What was saved of a line: '12 a $ 1.500,00'. */
const savedText = ({ quantity, unitPriceBefore }: SavedLine): string =>
  unitPriceBefore > 0 ? `${formatCount(quantity)} a ${formatMoney(unitPriceBefore)}` : formatCount(quantity)

/**
 * A row for each line; a row's id is its article's. What can't be ordered today is a question with articles like it.
 * @param inCart units of an article in the cart
 */
export const savedRows = (lines: readonly SavedLine[], inCart: (articleId: number) => number): OpenRow[] =>
  lines.map((line) => {
    const { articleId, code, description, quantity, note, reason = '', proposals = [], substitute } = line
    const { unitPriceBefore } = line
    const instead = {
      articleId,
      code,
      description,
      unitPriceBefore,
      ...(substitute && { decidedBy: substitute.decidedBy }),
    }
    return openRow(articleId, {
      ...bareRow,
      kind: reason && !substitute ? 'question' : 'line',
      text: [reason ? `${code} ${description}` : code, savedText(line)].join(' · '),
      reason,
      articles: reason ? proposals : [line],
      askedQuantity: quantity,
      quantity,
      note,
      inCart: inCart(substitute?.articleId ?? articleId),
      ...(reason && { instead }),
    })
  })

let fresh = 0
/** A row for an article that the list does not have yet. */
export const newRow = (): OpenRow => openRow(--fresh, { ...bareRow, text: 'Otro artículo' })

/**
 * The list as the rows have it: discarded rows are gone, a row with another article has that one, and one that can't be ordered
 * today stays as it was.
 */
export function linesToSave(rows: readonly OpenRow[]): LineToSave[] {
  const lines = rows.flatMap((row): LineToSave[] => {
    const { id, article, note, discarded, settled, askedQuantity } = row
    if (discarded) return []
    // What takes the place of an article by itself does so for an order, not for the list.
    const isForOrder = row.instead?.decidedBy !== undefined
    const chosen = settled && article && !isForOrder ? { articleId: article.articleId, quantity: unitsOf(row) } : null
    const { articleId, quantity } = chosen ?? { articleId: id, quantity: askedQuantity ?? 0 }
    return articleId > 0 && quantity > 0 ? [{ articleId, quantity, note }] : []
  })
  return [...new Map(lines.map((line) => [line.articleId, line])).values()]
}

/** Whether a row lacks what a list needs: a quantity that can be read, or in a new row the article. */
export const isIncomplete = (row: OpenRow): boolean =>
  stateOf(row) === 'quantity' || (row.id < 0 && stateOf(row) === 'article')

/** Why rows are neither saved nor confirmed. */
export const incomplete = 'Complete o descarte los renglones sin artículo o sin cantidad'

/** Whether a list was sent by another buyer and waits for this user to confirm it (R372). */
export const isToDecide = ({ sent, madeBy }: Pick<SavedList, 'sent' | 'madeBy'>): boolean =>
  sent?.state === 'waiting' && madeBy !== ''

/**
 * The rows of a list that was read again: at today's prices, with what somebody changed in them. What can't be ordered any more says
 * so; an article that is not the list's keeps the price at which it was chosen.
 */
export function atTodaysPrices(rows: readonly OpenRow[], lines: readonly SavedLine[]): OpenRow[] {
  const anew = new Map(savedRows(lines, () => 0).map((row) => [row.id, row]))
  return rows.map((row) => {
    const { id, article, discarded, inCart } = row
    const own = article && anew.get(article.articleId)
    if (!own) return row
    if (own.reason === '') return { ...row, article: own.article }
    return article.articleId === id && !discarded ? { ...own, inCart } : row
  })
}

/** Whether somebody made another list of the rows than the stored lines come to. */
export const hasChanged = (rows: readonly OpenRow[], lines: readonly SavedLine[]): boolean =>
  JSON.stringify(linesToSave(rows)) !== JSON.stringify(linesToSave(savedRows(lines, () => 0)))

/** How the prices of the ready rows moved since the list was saved (R242). */
export function movesSinceSaved(rows: readonly OpenRow[], lines: readonly SavedLine[]): PriceMoves | null {
  const before = new Map(lines.map((line) => [line.articleId, line.unitPriceBefore]))
  return priceMoves(
    rows.flatMap((row) => {
      const { article } = row
      if (!article || stateOf(row) !== 'ready') return []
      const { code, description } = article
      const priceBefore = before.get(article.articleId) ?? 0
      return [{ code, description, before: priceBefore, now: priceOf(row), quantity: unitsOf(row) }]
    }),
  )
}
