/** A client's account as the ERP keeps it (R306): one row for each client, and the bills that are not paid whole. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table client_account (
    client_id integer primary key references client (id) on delete cascade,
    at timestamptz not null,
    balance bigint not null,
    credit_limit bigint
  )`,
  `create table client_bill (
    id integer generated always as identity primary key,
    erp_id integer not null unique,
    client_id integer not null references client (id) on delete cascade,
    at timestamptz not null,
    kind text not null,
    number text not null,
    day date not null,
    due_day date,
    amount bigint not null,
    balance bigint not null
  )`,
  `create index client_bill_open on client_bill (client_id, due_day) where balance <> 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
