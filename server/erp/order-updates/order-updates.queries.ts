/** Bulk SQL of the ERP's news: events are stored by the ERP's keys, so that what comes twice or late does no harm (R305). */
import { sql } from 'kysely'
import { overdueBinds } from '../../db/binding-limit.ts'
import { isHeld } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'
import type { NewsTable } from './order-updates.types.ts'

/** Rows per statement. */
const CHUNK = 1000

/** Where news of a kind are stored: a table with its own key, and the columns with their types. */
interface Stored {
  readonly table: string
  readonly key: 'erp_id' | 'client_id'
  /** What the row is about. */
  readonly owner: 'order_id' | 'client_id'
  readonly columns: Readonly<Record<string, string>>
  /** Whether a row has a time of its own, by which an older one never replaces it. */
  readonly timed: boolean
}
const dispatchColumns = { carrier: 'text', guide: 'text', packages: 'integer' } as const
export const stored: { readonly [T in NewsTable]: Stored } = {
  orderStates: {
    table: 'order_event',
    key: 'erp_id',
    owner: 'order_id',
    timed: true,
    columns: {
      order_id: 'integer',
      at: 'timestamptz',
      state: 'text',
      text: 'text',
      source: 'text',
      reason: 'text',
      ...dispatchColumns,
    },
  },
  orderLines: {
    table: 'order_line_news',
    key: 'erp_id',
    owner: 'order_id',
    timed: true,
    columns: {
      order_id: 'integer',
      at: 'timestamptz',
      article_id: 'integer',
      accepted: 'integer',
      reason: 'text',
      replaced_by: 'integer',
    },
  },
  orderDispatches: {
    table: 'order_dispatch',
    key: 'erp_id',
    owner: 'order_id',
    timed: true,
    columns: {
      order_id: 'integer',
      at: 'timestamptz',
      article_id: 'integer',
      quantity: 'integer',
      note: 'text',
      ...dispatchColumns,
    },
  },
  orderPapers: {
    table: 'order_paper',
    key: 'erp_id',
    owner: 'order_id',
    timed: false,
    columns: { order_id: 'integer', kind: 'text', number: 'text', day: 'date', amount: 'bigint', link: 'text' },
  },
  clientAccounts: {
    table: 'client_account',
    key: 'client_id',
    owner: 'client_id',
    timed: true,
    columns: { at: 'timestamptz', balance: 'bigint', credit_limit: 'bigint' },
  },
  clientBills: {
    table: 'client_bill',
    key: 'erp_id',
    owner: 'client_id',
    timed: true,
    columns: {
      client_id: 'integer',
      at: 'timestamptz',
      kind: 'text',
      number: 'text',
      day: 'date',
      due_day: 'date',
      amount: 'bigint',
      balance: 'bigint',
    },
  },
}

export type NewsRow = Readonly<Record<string, string | number | null>>
export interface Written {
  key: number
  owner: number
  isNew: boolean
}

/** Stores rows of one kind, each key once; answers those that are new or changed something. */
export async function writeNews(
  t: Queryable,
  kind: NewsTable,
  rows: readonly NewsRow[],
  onWritten: (count: number) => void,
): Promise<Written[]> {
  const { table, key, owner, columns, timed } = stored[kind]
  const names = Object.keys(columns)
  const list = sql.join([key, ...names].map((name) => sql.ref(name)))
  const typed = sql.join(
    [[key, 'integer'] as const, ...Object.entries(columns)].map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
    ),
  )
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  const own = sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  const given = sql.join(names.map((name) => sql`excluded.${sql.ref(name)}`))
  const notOlder = timed ? sql`excluded.at >= ${sql.ref(`${table}.at`)} and` : sql``
  const written: Written[] = []
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK)
    const { rows: stored } = await sql<Written>`
      insert into ${sql.table(table)} (${list})
      select ${list} from json_to_recordset(${JSON.stringify(chunk)}::json) as given(${typed})
      on conflict (${sql.ref(key)}) do update set ${set}
        where ${notOlder} (${own}) is distinct from (${given})
      returning ${sql.ref(key)} as key, ${sql.ref(owner)} as owner, xmax = 0 as "isNew"`.execute(t)
    written.push(...stored)
    onWritten(chunk.length)
  }
  return written
}

/** Deletes news that the ERP calls gone; answers what they were about. */
export async function deleteNews(t: Queryable, kind: NewsTable, keys: readonly number[]): Promise<number[]> {
  const { table, key, owner } = stored[kind]
  const { rows } = await sql<{ owner: number }>`delete from ${sql.table(table)}
    where ${sql.ref(key)} = any(${keys}::int[]) returning ${sql.ref(owner)} as owner`.execute(t)
  return rows.map(({ owner: id }) => id)
}

/** What stored news with these keys are about, by key. */
export async function ownersOf(
  t: Queryable,
  kind: NewsTable,
  keys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { table, key, owner } = stored[kind]
  const { rows } = await sql<{ key: number; owner: number }>`
    select ${sql.ref(key)} as key, ${sql.ref(owner)} as owner from ${sql.table(table)}
    where ${sql.ref(key)} = any(${keys}::int[])`.execute(t)
  return new Map(rows.map(({ key: id, owner: about }) => [id, about]))
}

/** Orders by the shop's numbers or the ERP's. */
export const findOrders = (t: Queryable, ids: readonly number[], numbers: readonly number[]) =>
  t
    .selectFrom('sales_order')
    .select(['id', 'erp_number as number', 'created_at as createdAt'])
    .where((is) =>
      is.or([
        is('id', '=', sql<number>`any(${ids}::int[])`),
        is('erp_number', '=', sql<number>`any(${numbers}::int[])`),
      ]),
    )
    .execute()

/** Which of these ids a table has. */
export async function idsIn(
  t: Queryable,
  table: 'article' | 'client',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(table)} where id = any(${ids}::int[])`.execute(t)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks the accounts of clients whose bills are about to change, as orders do that are judged by them (R389): of an order and a bill
 * that come together the second sees the first.
 */
export async function lockAccounts(t: Queryable, clientIds: readonly number[]): Promise<void> {
  await sql`select from client_account where client_id = any(${clientIds}::int[]) and ${overdueBinds}
    order by client_id for update`.execute(t)
}

/** Whether any order is held (R390). */
export async function isAnyHeld(t: Queryable): Promise<boolean> {
  const { rows } = await sql`select from sales_order where ${isHeld} limit 1`.execute(t)
  return rows.length > 0
}
