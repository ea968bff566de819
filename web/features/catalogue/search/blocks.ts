/** Indexes in the list of articles. The children of the list are its blocks, and theirs are the articles (R227). */

/** Articles in a block: full rows of cards, however many cards a row has (catalogue.module.css). */
export const BLOCK = 60

/** The article at an index, from 0. */
export const articleAt = (list: HTMLElement, at: number): Element | undefined =>
  list.children[Math.floor(at / BLOCK)]?.children[at % BLOCK]

/** How many articles the list has. */
export const articlesOf = (list: HTMLElement): number => {
  const { children } = list
  const last = children[children.length - 1]
  return last ? (children.length - 1) * BLOCK + last.children.length : 0
}

/** The index of an article, from 0. */
export const placeOf = (list: HTMLElement, article: Element): number => {
  const block = article.parentElement
  return block ? [...list.children].indexOf(block) * BLOCK + [...block.children].indexOf(article) : -1
}

/** Whether two blocks hold the same rows of the same answers: another page leaves the full blocks as they are. */
export const sameRows = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before === now || (before.length === now.length && before.every((row, at) => row === now[at]))
