/** A paper of an order may be one that somebody of the office uploaded, which has no key of the ERP's (R305). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table order_paper alter column erp_id drop not null`).execute(db)
}
