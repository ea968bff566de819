import type { OrderDetail } from '../../../contract/orders.ts'
import type { ShownVat } from './vat-of-lines.ts'

/** The VAT of an order as its answer tells it (R357); null where nothing is said of it. */
export const vatOfOrder = ({ vat, pricesWithVat }: Pick<OrderDetail, 'vat' | 'pricesWithVat'>): ShownVat | null =>
  vat && pricesWithVat !== undefined ? { sums: vat, pricesWithVat } : null
