/** Turns an article into the form that reviews show. Pure. */

import { priceOf } from '../../../../contract/price.ts'
import type { ReviewArticle } from '../../../../contract/review.ts'
import type { Orderable } from '../../lines/lines.rules.ts'

/** An article as reviews show it, at today's prices in cents; 0 for an article without a price. */
export const shownArticle = (article: Omit<Orderable, 'listed'>): ReviewArticle => ({
  articleId: article.articleId,
  code: article.code,
  description: article.description,
  unitPrice: priceOf(article),
  ...(article.steps && { steps: [...article.steps] }),
  multiple: article.multiple,
  unitsPerPack: article.unitsPerPack,
  ...(article.vatRate !== undefined && { vatRate: article.vatRate }),
})
