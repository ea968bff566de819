/** What the demo shop's clients pay, as an ERP tells it (R353): lists made from the base list, and prices of two clients alone. */
import type { DemoArticle } from './catalogue.ts'
import { type DemoClient, FIRST_CLIENT, SECOND_CLIENT } from './clients.ts'

export interface DemoListPrice {
  readonly listId: number
  readonly articleId: number
  /** Cents. */
  readonly listPrice: number
}

export interface DemoOwnPrice extends Omit<DemoListPrice, 'listId'> {
  readonly clientId: number
  /** For how many days it holds; null: for good. */
  readonly days: number | null
}

const [MINORISTA, MAYORISTA, INTERIOR] = [1, 2, 3]
/** What each list adds to the base list, in percent: to the provinces the freight, which the smallest toys go without. */
export const priceLists = [
  { id: MINORISTA, name: 'Minorista', percent: () => 12 },
  { id: MAYORISTA, name: 'Mayorista', percent: () => -8 },
  { id: INTERIOR, name: 'Interior', percent: ({ unitsPerPack }: DemoArticle) => Math.max(0, 6 - unitsPerPack / 24) },
] as const
const OWN_PERCENT = -18
const OWN_PRICES = 5
const MONTH = 30

/** Cents: these prices are whole tens of pesos. */
const ROUND = 1_000
const raised = (listPrice: number, percent: number): number =>
  Math.max(1, Math.round((listPrice * (100 + percent)) / 100 / ROUND)) * ROUND

/** The prices of all lists; an article without a price has none in any of them. */
export const makeListPrices = (articles: readonly DemoArticle[]): DemoListPrice[] =>
  priceLists.flatMap(({ id, percent }) =>
    articles
      .filter(({ listPrice }) => listPrice > 0)
      .map((article) => ({
        listId: id,
        articleId: article.id,
        listPrice: raised(article.listPrice, percent(article)),
      })),
  )

const AMBA = 1

/** The list of a client. Null is the base list: the first client's, and that of every fifth. */
export function listOfClient({ id, zoneId }: Pick<DemoClient, 'id' | 'zoneId'>): number | null {
  if (id === FIRST_CLIENT || id % 5 === 0) return null
  if (id % 3 === 0) return MAYORISTA
  return zoneId === AMBA ? MINORISTA : INTERIOR
}

/** Prices of articles on sale for the first client until a month from now, and for the second one for good. */
export function makeOwnPrices(articles: readonly DemoArticle[]): DemoOwnPrice[] {
  const sold = articles.filter(
    ({ active, listing, listPrice }) => active && listing?.active && listing.brand && listPrice,
  )
  return [
    { clientId: FIRST_CLIENT, days: MONTH },
    { clientId: SECOND_CLIENT, days: null },
  ].flatMap((whose) =>
    sold
      .toReversed()
      .filter((_, at) => at % 20 === whose.clientId)
      .slice(0, OWN_PRICES)
      .map(({ id, listPrice }) => ({ ...whose, articleId: id, listPrice: raised(listPrice, OWN_PERCENT) })),
  )
}
