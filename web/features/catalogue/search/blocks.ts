/** Places in the list of articles, whose elements are its blocks and whose blocks' elements are the articles (R227). */

/** Articles of a block: full rows of cards, however many stand side by side (catalogue.css). */
export const BLOCK = 60

/** The article at a place, from 0. */
export const articleAt = (list: HTMLElement, at: number): Element | undefined =>
  list.children[Math.floor(at / BLOCK)]?.children[at % BLOCK]

/** How many articles stand in it. */
export const articlesOf = (list: HTMLElement): number => {
  const { children } = list
  const last = children[children.length - 1]
  return last ? (children.length - 1) * BLOCK + last.children.length : 0
}

/** The place of an article, from 0. */
export const placeOf = (list: HTMLElement, article: Element): number => {
  const block = article.parentElement
  return block ? [...list.children].indexOf(block) * BLOCK + [...block.children].indexOf(article) : -1
}

/** Whether two blocks hold the same articles as they were answered: a page more leaves the full blocks alone. */
export const sameRows = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before === now || (before.length === now.length && before.every((row, at) => row === now[at]))
