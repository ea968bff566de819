/** What each client pays, from what the device of somebody of the staff keeps (R352). */
import type { DevicePrices } from '../contract/device-prices.ts'
import type { Priced } from '../contract/price.ts'
import { type OwnPrice, promotedIn, type SteppedInList } from '../contract/price-terms.ts'
import { NO_CLIENT } from '../contract/rules.ts'
import { type PricedTerms, pricedIn } from './price-view.ts'

/** What an article costs a client, from what it costs by the base list. */
export type PriceOf = <A extends Priced & { readonly articleId: number }>(article: A) => A

export interface OpenPrices {
  /** Undefined where the base list alone counts and no promotion runs. Without a client: what users without one are shown. */
  pricesOf(clientId: number | undefined): PriceOf | undefined
}

/** Opens kept prices for reading; each client's are looked up when they are asked for. */
export function openPrices({
  isListWhole,
  articleIds,
  lists,
  stepped,
  clients,
  own,
  promotions = [],
}: DevicePrices): OpenPrices {
  const rowOf = new Map(articleIds.map((id, row) => [id, row]))
  const listOf = new Map(lists.map((list) => [list.id, list]))
  const termsOf = (clientId: number): PricedTerms | undefined => {
    const known = clients.find((client) => client.clientId === clientId)
    if (!known && promotions.length === 0) return undefined
    const terms = known ?? { list: null, bonus: 0 }
    const ownPrices = own.filter((price) => price.clientId === clientId)
    return {
      listId: terms.list,
      list: terms.list === null ? null : (listOf.get(terms.list)?.name ?? ''),
      isListWhole,
      bonus: terms.bonus,
      own: new Map(ownPrices.map(({ articleId, ...price }): [number, OwnPrice] => [articleId, price])),
      stepped: new Map(
        stepped
          .filter(({ list }) => list === terms.list)
          .map(({ articleId, discount, steps = null }): [number, SteppedInList] => [articleId, { discount, steps }]),
      ),
      promoted: promotedIn(promotions, terms.list),
    }
  }
  return {
    pricesOf(clientId = NO_CLIENT) {
      const terms = termsOf(clientId)
      if (!terms) return undefined
      const prices = terms.listId === null ? undefined : listOf.get(terms.listId)?.prices
      return (article) => {
        const listed = prices?.[rowOf.get(article.articleId) ?? -1] ?? undefined
        const { unitPrice, steps, reason, promotion, ...price } = pricedIn(terms, article.articleId, listed, article)
        const { unitPrice: _own, steps: _base, reason: _none, promotion: _neither, ...others } = article
        // As the wire has it: what does not apply is absent.
        return {
          ...others,
          ...price,
          ...(unitPrice !== null && { unitPrice }),
          ...(steps && { steps }),
          ...(reason && { reason }),
          ...(promotion && { promotion }),
        } as typeof article
      }
    },
  }
}
