/** Which columns of a sheet somebody chose, so that the next sheet with the same headings is read without a question (R240). */
import { type Kysely, sql } from 'kysely'

const statements = [
  // A client's for its lists, a user's for files with orders of many clients and for lists of a user without a client.
  `create table sheet_columns (
    id integer generated always as identity primary key,
    kind text not null,
    user_id integer references app_user (id) on delete cascade,
    client_id integer references client (id) on delete cascade,
    headings text not null,
    roles text[] not null,
    chosen_at timestamptz not null default now()
  )`,
  `create unique index sheet_columns_of on sheet_columns (kind, coalesce(user_id, 0), coalesce(client_id, 0), headings)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
