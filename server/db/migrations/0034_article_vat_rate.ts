/** The VAT rate of an article, where the ERP tells it: orders bring it back (R299). Hundredths of a percent. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table article add column vat_rate integer check (vat_rate between 0 and 10000)').execute(db)
}
