/** The ids that a database holds, by what the database says of its own keys: a new table is in without being named. */
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

interface Key {
  table: string
  column: string
}

const migrations = (table: string) => table.startsWith('schema_migration')

/** Every numeric or uuid column of a primary key. */
async function keysOf({ kysely }: Db): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select c.table_name::text as "table", c.column_name::text as "column"
    from information_schema.table_constraints t
    join information_schema.key_column_usage k using (constraint_schema, constraint_name)
    join information_schema.columns c on c.table_schema = k.table_schema and c.table_name = k.table_name
      and c.column_name = k.column_name
    where t.constraint_type = 'PRIMARY KEY' and t.table_schema = 'public'
      and c.data_type in ('smallint', 'integer', 'bigint', 'uuid') order by 1, 2`.execute(kysely)
  return rows.filter(({ table }) => !migrations(table))
}

export async function tablesOf({ kysely }: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(kysely)
  return rows.map(({ name }) => name).filter((name) => !migrations(name))
}

/** Tables without a row: nothing of theirs could leak. */
export async function emptyTables(db: Db): Promise<string[]> {
  const empty: string[] = []
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.kysely)
    if (rows.length === 0) empty.push(table)
  }
  return empty
}

/** The ids of every row, each once: 7 stands for the seventh order and the seventh session alike, as the request is the same. */
export async function idsOf(db: Db): Promise<string[]> {
  const ids = new Set<string>()
  for (const { table, column } of await keysOf(db)) {
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)}::text as id
      from ${sql.table(table)}`.execute(db.kysely)
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b))
}

/**
 * Keeps all rows as they are now; the answered function puts them back. The catalogue's version stays: the application
 * would take an older one for none.
 */
export async function keepRows(db: Db): Promise<() => Promise<void>> {
  const tables = (await tablesOf(db)).filter((table) => table !== 'catalogue_version')
  await sql`create schema kept`.execute(db.kysely)
  for (const table of tables)
    await sql`create table ${sql.table(`kept.${table}`)} as table ${sql.table(`public.${table}`)}`.execute(db.kysely)
  const { rows: columns } = await sql<Key>`
    select table_name::text as "table", quote_ident(column_name) as "column" from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`.execute(db.kysely)
  return () =>
    db.tx(async (t) => {
      // Without triggers and foreign keys, which would ask for an order of tables.
      await sql`set local session_replication_role = replica`.execute(t)
      for (const table of tables) {
        const list = sql.raw(columns.flatMap((column) => (column.table === table ? [column.column] : [])).join())
        await sql`delete from ${sql.table(table)}`.execute(t)
        await sql`insert into ${sql.table(table)} (${list}) overriding system value
          select ${list} from ${sql.table(`kept.${table}`)}`.execute(t)
      }
    })
}
