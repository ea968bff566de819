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

/** Orders that go to the ERP and were made, or let go (R391), on a day (yyyy-mm-dd) or later, by their ids. */
export async function listOrdersSince(db: Queryable, day: string, after: number, limit: number): Promise<number[]> {
  const since = sql<string>`${day}::date::timestamp at time zone 'America/Argentina/Buenos_Aires'`
  const rows = await db
    .selectFrom('sales_order')
    .select('id')
    .where('erp_state', 'is not', null)
    .where(({ eb, or }) => or([eb('created_at', '>=', since), eb('let_go_at', '>=', since)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Notes that the ERP is given the record as it is from now on. To be called before the record is read: what changes after that
 * is handed over again.
 * @param last the newest `id` of the record in the list that the ERP is answered
 */
export const noteFetched = (db: Queryable, kind: Kind, recordId: number, last: number) =>
  db
    .updateTable('erp_outbox')
    .set({ fetched: true })
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .where('id', '<=', last)
    .where('fetched', '=', false)
    .execute()

/** Takes away what the ERP has fetched of a record; false: there was nothing. What changed since the fetch stays. */
export async function acknowledge(t: Queryable, kind: Kind, recordId: number): Promise<boolean> {
  const { numDeletedRows } = await t
    .deleteFrom('erp_outbox')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .where('fetched', '=', true)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isOrderOfErp(t: Queryable, orderId: number): Promise<boolean> {
  const row = await t.selectFrom('sales_order').select('erp_state').where('id', '=', orderId).executeTakeFirst()
  return row !== undefined && row.erp_state !== null
}
