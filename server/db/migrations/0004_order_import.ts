/** Which order of a spreadsheet an order was made of, so that the same one is not made twice. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // CUIT (digits) and order number as the file has them; `import_copy` counts the repeats that were confirmed.
  `alter table sales_order
    add column import_cuit text,
    add column import_number text,
    add column import_copy integer`,
  `create unique index sales_order_import on sales_order (import_cuit, import_number, import_copy)
    where import_number is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
