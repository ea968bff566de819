/** An order of the demo shop that was changed before anybody took it (R383): its second client added the last line to it. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { SECOND_CLIENT } from './clients.ts'

/** Makes the first version of the second client's last order, an hour before the present one; so after the orders. */
export async function fillVersions(t: Transaction<Tables>): Promise<void> {
  const last = sql`(select max(id) from sales_order where client_id = ${SECOND_CLIENT})`
  await sql`
    insert into order_version (order_id, version, made_at, made_by, note, total)
    select o.id, 1, o.created_at, o.created_by, o.note, o.total - added.amount
    from sales_order as o cross join lateral (
      select unit_price * quantity as amount from sales_order_line where order_id = o.id order by id desc limit 1
    ) as added
    where o.id = ${last}`.execute(t)
  await sql`
    insert into order_version_line (order_id, version, nth, article_id, code, description, list_price, discount, unit_price,
      price_reason, quantity, note)
    select order_id, 1, row_number() over (order by id), article_id, code, description, list_price, discount, unit_price,
      price_reason, quantity, note
    from sales_order_line
    where order_id = ${last} and id < (select max(id) from sales_order_line where order_id = ${last})`.execute(t)
  await sql`
    update sales_order set version = 2, changed_at = created_at + interval '1 hour', changed_by = created_by
    where id = ${last}`.execute(t)
}
