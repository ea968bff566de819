/** Bulk reading and writing of ERP-owned tables: whole tables in, few statements out. */
import { sql, type Transaction } from 'kysely'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Columns, ColumnType, ErpTable, KeyedRow, RowKey, StoredRow, Storing } from './erp-sync.types.ts'

type Tx = Transaction<Tables>
/** What a bulk statement needs to know of a table; the kind of its records does not matter. */
export type BulkTarget = Pick<Storing, 'table' | 'key' | 'keyType' | 'types' | 'whenMissing'>

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

/** Keys as the array of a statement. */
const keysSql = ({ keyType }: BulkTarget, keys: readonly RowKey[]) => sql`${keys}::${sql.raw(keyType)}[]`

/**
 * Rows that a few incoming ones can touch: those of their keys, those with one of their codes, articles also however it is
 * written, and all prices of the articles that a price of theirs is of.
 */
export interface Touched {
  keys: readonly RowKey[]
  codes: readonly string[]
  articles: readonly number[]
}

/**
 * The stored rows of a table by their key, or only those that are touched; read in pieces, between which others get
 * their turn.
 */
export async function readStored(t: Tx, target: BulkTarget, touched?: Touched): Promise<Map<RowKey, StoredRow>> {
  const names = Object.keys(target.types)
  const from =
    target.table === 'price' ? sql`price join article on article.id = price.article_id` : sql.table(target.table)
  const key = sql.ref(`${target.table}.${target.key}`)
  const hasCode = ({ codes }: Touched) => {
    if (codes.length === 0) return sql``
    const codeKeys = codes.map((code) => codeKey(fold(code)))
    const isAlike = target.table === 'article' ? sql` or code_key = any(${codeKeys}::text[])` : sql``
    return sql` or code = any(${codes}::text[])${isAlike}`
  }
  const isOfArticle = ({ articles }: Touched) =>
    articles.length === 0 ? sql`` : sql` or article_id = any(${articles}::integer[])`
  const isTouched = touched
    ? sql`(${key} = any(${keysSql(target, touched.keys)})${hasCode(touched)}${isOfArticle(touched)})`
    : sql`true`
  const stored = new Map<RowKey, StoredRow>()
  for (let last = beforeAll(target); ; ) {
    const { rows } = await sql<Columns>`
      select ${key} as stored_key, from_erp as stored_from_erp,
        ${sql.join(names.map((name) => sql.ref(`${target.table}.${name}`)))}
      from ${from} where ${key} > ${last}::${sql.raw(target.keyType)} and ${isTouched} order by ${key} limit ${CHUNK}`.execute(
      t,
    )
    for (const { stored_key, stored_from_erp, ...columns } of rows) {
      last = keyIn(target, stored_key)
      stored.set(last, { key: last, columns, fromErp: stored_from_erp === true })
    }
    if (rows.length < CHUNK) return stored
  }
}

/** What comes before every key: ids begin at 1, and a text is not empty. */
const beforeAll = ({ keyType }: BulkTarget): RowKey => (keyType === 'text' ? '' : 0)
const keyIn = ({ keyType }: BulkTarget, value: unknown): RowKey => (keyType === 'text' ? String(value) : Number(value))

