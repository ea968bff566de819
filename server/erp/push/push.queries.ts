/** SQL of what the ERP's batches were answered. */
import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** The answer that a batch with this key got within the last day, and the hash of its request. */
export const findBatch = (db: Queryable, keyId: number, idempotencyKey: string) =>
  db
    .selectFrom('erp_batch')
    .select(['request_hash as requestHash', 'answer'])
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where(sql<boolean>`created_at > now() - interval '1 day'`)
    .executeTakeFirst()

/** Stores an answer, and forgets those of more than a day ago. */
export async function storeBatch(t: Queryable, batch: Insertable<Tables['erp_batch']>): Promise<void> {
  await sql`delete from erp_batch where created_at <= now() - interval '1 day'`.execute(t)
  await t.insertInto('erp_batch').values(batch).execute()
}
