/** Runs of batches (R350): what the ERP's program sends in many batches and has taken as one feed. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table push_run (
    id integer generated always as identity primary key,
    key_id integer not null references erp_key (id) on delete cascade,
    -- One run of a list at a time.
    list text not null unique,
    row_count integer not null default 0,
    touched_at timestamptz not null default now()
  )`,
  `create table push_run_batch (
    run_id integer not null references push_run (id) on delete cascade,
    number integer not null,
    -- A batch that is sent again after a lost answer is the same batch.
    hash bytea not null,
    rows jsonb not null,
    primary key (run_id, number),
    unique (run_id, hash)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