/** How many rows of a table came from the ERP and are in use. */
export async function countInUse(t: Tx, target: BulkTarget): Promise<number> {
  const from =
    target.table === 'price' ? sql`price join article on article.id = price.article_id` : sql.table(target.table)
  const unused = sql.join(
    Object.entries(target.whenMissing).map(([name, value]) => sql`${sql.ref(`${target.table}.${name}`)} = ${value}`),
    sql` and `,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${from} where from_erp and not (${unused})`.execute(t)
  return rows[0]?.count ?? 0
}

/** Those of `wanted` that are ids of a table's rows from the ERP. */
export async function readIds(t: Tx, table: ErpTable, wanted: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where from_erp and id = any(${wanted}::integer[])`.execute(t)
  return new Set(rows.map(({ id }) => id))
}

/** Inserts rows; a column that a row does not have gets the database's default. `onWritten` is told of each statement's rows. */
export async function insertRows(
  t: Tx,
  target: BulkTarget,
  rows: readonly KeyedRow[],
  onWritten: (count: number) => void,
): Promise<void> {
  for (const [given, chunk] of chunksOf(rows)) {
    const columns = sql.join([target.key, ...given].map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(target.table)} (${columns})
      select ${columns} from ${recordset(target, given, chunk)}`.execute(t)
    onWritten(chunk.length)
  }
}

/** Sets the columns that existing rows have a value for; the others stay. */
export async function updateRows(
  t: Tx,
  target: BulkTarget,
  rows: readonly KeyedRow[],
  onWritten: (count: number) => void,
): Promise<void> {
  for (const [given, chunk] of chunksOf(rows)) {
    const assignments = sql.join(given.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))
    await sql`update ${sql.table(target.table)} set ${assignments} from ${recordset(target, given, chunk)}
      where ${sql.ref(`${target.table}.${target.key}`)} = given.${sql.ref(target.key)}`.execute(t)
    onWritten(chunk.length)
  }
}

/** Puts rows out of use; they are never deleted. */
export async function deactivateRows(t: Tx, target: BulkTarget, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return
  const assignments = sql.join(
    Object.entries(target.whenMissing).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )
  await sql`update ${sql.table(target.table)} set ${assignments}
    where ${sql.ref(target.key)} = any(${keysSql(target, keys)})`.execute(t)
}

/** Gives rows temporary codes that no other row can have, so that rows may exchange codes without a conflict. */
export async function freeCodes(t: Tx, table: ErpTable, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`update ${sql.table(table)} set code = '~' || id where id = any(${keys}::integer[])`.execute(t)
}

/**
 * Gives articles that go on under another id what belongs to the old one: listing, pictures, prices, promotions and lines in carts; not
 * in the place of what the new one has. Certificates go by code and orders keep the id they were made with.
 */
export async function handOver(t: Tx, successions: readonly { from: number; to: number }[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(successions)}::json) as given("from" int, "to" int)`
  const holds = {
    ...{ listing: sql`true`, price: sql`true`, media: sql`other.slot = mine.slot` },
    price_ahead: sql`other.since = mine.since`,
    promotion_article: sql`other.promotion_id = mine.promotion_id`,
  }
  for (const [table, sameplace] of Object.entries(holds))
    await sql`update ${sql.table(table)} as mine set article_id = given."to" from ${given}
      where mine.article_id = given."from" and not exists (
        select from ${sql.table(table)} as other where other.article_id = given."to" and ${sameplace})`.execute(t)
  // The keys of these name the article.
  for (const [table, owner] of Object.entries({ list_price: 'list_id', client_price: 'client_id' }))
    await sql`update ${sql.table(table)} as mine set article_id = given."to",
        id = ${sql.ref(`mine.${owner}`)} || '/' || given."to" || '/' || split_part(mine.id, '/', 3) from ${given}
      where mine.article_id = given."from" and not exists (select from ${sql.table(table)} as other
        where other.article_id = given."to" and ${sql.ref(`other.${owner}`)} = ${sql.ref(`mine.${owner}`)})`.execute(t)
  // The lines are locked in the order in which an order locks them.
  await sql`update cart_line set article_id = given."to" from ${given}
    where cart_line.article_id = given."from" and cart_line.id in (
      select id from cart_line where article_id in (select "from" from ${given}) order by id for update
    ) and not exists (select from cart_line as other where other.article_id = given."to"
      and other.user_id = cart_line.user_id and other.client_id = cart_line.client_id)`.execute(t)
}

/** Refreshes the planner's statistics of tables that an import has filled; the embedded database would do so a day later. */
export async function refreshStatistics(
  t: Tx,
  tables: readonly (ErpTable | 'listing' | 'brand' | 'category' | 'past_order' | 'past_order_line')[],
): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(t)
}

/** Rows as a relation called `given`. */
function recordset(target: BulkTarget, names: readonly string[], rows: readonly KeyedRow[]) {
  const json = JSON.stringify(rows.map(({ key, columns }) => ({ ...columns, [target.key]: key })))
  const types: [string, ColumnType | undefined][] = [
    [target.key, target.keyType],
    ...names.map((name): [string, ColumnType | undefined] => [name, target.types[name]]),
  ]
  const columns = sql.join(types.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type ?? 'text')}`))
  return sql`json_to_recordset(${json}::json) as given(${columns})`
}

/** Chunks of rows that have the same columns, with the names of these columns. */
function* chunksOf(rows: readonly KeyedRow[]): Generator<readonly [string[], readonly KeyedRow[]]> {
  const alike = new Map<string, KeyedRow[]>()
  for (const row of rows) {
    const names = Object.keys(row.columns).join()
    const group = alike.get(names)
    if (group) group.push(row)
    else alike.set(names, [row])
  }
  for (const group of alike.values()) {
    const names = Object.keys(group[0]?.columns ?? {})
    for (let from = 0; from < group.length; from += CHUNK) yield [names, group.slice(from, from + CHUNK)]
  }
}

/** Rows from the ERP after a key, by their key. */
export async function readPage(
  db: Queryable,
  target: BulkTarget,
  { after = beforeAll(target), limit }: { after?: RowKey | undefined; limit: number },
): Promise<KeyedRow[]> {
  const from =
    target.table === 'price' ? sql`price join article on article.id = price.article_id` : sql.table(target.table)
  const key = sql.ref(`${target.table}.${target.key}`)
  const names = Object.keys(target.types).map((name) => sql.ref(`${target.table}.${name}`))
  const { rows } = await sql<Columns>`select ${key} as stored_key, ${sql.join(names)} from ${from}
    where from_erp and ${key} > ${after}::${sql.raw(target.keyType)} order by ${key} limit ${limit}::int`.execute(db)
  return rows.map(({ stored_key, ...columns }) => ({ key: keyIn(target, stored_key), columns }))
}
