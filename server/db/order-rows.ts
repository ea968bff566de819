/** An order as a row of a list, written once for every list of orders. */
import { sql } from 'kysely'

/** Columns of `sales_order` as `o` and of who made it, `app_user` as `maker` (R25). */
export const orderRowColumns = [
  'o.id',
  'o.erp_number as erpNumber',
  'o.address',
  'o.address_id as addressId',
  'o.created_at as createdAt',
  'o.client_id as clientId',
  'o.business_name as businessName',
  'o.total',
  'o.line_count as lineCount',
  'o.note',
  'o.sale_line as saleLine',
  'o.sale_condition as saleCondition',
  'o.channel',
  sql<string>`coalesce(nullif(trim(maker.first_name || ' ' || maker.last_name), ''), maker.business_name)`.as(
    'madeBy',
  ),
] as const
