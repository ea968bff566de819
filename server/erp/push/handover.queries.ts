/** SQL of the orders and clients that wait until the ERP fetches and acknowledges them. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

type Kind = 'order' | 'client'

/** What waits of a kind, the earliest first; of a record that was handed over twice, once. */
export const listWaiting = (db: Queryable, kind: Kind, after: number, limit: number) =>
  db
    .selectFrom('erp_outbox')
    .select([sql<number>`max(id)`.as('id'), 'record_id as recordId'])
    .where('kind', '=', kind)
    .groupBy('record_id')
    .having(sql<boolean>`max(id) > ${after}`)
    .orderBy(sql`max(id)`)
    .limit(limit)
    .execute()

/** Takes a record away that the ERP has now; false: it was not there. */
export async function acknowledge(t: Queryable, kind: Kind, recordId: number): Promise<boolean> {
  const { numDeletedRows } = await t
    .deleteFrom('erp_outbox')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isOrderOfErp(t: Queryable, orderId: number): Promise<boolean> {
  const row = await t.selectFrom('sales_order').select('erp_state').where('id', '=', orderId).executeTakeFirst()
  return row !== undefined && row.erp_state !== null
}
