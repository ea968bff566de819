/** What an article costs by a list, from what is told of it (R351, R352). Pure. */
import { type PriceStep, priceOf } from '../../../contract/price.ts'
import type { PriceInList } from '../../../contract/price-lists.ts'

type Step = Pick<PriceStep, 'units' | 'percent'>

/** What a list price in cents comes to: a step of one unit is a discount, one that is no lower than those before it is none. */
export function pricedWith(
  listPrice: number,
  ownDiscount: number,
  told: readonly Step[],
): Pick<PriceInList, 'listPrice' | 'discount' | 'unitPrice' | 'steps'> {
  const unitAt = (percent: number) => priceOf({ listPrice, discount: percent })
  const discount = Math.max(ownDiscount, ...told.filter(({ units }) => units === 1).map(({ percent }) => percent))
  let best = discount
  const steps = told
    .filter(({ units }) => units > 1)
    .toSorted((a, b) => a.units - b.units || b.percent - a.percent)
    .flatMap(({ units, percent }): PriceStep[] => {
      if (percent <= best) return []
      best = percent
      return [{ units, percent, unitPrice: unitAt(percent) }]
    })
  const hasSteps = listPrice > 0 && steps.length > 0
  return { listPrice, discount, unitPrice: unitAt(discount), steps: hasSteps ? steps : undefined }
}
