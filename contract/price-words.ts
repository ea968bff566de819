/** How a price comes about, in words (R351): the same on screens, papers, mails and for the ERP. */
import { formatCount, percentText } from './amounts.ts'
import { type Priced, type PriceStep, stepAt } from './price.ts'

/** '−10 % desde 24'. */
export const stepInWords = ({ units, percent }: PriceStep): string =>
  `−${percentText(percent)} % desde ${formatCount(units)}`

/** Why a line of `quantity` units costs what it does; '' where it is the article's price for one unit. */
export function priceReason(article: Pick<Priced, 'steps'>, quantity: number): string {
  const step = stepAt(article, quantity)
  return step ? stepInWords(step) : ''
}
