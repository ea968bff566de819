/** SQL of VAT (R357); the sums themselves are those of contract/vat.ts. */
import { sql } from 'kysely'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { VatLine } from '../../contract/vat.ts'

const PRECIOS_CON_IVA: SettingKey = 'PRECIOS_CON_IVA'

/** Whether prices hold the VAT now. */
export const pricesHoldVat = sql<boolean>`exists (select from setting where key = ${PRECIOS_CON_IVA} and value = '1')`

/** The lines of an order, `o`, as its VAT follows from them. */
export const vatLinesOfOrder = sql<VatLine[]>`(
  select coalesce(json_agg(json_build_object('amount', line.quantity::bigint * line.unit_price, 'vatRate', line.vat_rate)), '[]')
  from sales_order_line line where line.order_id = o.id)`
