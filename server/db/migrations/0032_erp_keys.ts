/** The ERP calls the shop (R293 to R295): its keys, what its batches were answered, and what it has to fetch. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table erp_key (
    id integer generated always as identity primary key,
    name text not null,
    hash bytea not null unique,
    rights text[] not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create table erp_batch (
    key_id integer not null references erp_key (id) on delete cascade,
    idempotency_key text not null,
    request_hash bytea not null,
    answer text not null,
    created_at timestamptz not null default now(),
    primary key (key_id, idempotency_key)
  )`,
  `create index erp_batch_age on erp_batch (created_at)`,
  `create table erp_outbox (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('order', 'client')),
    record_id integer not null,
    key text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create index erp_outbox_record on erp_outbox (kind, record_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
