/** The demo's buyer who prepares orders (R370 to R372), with a cart that waits to be confirmed. */
import { sql, type Transaction } from 'kysely'
import { NO_CUIT } from '../db/cuit.ts'
import type { Tables } from '../db/tables.ts'
import { preparer } from './clients.ts'

/** Makes the buyer, invited by the client's own account, and the cart out of the client's last order; so after the orders. */
export async function fillPreparer(t: Transaction<Tables>, passwordHash: string): Promise<void> {
  const { clientId, email, firstName, lastName } = preparer
  const { rows } = await sql<{ id: number }>`
    insert into app_user (cuit, email, password_hash, type, first_name, last_name, business_name, carrier_id, zone_id, client_id,
      enabled, order_right, invited_by, invited_at)
    select ${NO_CUIT + email}, ${email}, ${passwordHash}, 'cliente', ${firstName}, ${lastName}, business_name, carrier_id, zone_id,
      client_id, true, 'prepare', id, now()
    from app_user where client_id = ${clientId} order by id limit 1
    returning id`.execute(t)
  const userId = rows[0]?.id ?? 0
  await t
    .updateTable('app_user')
    .set({ cuit: `${NO_CUIT}${userId}` })
    .where('id', '=', userId)
    .execute()
  const { id: listId } = await t
    .insertInto('saved_list')
    .values({ user_id: userId, client_id: clientId, kind: 'aside', name: 'Reposición del salón', shared: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into saved_list_line (list_id, place, article_id, quantity, note, shown_price)
    select ${listId}, row_number() over (order by id) - 1, article_id, quantity, '', unit_price
    from sales_order_line
    where order_id = (select max(id) from sales_order where client_id = ${clientId}) order by id limit 6`.execute(t)
  await sql`
    insert into sent_cart (list_id, client_id, user_id, address_id, note)
    select ${listId}, ${clientId}, ${userId}, address_id, 'Lo que falta en el salón'
    from sales_order where client_id = ${clientId} order by id desc limit 1`.execute(t)
}
