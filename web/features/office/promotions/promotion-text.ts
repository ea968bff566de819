/** A promotion in a row of the office's list. Pure. */
import type { Promotion } from '../../../../contract/promotions.ts'
import { beginningText, endText } from '../../../lib/beginnings.ts'
import { formatCount, formatInstant, formatPercent } from '../../../lib/format.ts'

/** '−15% en Tuki / Autos', 'Precio de 12 artículos'. */
export function whatText({ percent, covers, brand, category, articles }: Promotion): string {
  const named = articles === 1 ? '1 artículo' : `${formatCount(articles)} artículos`
  if (percent === null) return `Precio de ${named}`
  const branch =
    brand && (covers === 'brand' || category) ? [brand, category].filter(Boolean).join(' / ') : 'lo que se borró'
  return `−${formatPercent(percent)} en ${covers === 'articles' ? named : branch}`
}

/** 'desde el 01/12/2026 hasta el 31/12/2026'; of one that was ended before it began, when that was. */
export const whenText = ({ begins, ends }: Promotion): string =>
  begins === ends ? `no empezó: terminada el ${formatInstant(ends)}` : `${beginningText(begins)} ${endText(ends)}`

/** Whom it is for. */
export const forText = ({ lists }: Promotion): string => (lists === null ? 'Todos' : lists.join(', '))

/** 'Corre', 'Empieza el 01/12/2026', 'Terminada'. */
export function stateText({ state, begins }: Promotion): string {
  if (state === 'ahead') return beginningText(begins).replace('desde', 'Empieza')
  return state === 'runs' ? 'Corre' : 'Terminada'
}
