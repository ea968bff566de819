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

/** Tables whose column `file` names a stored file, or is empty. */
const FILE_TABLES = ['media', 'slide', 'certificate', 'order_paper', 'received_mail']

/**
 * Names of all files to which a row refers, and of those replaced or removed after `since`, which can be taken back.
 * With `beginning`, only names that begin with it. A shop that is not migrated yet may lack a table: an upgrade copies it
 * before it migrates.
 */
export async function usedFiles(db: Queryable, since: Date, beginning = ''): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from unnest(${FILE_TABLES}::text[]) as name where to_regclass(name) is not null`.execute(db)
  const files = tables.map(({ name }) => sql`select file from ${sql.table(name)}`)
  const { rows } = await sql<{ file: string }>`
    select file from (
      ${sql.join(files, sql` union all `)}
      union all select value from setting where key in ('BANNER_IMAGEN', 'MARCA_LOGO', 'MARCA_LOGO_OSCURO', 'MARCA_ICONO')
      union all select coalesce(before ->> 'file', before ->> 'value') from audit
        where at >= ${since} and entity in ('media', 'slide', 'setting')
    ) as used
    where file <> '' and starts_with(file, ${beginning})`.execute(db)
  return rows.map(({ file }) => file)
}
