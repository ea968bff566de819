/** Since when an article stands in the shop: what a client finds new in the own brands (R223). Null: longer than this is known. */
import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table listing add column created_at timestamptz',
  'alter table listing alter column created_at set default now()',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
