/**
 * Links that open one thing without an account (R386): `kind` is 'accept' (an order that a client accepts) or 'paper'. `opens` says
 * which kind of thing, `opens_id` which one, and `details` (JSON) what else a paper was asked with. Of the key only the hash is kept.
 * `client_id` is −1 where the link is for no client. A used link stays, so that who presses again hears what became of it.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table shared_link (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('accept', 'paper')),
    token_hash text not null unique,
    opens text not null,
    opens_id integer,
    details json,
    client_id integer not null,
    user_id integer not null references app_user (id),
    made_at timestamptz not null default now(),
    ends_at timestamptz not null,
    used_at timestamptz,
    withdrawn_at timestamptz
  )`,
  `create index shared_link_client on shared_link (client_id)`,
  `create index shared_link_user on shared_link (user_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
