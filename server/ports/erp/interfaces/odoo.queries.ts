/** SQL of the orders that Odoo names. */
import { sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'

/** When each of these orders was made, and whether it waits to be sent, of those that an ERP takes. */
export async function findOrderTimes(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; createdAt: string; isWaiting: boolean }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('sales_order')
    .select(['id', 'created_at as createdAt', sql<boolean>`erp_state = 'pending'`.as('isWaiting')])
    .where('id', 'in', ids)
    .where('erp_state', 'is not', null)
    .execute()
}

/** Whether another order has this number. */
export async function isNumberTaken(
  db: Queryable,
  { orderId, number }: { orderId: number; number: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('sales_order')
    .select('id')
    .where('erp_number', '=', number)
    .where('id', '<>', orderId)
    .executeTakeFirst()
  return other !== undefined
}
