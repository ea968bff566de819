/** SQL of the orders that client users made before they had an ERP client (R27, R234). */
import { sql } from 'kysely'
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { cuitColumn } from '../../db/cuit.ts'
import type { Queryable } from '../../db/open.ts'

/** The last 200 orders of new users that nobody has handled yet, the last first, each with its lines by code. */
export function listNewUserOrders(db: Queryable) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select([
      'o.id',
      'o.client_id as clientId',
      'o.user_id as userId',
      'o.business_name as businessName',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
      cuitColumn('u.cuit').as('cuit'),
      sql<string>`to_char(o.created_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD')`.as('date'),
      ...(['o.total', 'o.address', 'o.address_id as addressId', 'o.note'] as const),
      ...(['o.sale_line as saleLine', 'o.sale_condition as saleCondition'] as const),
      sql<{ code: string; description: string; unitPrice: number; quantity: number; note: string }[]>`(
        select json_agg(json_build_object(
          'code', l.code, 'description', l.description, 'unitPrice', l.unit_price,
          'quantity', l.quantity, 'note', l.note
        ) order by l.code collate "C", l.id)
        from sales_order_line l where l.order_id = o.id
      )`.as('lines'),
    ])
    .where('o.new_user', '=', true)
    .where('o.handled_at', 'is', null)
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
}

/** Locks a new user's order and reads when it was handled; undefined for any other order. */
export function lockNewUserOrder(t: Queryable, orderId: number) {
  return t
    .selectFrom('sales_order')
    .select(['handled_at'])
    .where('id', '=', orderId)
    .where('new_user', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores that an order was handled now, or that it waits again; answers the instant, null for a waiting one. */
export async function setHandled(t: Queryable, orderId: number, handled: boolean): Promise<string | null> {
  const { handled_at } = await t
    .updateTable('sales_order')
    .set({ handled_at: handled ? sql<string>`now()` : null })
    .where('id', '=', orderId)
    .returning('handled_at')
    .executeTakeFirstOrThrow()
  return handled_at
}

/**
 * Moves the orders that a user made as a new user from one client to another; answers their ids. A delivery address keeps
 * its text only: its id was that of the user's own address, and the same id may be another address of the client.
 */
export function moveNewUserOrders(t: Queryable, move: { userId: number; from: number; to: number }) {
  return t
    .updateTable('sales_order')
    .set({
      client_id: move.to,
      address_id: sql<number>`case when address_id > ${PICKUP} then ${NO_ADDRESS}::int else address_id end`,
    })
    .where('user_id', '=', move.userId)
    .where('client_id', '=', move.from)
    .where('new_user', '=', true)
    .returning(['id'])
    .execute()
}
