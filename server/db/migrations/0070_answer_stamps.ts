/** When the ERP wrote its last answer about an order, by its own clock: an answer that comes again changes nothing (R218). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sales_order add column erp_said_at timestamptz`.execute(db)
}
