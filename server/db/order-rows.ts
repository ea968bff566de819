/** An order as a row of a list, written once for every list of orders. */
import { sql } from 'kysely'
import { fulfilmentWords, HELD } from '../../contract/fulfilment-state.ts'
import { clientTypes } from '../../contract/roles.ts'

const fulfilmentWord = sql`(${sql.lit(JSON.stringify(fulfilmentWords))}::jsonb ->> o.course_state)`

/** Why `o` is held (R390); null where it is not, or not any more. */
export const heldReason = sql<
  string | null
>`case when o.held_at is not null and o.let_go_at is null and o.withdrawn_at is null
  and o.course_state <> 'cancelled' then o.held_reason end`

/** The present state of `o` in words: of one that the shop does not know the ERP's, and of a held one that. */
export const fulfilmentTextOf = sql<string>`case when ${heldReason} is not null then ${sql.lit(HELD)} when o.course_state = 'other' then o.course_text else ${fulfilmentWord} end`

/** The columns of `sales_order` as `o` that tell its present state (R304). */
export const fulfilmentColumns = [
  'o.course_state as fulfilmentState',
  fulfilmentTextOf.as('fulfilmentText'),
  heldReason.as('held'),
  sql<string>`coalesce(o.course_at, o.created_at)`.as('fulfilmentAt'),
  'o.course_version as fulfilmentVersion',
  'o.pending_units as pendingUnits',
  sql<number>`coalesce(o.coming_total, o.total)`.as('comingTotal'),
  'o.billed_total as billedTotal',
] as const

/** A user's name, e.g. of `maker`. */
export const userName = (user: string) =>
  sql<string>`coalesce(nullif(trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}), ''), ${sql.ref(`${user}.business_name`)})`

const wasAccepted = sql<boolean>`exists (select from offer where offer.order_id = o.id)`

/** Whether one person prepared `o` and another confirmed it (R372), or accepted it by link (R388). */
export const wasSent = sql<boolean>`(exists (select from sent_cart sent where sent.order_id = o.id) or ${wasAccepted})`

/** Who prepared `o` for somebody else to confirm (R372); null for any other order. */
const preparedBy = sql<string | null>`(select ${userName('preparer')} from sent_cart sent
  join app_user preparer on preparer.id = sent.user_id where sent.order_id = o.id)`

/** Who made `o`: `maker`, 'Armó Lola Paz, confirmó Ana Sosa', or 'Armó Rita Sol, aceptó el cliente por enlace'. */
export const madeBy = sql<string>`coalesce('Armó ' || ${preparedBy} || ', confirmó ' || ${userName('maker')},
  case when ${wasAccepted} then 'Armó ' || ${userName('maker')} || ', aceptó el cliente por enlace' end, ${userName('maker')})`

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
  madeBy.as('madeBy'),
  wasSent.as('wasSent'),
  sql<number | null>`case when maker.type = any(${clientTypes}) then maker.id end`.as('buyerId'),
] as const
