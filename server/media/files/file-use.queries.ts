/** SQL of the rows that refer to stored files, and of the lock between referring to a file and clearing it away. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const LOCK = sql`hashtext('stored_files')`

/** Lets nobody clear files away until the transaction ends; others may refer to files at the same time. */
export async function lockAgainstClearing(t: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(t)
}

/** Lets nobody refer to a file until the transaction ends. */
export async function lockForClearing(t: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(t)
}

/**
 * Names of all files to which a row refers, and of those replaced or removed after `since`, which can be taken back.
 * With `beginning`, only names that begin with it.
 */
export async function usedFiles(db: Queryable, since: Date, beginning = ''): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from (
      select file from media
      union all select file from slide
      union all select value from setting where key = 'BANNER_IMAGEN'
      union all select file from certificate
      union all select nullif(file, '') from order_paper
      union all select coalesce(before ->> 'file', before ->> 'value') from audit
        where at >= ${since} and entity in ('media', 'slide', 'setting')
    ) as used
    where file is not null and starts_with(file, ${beginning})`.execute(db)
  return rows.map(({ file }) => file)
}
