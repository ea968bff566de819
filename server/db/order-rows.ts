/** An order as a row of a list, written once for every list of orders. */
import { sql } from 'kysely'
import { fulfilmentWords } from '../../contract/fulfilment-state.ts'

const fulfilmentWord = sql`(${sql.lit(JSON.stringify(fulfilmentWords))}::jsonb ->> o.course_state)`

/** The present state of `o` in words; of one that the shop does not know the ERP's. */
export const fulfilmentTextOf = sql<string>`case when o.course_state = 'other' then o.course_text else ${fulfilmentWord} end`

/** The columns of `sales_order` as `o` that tell its present state (R304). */
export const fulfilmentColumns = [
  'o.course_state as fulfilmentState',
  fulfilmentTextOf.as('fulfilmentText'),
  sql<string>`coalesce(o.course_at, o.created_at)`.as('fulfilmentAt'),
  'o.course_version as fulfilmentVersion',
  'o.pending_units as pendingUnits',
  sql<number>`coalesce(o.coming_total, o.total)`.as('comingTotal'),
  'o.billed_total as billedTotal',
] as const

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
  sql<string>`coalesce(o.import_number, '')`.as('clientNumber'),
  'o.note',
  'o.sale_line as saleLine',
  'o.sale_condition as saleCondition',
  'o.channel',
  ...fulfilmentColumns,
  sql<string>`coalesce(nullif(trim(maker.first_name || ' ' || maker.last_name), ''), maker.business_name)`.as('madeBy'),
] as const
