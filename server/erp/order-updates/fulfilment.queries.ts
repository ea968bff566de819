/** SQL that makes the present state of orders anew from all that was told of them (R304). */
import { sql } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { fulfilmentStates } from '../../../contract/fulfilment-state.ts'
import { billedAmount, fulfilmentLines, isBill } from '../../db/fulfilment-lines.ts'
import type { Queryable } from '../../db/open.ts'

const AR = sql.lit('America/Argentina/Buenos_Aires')
/** The day in Argentina of an instant. */
const dayOf = (at: ReturnType<typeof sql>) => sql`(${at} at time zone ${AR})::date`

/** The order of the states at one instant: the last one of the list counts. What the shop does not know comes first. */
const RANKS = ['other', ...fulfilmentStates.filter((state) => state !== 'other')]

/** In the statement below: the state that an order, `o`, gets. */
const NEW_STATE = sql`(select stated.state from stated where stated.id = o.id)`

export interface ChangedState {
  id: number
  state: FulfilmentState
}

/** Locks orders in the order of their ids, so that two writers of the same orders wait for each other. */
export async function lockOrders(t: Queryable, orderIds: readonly number[]): Promise<void> {
  await sql`select from sales_order where id = any(${orderIds}::int[]) order by id for update`.execute(t)
}

/**
 * Makes the state, the pending units and the totals of orders anew. What has the latest time of its own counts, whenever it came; what
 * is dated by its day alone counts as late as the last thing told of that day. Of what the ERP answered to the order (R218)
 * only where nothing else was told. Dispatched is an order of which nothing is pending, else it is so in part (R305).
 * Answers the orders of which any of this changed.
 */
export async function remakeFulfilments(t: Queryable, orderIds: readonly number[]): Promise<ChangedState[]> {
  const { rows } = await sql<ChangedState>`
    with told as (
      select order_id, state, text, at from order_event where order_id = any(${orderIds}::int[])
      union all
      select order_id, 'dispatched', '', at from order_dispatch where order_id = any(${orderIds}::int[])
      union all
      select order_id, 'billed', '', day::timestamp at time zone ${AR}
      from order_paper where order_id = any(${orderIds}::int[]) and ${isBill}
    ),
    placed as (
      select *, case when at = ${dayOf(sql`at`)}::timestamp at time zone ${AR}
        then max(at) over (partition by order_id, ${dayOf(sql`at`)}) else at end as counts_at
      from told
    ),
    last as (
      select distinct on (order_id) order_id, state, text, at from placed
      order by order_id, counts_at desc, array_position(${RANKS}::text[], state) desc
    ),
    stated as (
      select o.id, o.total,
        coalesce(last.state, case o.erp_state when 'accepted' then 'accepted' when 'rejected' then 'refused'
          else 'received' end) as state,
        coalesce(last.text, '') as text,
        coalesce(last.at, case when o.erp_state in ('accepted', 'rejected') then o.erp_answered_at end) as at
      from sales_order o left join last on last.order_id = o.id
      where o.id = any(${orderIds}::int[])
    ),
    lines as (
      select "orderId" as order_id, sum(pending)::int as pending, sum("missingAmount")::bigint as missing
      from ${fulfilmentLines(sql`select unnest(${orderIds}::int[])`, NEW_STATE)} line group by "orderId"
    ),
    now as (
      select stated.id, stated.text, stated.at,
        case when stated.state not in ('dispatched', 'partly') then stated.state
          when lines.pending > 0 then 'partly' else 'dispatched' end as state,
        coalesce(lines.pending, 0) as pending,
        case when lines.missing > 0 then stated.total - lines.missing end as coming,
        (select sum(${billedAmount})::bigint from order_paper where order_id = stated.id) as billed
      from stated left join lines on lines.order_id = stated.id
    )
    update sales_order o
    set course_state = now.state, course_text = now.text, course_at = now.at, pending_units = now.pending,
      coming_total = now.coming, billed_total = now.billed, course_version = o.course_version
        + ((o.course_state, o.course_text, o.course_at) is distinct from (now.state, now.text, now.at))::int
    from now
    where now.id = o.id
      and (o.course_state, o.course_text, o.course_at, o.pending_units, o.coming_total, o.billed_total)
        is distinct from (now.state, now.text, now.at, now.pending, now.coming, now.billed)
    returning o.id, o.course_state as state`.execute(t)
  return rows
}
