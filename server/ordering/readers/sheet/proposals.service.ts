/** Finds articles that a row without a known code may mean: those near its code and description, the likeliest first (R38). */
import type { CodeProposal } from '../../../../contract/cart-lines.ts'
import { hasPrice } from '../../../../contract/price.ts'
import type { ReviewArticle } from '../../../../contract/review.ts'
import type { CatalogueState } from '../../../catalogue/catalogue.ts'
import { articlesOf, lookUpCodes } from '../../codes/codes.service.ts'
import { spacedOut } from '../text/names.rules.ts'
import { likeness, wordsOf } from './names-fit.rules.ts'
import type { WrittenRow } from './sheet.types.ts'
import { shownArticle } from './shown-article.rules.ts'

const PROPOSED = 5
/** Rows without a known code that are searched for; a sheet with more of them is not of this shop. */
const SEARCHED = 200
/** Words of a description by which articles are searched. */
const SEARCH_WORDS = 6

/** Makes a function that proposes articles for a row; `several`: those of its code. A call takes a few milliseconds at most. */
export function proposer(
  snapshot: CatalogueState['snapshot'],
): (row: Pick<WrittenRow, 'code' | 'ean' | 'name'>, several: readonly CodeProposal[]) => ReviewArticle[] {
  let searches = SEARCHED
  return ({ code, ean, name }, several) => {
    const words = wordsOf(name)
    const ids = several.map(({ articleId }) => articleId)
    if (ids.length === 0 && searches-- > 0) {
      const typed = code || ean
      const near = typed === '' ? [] : lookUpCodes(snapshot, [typed], { besideQuantity: true, proposals: 1 })
      for (const { articles } of near) ids.push(...articles.map(({ articleId }) => articleId))
      if (words.length > 0) ids.push(...searchByWords(snapshot, words))
    }
    const articles = articlesOf(snapshot, [...new Set(ids)]).flatMap((article) => (article ? [article] : []))
    return articles
      .filter(hasPrice)
      .map((article) => ({ article, like: likeness(words, article.description) }))
      .sort((a, b) => b.like - a.like)
      .slice(0, PROPOSED)
      .map(({ article }) => shownArticle(article))
  }
}

/** Characters of a written name; a longer text is none. */
const LONGEST_NAME = 200
/** The articles on sale whose name is the written one but for case, accents and signs. */
export function articlesNamed(snapshot: CatalogueState['snapshot'], name: string): ReviewArticle[] {
  if (name === '' || name.length > LONGEST_NAME) return []
  const { rows } = snapshot.select({ text: name, order: 'default', page: 0 })
  const ids = rows.map((row) => snapshot.articleIdOf(row))
  return articlesOf(snapshot, ids).flatMap((article) =>
    article && hasPrice(article) && spacedOut(article.description) === spacedOut(name) ? [shownArticle(article)] : [],
  )
}

/** Ids of the articles that have the most of a description's first words. */
function searchByWords(snapshot: CatalogueState['snapshot'], words: readonly string[]): number[] {
  for (let most = Math.min(words.length, SEARCH_WORDS); most > 0; most--) {
    const { rows } = snapshot.select({ text: words.slice(0, most).join(' '), order: 'default', page: 0 })
    if (rows.length > 0) return rows.map((row) => snapshot.articleIdOf(row))
  }
  return []
}
