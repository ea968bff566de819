/** How a price comes about, in words (R351): the same on screens, papers, mails and for the ERP. */
import { formatCount, percentText } from './amounts.ts'
import { type Priced, type PriceStep, stepAt } from './price.ts'

/** '−10 % desde 24'. */
export const stepInWords = ({ units, percent }: PriceStep): string =>
  `−${percentText(percent)} % desde ${formatCount(units)}`

/**
 * Why a line of `quantity` units costs what it does: 'Lista Interior, −10 % desde 24', 'Promoción Día del Niño' (a step that is
 * reached stands in the promotion's place); '' for the base list's price of one unit.
 */
export function priceReason(article: Pick<Priced, 'steps' | 'reason' | 'promotion'>, quantity: number): string {
  const step = stepAt(article, quantity)
  return [article.reason, step ? stepInWords(step) : article.promotion].filter(Boolean).join(', ')
}
