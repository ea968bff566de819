/** SQL of the history of one record. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/open.ts'
import { aboutRecords, type RecordIds, type StoredEntry } from './audit-list.queries.ts'

/** The log's rows about some records, the newest first. */
export async function listRowsAbout(
  db: Queryable,
  records: readonly RecordIds[],
  limit: number,
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select a.id, a.at, a.user_id as "userId", a.action, a.entity, a.entity_id as "entityId", a.before, a.after,
      a.batch_id as "batchId", 1 as rows, '' as kind, b.undone_at as "undoneAt"
    from audit a left join change_batch b on b.id = a.batch_id
    where ${aboutRecords(records)} order by a.at desc, a.id desc limit ${limit}`.execute(db)
  return rows
}

/** Whether a record exists. */
export async function isThere(db: Queryable, table: 'app_user' | 'article', id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows.length > 0
}

/** Records that belong to a user: the addresses, and the client. */
export async function findBelongings(db: Queryable, userId: number): Promise<RecordIds[]> {
  const texts = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id)
  const addresses = await texts(sql`select id::text as id from user_address where user_id = ${userId}`)
  const clients = await texts(
    sql`select client_id::text as id from app_user where id = ${userId} and client_id is not null`,
  )
  return [
    { entities: ['user-address'], ids: addresses },
    { entities: ['client'], ids: clients },
  ]
}

/** An order as its history tells of it. */
export function findOrder(db: Queryable, id: number) {
  return db
    .selectFrom('sales_order')
    .select(['id', 'created_at', 'created_by', 'channel', 'business_name', 'address', 'sale_condition', 'total'])
    .select(['line_count', 'erp_number', 'import_cuit', 'import_number', 'note', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The mails about an order: to whom, and what became of each. */
export async function listMailsAbout(db: Queryable, orderId: number) {
  const { rows } = await sql<{ id: number; to: string; state: string; at: string; attempts: number }>`
    select id, payload->>'to' as "to", state, coalesce(done_at, created_at) as at, attempts from job
    where kind = 'newOrderMail' and payload->>'orderId' = ${String(orderId)} order by id`.execute(db)
  return rows
}
