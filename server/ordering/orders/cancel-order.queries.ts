/** SQL of orders that were cancelled before anybody took them (R331). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { userName } from '../../db/order-rows.ts'
import { isBuyer } from './change-order.queries.ts'

/** Whether an order was cancelled before anybody took it. */
export async function wasWithdrawn(db: Queryable, orderId: number): Promise<boolean> {
  const row = await db.selectFrom('sales_order').select('withdrawn_at').where('id', '=', orderId).executeTakeFirst()
  return row?.withdrawn_at != null
}

/**
 * A cancelled order for its mail: whose it was, what it came to in cents, who cancelled it and why ('' for no reason). Of the staff it is
 * the shop that did so (R304).
 */
export function findCancelledToMail(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('order_event as e', (join) => join.onRef('e.order_id', '=', 'o.id').on('e.state', '=', 'cancelled'))
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .select([
      ...(['o.id as orderId', 'o.business_name as businessName', 'o.total', 'o.line_count as lineCount'] as const),
      ...(['e.at', 'e.reason'] as const),
      sql<string>`case when ${isBuyer} then ${userName('u')} else 'la tienda' end`.as('by'),
    ])
    .where('o.id', '=', orderId)
    .where('o.withdrawn_at', 'is not', null)
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst()
}
