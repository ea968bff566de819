/** Whether the shop is a drill, which sends nothing (R301), and its last backup, which any instance can tell (R302). */
import { type Kysely, sql } from 'kysely'
import { MAKE_DRILL_TABLE } from '../drill.ts'

const statements = [
  MAKE_DRILL_TABLE,
  `create table last_backup (
    only_row boolean primary key default true check (only_row),
    at timestamptz not null,
    -- The machine that has the file, and its path there.
    host text not null,
    file text not null,
    bytes bigint not null,
    encrypted boolean not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
