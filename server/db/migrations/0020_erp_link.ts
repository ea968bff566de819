/** What the shop and the ERP tell each other: how far it was read, what an import did, what became of an order there. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table erp_cursor (
    file text primary key,
    since text not null,
    full_at timestamptz
  )`,
  `create table erp_run (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    source text not null,
    complete boolean not null,
    report jsonb not null
  )`,
  // Null: no ERP was asked to take it.
  `alter table sales_order
    add column erp_state text
      check (erp_state in ('pending', 'exported', 'accepted', 'observed', 'rejected')),
    add column erp_reason text not null default '',
    add column erp_answered_at timestamptz`,
  `create index sales_order_erp_state on sales_order (erp_state, id) where erp_state is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
