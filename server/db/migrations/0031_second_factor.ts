/** A second factor at the sign-in (R261): whether a user has one, its secret, and what it was used for. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // On the user's own row, which a sign-in locks: no session is begun on what was verified before it changed.
  `alter table app_user add column second_factor boolean not null default false`,
  // Apart from the user's row: the secret goes into no export and no audit of the user.
  `create table second_factor (
    user_id integer primary key references app_user (id) on delete cascade,
    secret bytea not null,
    -- The half minute of the last code that was taken: none is good twice.
    last_step integer not null default 0,
    -- SHA-256 of each recovery code that was not used yet, in hexadecimal.
    recovery_hashes text[] not null default '{}'
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
