/** What registration, password reset and user administration need beyond the account itself. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // One open reset a user; the code is stored hashed and dies with its use, its tries or its time.
  `create table password_reset (
    user_id integer primary key references app_user (id),
    code_hash bytea not null,
    tries integer not null default 0,
    expires_at timestamptz not null
  )`,
  // The parts of a delivery address as the places provider knows them.
  `alter table user_address
    add column number text not null default '',
    add column crossing text not null default '',
    add column country text not null default ''`,
  `create index app_user_created on app_user (created_at desc, id desc)`,
  `create index client_code on client (lower(code))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
