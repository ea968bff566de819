/** What a user's devices seal with: the key to what waits on one of them while its user is gone (R37, R229). */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table device_key (
    user_id integer primary key references app_user (id) on delete cascade,
    key bytea not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
