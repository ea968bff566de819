/** Bulk reading and writing of ERP-owned tables: whole tables in, few statements out. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Columns, ColumnType, ErpTable, KeyedRow, StoredRow, Target } from './erp-sync.types.ts'

type Tx = Transaction<Tables>
/** What a bulk statement needs to know of a table; its records do not matter here. */
export type BulkTarget = Pick<Target<never>, 'table' | 'key' | 'types' | 'whenMissing'>

/** Rows per statement: far below any statement time limit, and often enough for a progress bar. */
const CHUNK = 2000
/** Identifies the lock among those that share the database; any number will do. */
const IMPORT_LOCK = 7_290_001

/** Takes the lock that only one import at a time may hold, until the transaction ends; false: another has it. */
export async function tryImportLock(t: Tx): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as taken`.execute(t)
  return rows[0]?.taken === true
}

/** Every stored row of a table, by its key. */
export async function readStored(t: Tx, target: BulkTarget): Promise<Map<number, StoredRow>> {
  const names = Object.keys(target.types)
  const from =
    target.table === 'price'
      ? sql`price join article on article.id = price.article_id`
      : sql.table(target.table)
  const { rows } = await sql<Columns>`
    select ${sql.ref(target.key)} as stored_key, from_erp as stored_from_erp,
      ${sql.join(names.map((name) => sql.ref(`${target.table}.${name}`)))}
    from ${from}`.execute(t)
  return new Map(
    rows.map(({ stored_key, stored_from_erp, ...columns }) => {
      const key = Number(stored_key)
      return [key, { key, columns, fromErp: stored_from_erp === true }]
    }),
  )
}

/** Ids of a table that came from the ERP. */
export async function readIds(t: Tx, table: ErpTable): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where from_erp`.execute(t)
  return new Set(rows.map(({ id }) => id))
}

/** Inserts rows; `onWritten` hears how many each statement wrote. */
export async function insertRows(
  t: Tx,
  target: BulkTarget,
  rows: readonly KeyedRow[],
  onWritten: (count: number) => void,
): Promise<void> {
  const names = [target.key, ...Object.keys(target.types)]
  const columns = sql.join(names.map((name) => sql.ref(name)))
  for (const chunk of chunksOf(rows)) {
    await sql`insert into ${sql.table(target.table)} (${columns}) select ${columns} from ${recordset(target, chunk)}`.execute(
      t,
    )
    onWritten(chunk.length)
  }
}

/** Sets all columns of existing rows. */
export async function updateRows(
  t: Tx,
  target: BulkTarget,
  rows: readonly KeyedRow[],
  onWritten: (count: number) => void,
): Promise<void> {
  const names = Object.keys(target.types)
  const assignments = sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))
  for (const chunk of chunksOf(rows)) {
    await sql`update ${sql.table(target.table)} set ${assignments} from ${recordset(target, chunk)}
      where ${sql.ref(`${target.table}.${target.key}`)} = given.${sql.ref(target.key)}`.execute(t)
    onWritten(chunk.length)
  }
}

/** Puts rows out of use; they are never deleted. */
export async function deactivateRows(t: Tx, target: BulkTarget, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  const assignments = sql.join(
    Object.entries(target.whenMissing).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )
  await sql`update ${sql.table(target.table)} set ${assignments} where ${sql.ref(target.key)} = any(${keys}::integer[])`.execute(
    t,
  )
}

/** Gives rows codes that nobody can have, so that codes may change places without meeting. */
export async function freeCodes(t: Tx, table: ErpTable, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await sql`update ${sql.table(table)} set code = '~' || id where id = any(${keys}::integer[])`.execute(t)
}

/** What the planner knows of tables that an import has filled: the embedded database would only learn it a day later. */
export async function refreshStatistics(
  t: Tx,
  tables: readonly (ErpTable | 'listing' | 'brand' | 'category')[],
): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(t)
}

/** Rows as a relation called `given`. */
function recordset(target: BulkTarget, rows: readonly KeyedRow[]) {
  const json = JSON.stringify(rows.map(({ key, columns }) => ({ ...columns, [target.key]: key })))
  const types: [string, ColumnType][] = [[target.key, 'integer'], ...Object.entries(target.types)]
  const columns = sql.join(types.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  return sql`json_to_recordset(${json}::json) as given(${columns})`
}

function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK)
}
