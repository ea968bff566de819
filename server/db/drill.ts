/** How a shop knows that it is a drill (R301): restored to be looked at, so it sends nothing. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'

/** Run by its migration, and before that by the restore of an older backup: the mark comes in with the rows, not after them. */
export const MAKE_DRILL_TABLE = `create table if not exists drill (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null default now()
)`

/** Marks the shop in this transaction; the table need not be there yet. */
export async function beginDrill(t: Transaction<Tables>): Promise<void> {
  await sql.raw(MAKE_DRILL_TABLE).execute(t)
  await sql`insert into drill default values on conflict do nothing`.execute(t)
}

/** Since when the shop is a drill, ISO 8601; null: it is none. */
export async function drillSince(db: Queryable): Promise<string | null> {
  return (await db.selectFrom('drill').select('since').executeTakeFirst())?.since ?? null
}

/** Ends the drill. What waits to be sent goes out from now on. */
export async function endDrill(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('drill').execute()
}
