import { useQuery } from '@tanstack/react-query'
import { getPricesWithVat } from '../../../contract/vat.ts'
import { queryOf } from '../../lib/query.ts'

/** Whether the shop's prices hold the VAT (R357); null where nothing is said of it, or nobody has told yet. */
export function usePricesWithVat(): boolean | null {
  const { data = null } = useQuery(queryOf(getPricesWithVat))
  return data
}
