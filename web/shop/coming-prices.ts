/** What articles will cost (R360), where the shop shows it. */
import { useQuery } from '@tanstack/react-query'
import { type ComingPrice, listComingPrices, MOST_ASKED } from '../../contract/prices-ahead.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { soonText } from '../lib/beginnings.ts'
import { formatPrice } from '../lib/format.ts'
import { queryOf } from '../lib/query.ts'

/** 'desde el lunes 07/12/2026, $ 2.450,00' by article, of the first MOST_ASKED; empty until the server answers. */
export function useComingPrices(articleIds: readonly number[], clientId: number): ReadonlyMap<number, string> {
  const asked = articleIds.slice(0, MOST_ASKED).sort((a, b) => a - b)
  const query = { articleIds: asked, ...(clientId !== NO_CLIENT && { clientId }) }
  const { data = [] } = useQuery(queryOf(listComingPrices, asked.length > 0 ? { query } : null))
  return new Map(data.map((coming: ComingPrice) => [coming.articleId, comingText(coming)]))
}

const comingText = ({ since, unitPrice }: ComingPrice): string => `${soonText(since)}, ${formatPrice(unitPrice)}`
