/** What rows cost by the terms of a client (R352), from data that a thread can be given. */

import { type Priced, type PriceParts, unitOf } from '../contract/price.ts'
import { type OwnPrice, partsBy, pricedBy, type SteppedInList, type Terms } from '../contract/price-terms.ts'

/** All that prices by some terms are made of, but for those of the list. */
export interface PricedTerms extends Terms {
  /** The id of the list; null: the base list. */
  readonly listId: number | null
  /** By article id. */
  readonly own: ReadonlyMap<number, OwnPrice>
  readonly stepped: ReadonlyMap<number, SteppedInList>
}

/** What an article costs by terms, from its price in their list (undefined: it has none) and what it costs by the base list. */
export const pricedIn = (
  { own, stepped, ...terms }: PricedTerms,
  articleId: number,
  listed: number | undefined,
  base: Priced,
) => pricedBy(terms, { ...base, ...stepped.get(articleId) }, { listed, own: own.get(articleId) })

/** What one unit of an article costs by terms, in cents, from what its price is made of by the base list. */
export function unitIn(terms: PricedTerms, articleId: number, listed: number | undefined, base: PriceParts): number {
  const discount = terms.stepped.get(articleId)?.discount ?? base.discount
  return unitOf(partsBy(terms, { listPrice: base.listPrice, discount }, { listed, own: terms.own.get(articleId) }))
}
