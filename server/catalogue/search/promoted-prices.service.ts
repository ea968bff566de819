/** What a promotion that nobody has stored yet would make of a client's prices (R358). */
import * as z from 'zod/mini'
import { product } from '../../../contract/catalogue.ts'
import { priceOf } from '../../../contract/price.ts'
import { promotedIn, type RunningPromotion } from '../../../contract/price-terms.ts'
import { priceReason } from '../../../contract/price-words.ts'
import { PROMOTION_EXAMPLES, type PromotionReview } from '../../../contract/promotions.ts'
import { type PricedTerms, unitIn } from '../../../engine/price-view.ts'
import type { CatalogueState } from './catalogue.service.ts'
import { BASE_TERMS } from './price-book.service.ts'

/**
 * The prices of one unit without and with a promotion, as if it ran now beside those that do.
 * @param state the catalogue with the base list's prices
 * @param instead the id of the promotion that it takes the place of
 */
export function pricesByPromotion(
  { snapshot, book }: CatalogueState,
  clientId: number,
  promotion: RunningPromotion,
  instead?: number,
): PromotionReview {
  const others = book.promotions.filter(({ id }) => id !== instead)
  const terms = book.termsOf(clientId)?.terms ?? BASE_TERMS
  const by = (running: readonly RunningPromotion[]): PricedTerms => ({
    ...terms,
    promoted: promotedIn(running, terms.listId),
  })
  const [without, with_] = [by(others), by([...others, promotion])]
  const { listPrice, discount, lists } = snapshot.columns
  const listed = terms.listId === null ? undefined : lists[terms.listId]
  const unit = (own: PricedTerms, articleId: number, row: number): number => {
    const cents = listed?.[row] ?? Number.NaN
    const base = { listPrice: listPrice[row] ?? 0, discount: discount[row] ?? 0 }
    return unitIn(own, articleId, Number.isNaN(cents) ? undefined : cents, base)
  }
  const priced = promotion.articleIds.flatMap((articleId) => {
    const row = snapshot.rowByArticle(articleId)
    if (row === undefined) return []
    return { articleId, row, before: unit(without, articleId, row), after: unit(with_, articleId, row) }
  })
  const cheaper = priced.filter(({ before, after }) => after < before)
  const dearer = priced.filter(({ before, after }) => after > before)
  const same = priced.filter(({ before, after }) => after === before)
  const shown = snapshot.shownBy(with_)
  const examples = [...dearer, ...cheaper, ...same].slice(0, PROMOTION_EXAMPLES).map(({ articleId, row, before }) => {
    const article = z.decode(product, JSON.parse(shown.rowJson(row)))
    const { code, description } = article
    return { articleId, code, description, before, after: priceOf(article), reason: priceReason(article, 1) }
  })
  return { articles: priced.length, cheaper: cheaper.length, dearer: dearer.length, same: same.length, examples }
}
