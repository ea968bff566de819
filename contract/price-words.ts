/** How a price comes about, in words (R351): the same on screens, papers, mails and for the ERP. */
import { formatCount, percentText } from './amounts.ts'
import { type Priced, type PriceStep, stepAt } from './price.ts'

/** '−10 % desde 24'. */
export const stepInWords = ({ units, percent }: PriceStep): string =>
  `−${percentText(percent)} % desde ${formatCount(units)}`

/** What an own price is called; contract/price-terms.ts and server/db/price.ts begin the reason with it. */
export const OWN_PRICE = 'Precio especial'

/** The reason of a client's own price; undefined for others: cards name no list, as all of them would name the same. */
export const ownReason = ({ reason }: Pick<Priced, 'reason'>): string | undefined =>
  reason?.startsWith(OWN_PRICE) ? reason : undefined

/** Why a line of `quantity` units costs what it does: 'Lista Interior, −10 % desde 24'; '' for the base list's price of one unit. */
export function priceReason(article: Pick<Priced, 'steps' | 'reason'>, quantity: number): string {
  const step = stepAt(article, quantity)
  return [article.reason, step && stepInWords(step)].filter(Boolean).join(', ')
}
