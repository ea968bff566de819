/**
 * When an order goes to the ERP, when somebody took it, and when it was taken back before that (R331). The version before sends an
 * order by its job, which the shop stores for that moment, and no order that was taken back: that has no ERP state any more.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sales_order
    add column hand_over_at timestamptz,
    add column taken_at timestamptz,
    add column withdrawn_at timestamptz`.execute(db)
}
