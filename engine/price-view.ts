/** What rows cost by the terms of a client (R352), from data that a thread can be given. */

import { type Priced, type PriceParts, unitOf } from '../contract/price.ts'
import {
  type OwnPrice,
  type Promoted,
  partsBy,
  pricedBy,
  type SteppedInList,
  type Terms,
  type Told,
} from '../contract/price-terms.ts'

/** All that prices by some terms are made of, but for those of the list. */
export interface PricedTerms extends Terms {
  /** The id of the list; null: the base list. */
  readonly listId: number | null
  /** By article id. */
  readonly own: ReadonlyMap<number, OwnPrice>
  readonly stepped: ReadonlyMap<number, SteppedInList>
  readonly promoted: ReadonlyMap<number, Promoted>
}

const toldOf = (
  { own, promoted }: Pick<PricedTerms, 'own' | 'promoted'>,
  articleId: number,
  listed: number | undefined,
): Told => ({ listed, own: own.get(articleId), promoted: promoted.get(articleId) })

/** What an article costs by terms, from its price in their list (undefined: it has none) and what it costs by the base list. */
export const pricedIn = (
  { own, stepped, promoted, ...terms }: PricedTerms,
  articleId: number,
  listed: number | undefined,
  base: Priced,
) => pricedBy(terms, { ...base, ...stepped.get(articleId) }, toldOf({ own, promoted }, articleId, listed))

/** What one unit of an article costs by terms, in cents, from what its price is made of by the base list. */
export const unitIn = (terms: PricedTerms, articleId: number, listed: number | undefined, base: PriceParts): number =>
  unitOf(partsIn(terms, articleId, listed, base))

/** As `unitIn`: what that is made of, and whose promotion it is. */
export function partsIn(terms: PricedTerms, articleId: number, listed: number | undefined, base: PriceParts) {
  const discount = terms.stepped.get(articleId)?.discount ?? base.discount
  return partsBy(terms, { listPrice: base.listPrice, discount }, toldOf(terms, articleId, listed))
}
