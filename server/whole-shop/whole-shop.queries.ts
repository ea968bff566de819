/** SQL that knows no table by name: what the database itself tells about its tables, keys and sequences. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { TableStart } from './whole-shop.types.ts'

/** The migrations' own tables; the stream's header names the migrations instead. */
const OF_MIGRATIONS = ['schema_migration', 'schema_migration_lock']
const CURSOR = sql.raw('whole_shop')

/** All tables with the columns that are not computed, both by name. */
export async function tablesOf(db: Queryable): Promise<TableStart[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> all(${OF_MIGRATIONS}::text[])
    group by c.relname`.execute(db)
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names of the migrations that made the tables, in order; none where there is no table yet. */
export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('schema_migration') is not null`.execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  return rows.map(({ name }) => name).sort()
}

/** Lets statements of a transaction take as long as they need. */
export async function waitAsLongAsNeeded(t: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(t)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(t)
}

/** The rows of a table as JSON texts, in no order, as many at a time as fit into memory with ease. */
export async function* rowsOf(t: Transaction<Tables>, { name, columns }: TableStart): AsyncGenerator<string[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`set local timezone = 'UTC'`.execute(t)
  await sql`
    declare ${CURSOR} no scroll cursor for
    select to_json(x)::text as json from (select ${list} from ${sql.table(name)}) as x`.execute(t)
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch 500 from ${CURSOR}`.execute(t)
    if (rows.length === 0) break
    yield rows.map(({ json }) => json)
  }
  await sql`close ${CURSOR}`.execute(t)
}

/** Stores rows that `rowsOf` gave, as one JSON array. */
export async function insertRows(t: Transaction<Tables>, { name, columns }: TableStart, json: string): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const table = sql.table(name)
  await sql`
    insert into ${table} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${table}, ${json}::json)`.execute(t)
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Empties all tables, drops their foreign keys, which would refuse rows whose referenced rows come later, and disables
 * their triggers, which have done their work already. `judgeAgain` puts both back.
 */
export async function suspendJudgement(t: Transaction<Tables>, tables: readonly TableStart[]): Promise<ForeignKey[]> {
  const { rows: keys } = await sql<ForeignKey>`
    select r.relname::text as "table", c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and r.relnamespace = current_schema()::regnamespace`.execute(t)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(t)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(t)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(t)
  return keys
}

/** Puts foreign keys and triggers back; every foreign key is checked now. */
export async function judgeAgain(
  t: Transaction<Tables>,
  tables: readonly TableStart[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(t)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(t)
}

/** By sequence its last value and whether it was given out: at least the numbers that this transaction's rows use. */
export async function sequencesOf(db: Queryable): Promise<Record<string, { last: number; called: boolean }>> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`.execute(db)
  const values: Record<string, { last: number; called: boolean }> = {}
  for (const { name } of rows) {
    const found = await sql<{ last: number; called: boolean }>`
      select last_value as last, is_called as called from ${sql.table(name)}`.execute(db)
    for (const value of found.rows) values[name] = value
  }
  return values
}

/** Sets a sequence to a value that `sequencesOf` read. */
export async function setSequence(t: Transaction<Tables>, name: string, last: number, called: boolean) {
  await sql`select setval(quote_ident(${name})::regclass, ${last}::bigint, ${called})`.execute(t)
}

/**
 * Raises the catalogue's version above every one that a browser may have seen before the restore. Seconds since 1970 are
 * such a number: versions are raised by ones, and seconds pass faster.
 */
export async function passOldCatalogueVersions(t: Transaction<Tables>): Promise<void> {
  await sql`
    update catalogue_version set version = greatest(version + 1, extract(epoch from now())::bigint)`.execute(t)
}

/** Refreshes the planner's statistics, after rows came in bulk. */
export async function refreshStatistics(db: Queryable): Promise<void> {
  await sql`analyze`.execute(db)
}

/** How many other instances of the shop, or commands, use the same server database. */
export async function otherUsers(db: Queryable, listener: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${listener}`.execute(db)
  // One of the listeners is the caller's own.
  return (rows[0]?.count ?? 1) - 1
}
