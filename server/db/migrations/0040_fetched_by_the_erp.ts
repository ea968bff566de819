/**
 * Whether the ERP has fetched an order or client that waits (R295): its acknowledgement ends what it fetched, and not what
 * changed since. Rows of before count as fetched, as they did.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table erp_outbox add column fetched boolean not null default true',
  'alter table erp_outbox alter column fetched set default false',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
