/**
 * Orders of which only a part has left have a state of their own, and the units that are to leave count from the first
 * moment on (R305). What is stored gets both as if it had been told now.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `update sales_order o set pending_units = line.units
    from (select order_id, sum(quantity)::int as units from sales_order_line group by order_id) line
    where line.order_id = o.id and o.pending_units = 0 and o.course_state not in ('cancelled', 'refused')
      and not exists (select from order_event e where e.order_id = o.id)
      and not exists (select from order_dispatch d where d.order_id = o.id)
      and not exists (select from order_line_news n where n.order_id = o.id)
      and not exists (select from order_paper p where p.order_id = o.id)`,
  `update sales_order set course_state = 'partly' where course_state = 'dispatched' and pending_units > 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
