/** Tries that limits count, for all instances together. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table counted_try (
    -- SHA-256 of the limit and whom it counts: nobody's address or mail.
    key bytea primary key,
    -- Oldest first.
    counted timestamptz[] not null,
    -- Begun and without an outcome yet.
    running timestamptz[] not null,
    -- Whether the last one got in.
    admitted boolean not null,
    -- Nothing in it counts any more after this.
    until timestamptz not null
  )`,
  `create index counted_try_until on counted_try (until)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
