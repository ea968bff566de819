/** Who waits for a document: any instance may be asked about it. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table document_ticket (
    id uuid primary key default gen_random_uuid(),
    user_id integer not null references app_user on delete cascade,
    asked jsonb not null,
    seen_at timestamptz not null default now()
  )`,
  `create index document_ticket_user on document_ticket (user_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
