/** Whether the ERP's feed is taken (R42): what of it is refused, since when, and when all of it was taken last. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table erp_feed (
    only_row boolean primary key default true check (only_row),
    success_at timestamptz,
    refused_count bigint not null default 0,
    -- By kind of record, what its last file was refused for; empty while everything is taken.
    refused jsonb not null default '{}',
    refused_since timestamptz
  )`,
  `insert into erp_feed default values`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
