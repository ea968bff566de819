/**
 * How files of another program become the feed (R406): the mapping in use, and the numbers that the shop keeps for records
 * which that program knows by a code or a name (R407). The version before reads neither.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table feed_mapping (
    only_row boolean primary key default true check (only_row),
    mapping jsonb not null,
    kept_at timestamptz not null
  )`,
  `create table feed_key (
    kind text not null,
    key text not null,
    id integer not null,
    primary key (kind, key),
    unique (kind, id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
