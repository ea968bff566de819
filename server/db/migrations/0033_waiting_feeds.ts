/** Feeds that a guard stopped and that wait for a person (R297), and what the last feeds of each kind brought. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table erp_waiting (
    id integer generated always as identity primary key,
    kind text not null,
    state text not null default 'waiting'
      check (state in ('waiting', 'accepted', 'taken', 'refused', 'rejected', 'replaced')),
    source text not null,
    file text not null,
    -- Of what would change: the same again is recognised.
    digest text not null,
    -- What an import needs to know of the file besides its rows.
    head jsonb not null,
    -- What a person is shown: figures, guards, examples.
    shown jsonb not null,
    at timestamptz not null default now(),
    answered_by integer references app_user (id) on delete set null,
    answered_at timestamptz
  )`,
  // One of each kind waits: a newer one takes its place.
  `create unique index erp_waiting_open on erp_waiting (kind) where state in ('waiting', 'accepted')`,
  `create table erp_waiting_rows (
    waiting_id integer not null references erp_waiting (id) on delete cascade,
    part integer not null,
    rows jsonb not null,
    primary key (waiting_id, part)
  )`,
  // How many rows the last complete file of a kind had, and what changes of one day put out of use or moved.
  `create table erp_taken (
    kind text primary key,
    row_count integer,
    day_at timestamptz not null default now(),
    day_lost integer not null default 0,
    day_moved integer not null default 0
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
