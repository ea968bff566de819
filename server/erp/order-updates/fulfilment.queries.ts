/** SQL that makes the present state of orders anew from all that was told of them (R304). */
import { sql } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { fulfilmentStates } from '../../../contract/fulfilment-state.ts'
import { fulfilmentLines } from '../../db/fulfilment-lines.ts'
import type { Queryable } from '../../db/open.ts'

/** The order of the states at one instant: the last one of the list counts. What the shop does not know comes first. */
const RANKS = ['other', ...fulfilmentStates.filter((state) => state !== 'other')]

export interface ChangedState {
  id: number
  state: FulfilmentState
}

/** Locks orders in the order of their ids, so that two writers of the same orders wait for each other. */
export async function lockOrders(t: Queryable, orderIds: readonly number[]): Promise<void> {
  await sql`select from sales_order where id = any(${orderIds}::int[]) order by id for update`.execute(t)
}

/**
 * Makes the state and the pending units of orders anew. What has the latest time of its own counts, whenever it came; of
 * what the ERP answered to the order (R218) only where nothing else was told. Answers the orders whose state changed.
 */
export async function remakeFulfilments(t: Queryable, orderIds: readonly number[]): Promise<ChangedState[]> {
  const { rows } = await sql<ChangedState>`
    with told as (
      select order_id, state, text, at from order_event where order_id = any(${orderIds}::int[])
      union all
      select order_id, 'dispatched', '', at from order_dispatch where order_id = any(${orderIds}::int[])
      union all
      select order_id, 'billed', '', day::timestamp at time zone 'America/Argentina/Buenos_Aires'
      from order_paper where order_id = any(${orderIds}::int[]) and lower(kind) like 'factura%'
    ),
    last as (
      select distinct on (order_id) order_id, state, text, at from told
      order by order_id, at desc, array_position(${RANKS}::text[], state) desc
    ),
    now as (
      select o.id,
        coalesce(last.state, case o.erp_state when 'accepted' then 'accepted' when 'rejected' then 'refused'
          else 'received' end) as state,
        coalesce(last.text, '') as text,
        coalesce(last.at, case when o.erp_state in ('accepted', 'rejected') then o.erp_answered_at end) as at
      from sales_order o left join last on last.order_id = o.id
      where o.id = any(${orderIds}::int[])
    )
    update sales_order o
    set course_state = now.state, course_text = now.text, course_at = now.at, course_version = course_version + 1
    from now
    where now.id = o.id
      and (o.course_state, o.course_text, o.course_at) is distinct from (now.state, now.text, now.at)
    returning o.id, o.course_state as state`.execute(t)
  await sql`
    update sales_order o set pending_units = coalesce(now.pending, 0)
    from (select "orderId", sum(pending) filter (where told) as pending
      from ${fulfilmentLines(sql`select unnest(${orderIds}::int[])`)} line group by "orderId") now
    where o.id = now."orderId" and o.pending_units <> coalesce(now.pending, 0)`.execute(t)
  return rows
}
