/** Whether the shop holds the demo's data, and since when (R233): no setting, which an admin could change. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table demo_fill (
    only_row boolean primary key default true check (only_row),
    filled_at timestamptz not null default now()
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
