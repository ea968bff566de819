/** SQL of orders that another program names. */
import type { Queryable } from '../../../db/open.ts'

/** When each of these orders was made, of those that an ERP takes. */
export async function findOrderTimes(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; createdAt: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('sales_order')
    .select(['id', 'created_at as createdAt'])
    .where('id', 'in', ids)
    .where('erp_state', 'is not', null)
    .execute()
}
