/** What a user is told of the own sessions (R266), their end when nobody uses them (R267), and staff's known browsers (R269). */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table session
    add column id integer generated always as identity unique,
    add column user_agent text not null default '',
    add column last_used_at timestamptz not null default now(),
    add column idle boolean not null default false`,
  `create table known_browser (
    user_id integer not null references app_user (id) on delete cascade,
    mark_hash bytea not null,
    signed_in_at timestamptz not null default now(),
    primary key (user_id, mark_hash)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
