/** Whether an order's prices held the VAT when it was made (R357); null: nobody kept it, and nothing is said of its VAT. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sales_order add column prices_with_vat boolean').execute(db)
}
