/** Since when an article lies in a cart, and what the list of all orders is searched and ordered by. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // Of the lines that are there only their last change is known.
  `alter table cart_line add column created_at timestamptz`,
  `update cart_line set created_at = updated_at`,
  `alter table cart_line alter column created_at set default now(), alter column created_at set not null`,
  `create index sales_order_time on sales_order (created_at, id)`,
  `create index sales_order_total on sales_order (total, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
