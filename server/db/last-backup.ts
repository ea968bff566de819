/** The last backup that was made of the shop (R302), by whichever instance or machine. */
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'

export const LastBackup = z.object({
  /** ISO 8601: the instant whose state it has. */
  at: z.string(),
  /** The machine that has the file. */
  host: z.string(),
  /** Its path there. */
  file: z.string(),
  bytes: z.number(),
  encrypted: z.boolean(),
})
export type LastBackup = z.output<typeof LastBackup>

/** Notes a backup. A database that an older version made has no place for the note yet, and goes without. */
export async function noteBackup(db: Kysely<Tables>, backup: LastBackup): Promise<void> {
  const { rows } = await sql`select 1 where to_regclass('last_backup') is not null`.execute(db)
  if (rows.length === 0) return
  await db
    .insertInto('last_backup')
    .values(backup)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(backup))
    .execute()
}

/** The last backup that was noted; null when none was. */
export async function lastBackup(db: Queryable): Promise<LastBackup | null> {
  const found = await db
    .selectFrom('last_backup')
    .select(['at', 'host', 'file', 'bytes', 'encrypted'])
    .executeTakeFirst()
  return found ?? null
}
