/** Bulk SQL of orders of the past (R397): stored by the ERP's keys, read by nothing that sends, mails or counts orders. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** Rows per statement. */
const CHUNK = 1000

export interface PastHead {
  readonly id: number
  readonly client_id: number
  /** ISO 8601. */
  readonly at: string
  readonly number: string
  readonly state: string
  /** Cents. */
  readonly total: number | null
  readonly shop_order_id: number | null
}

export interface PastRow {
  readonly past_id: number
  readonly line: number
  readonly code: string
  readonly description: string
  readonly quantity: number
  /** Cents. */
  readonly unit_price: number | null
}

/** Clients by id or by code. */
export const findClients = (t: Queryable, ids: readonly number[], codes: readonly string[]) =>
  t
    .selectFrom('client')
    .select(['id', 'code'])
    .where((is) =>
      is.or([is('id', '=', sql<number>`any(${ids}::int[])`), is('code', '=', sql<string>`any(${codes}::text[])`)]),
    )
    .execute()

/** Orders of the shop by its own numbers, and those that an ERP was given by the ERP's. */
export const findShopOrders = (t: Queryable, ids: readonly number[], numbers: readonly number[]) =>
  t
    .selectFrom('sales_order')
    .select(['id', 'erp_number as number', 'client_id as clientId'])
    .where((is) =>
      is.or([
        is('id', '=', sql<number>`any(${ids}::int[])`),
        is.and([is('erp_number', '=', sql<number>`any(${numbers}::int[])`), is('erp_state', 'is not', null)]),
      ]),
    )
    .execute()

/** Stores orders; answers those that are new or changed. No two may have one id. */
export async function writeHeads(
  t: Queryable,
  heads: readonly PastHead[],
  onWritten: (count: number) => void,
): Promise<{ id: number; isNew: boolean }[]> {
  const written: { id: number; isNew: boolean }[] = []
  for (let from = 0; from < heads.length; from += CHUNK) {
    const chunk = heads.slice(from, from + CHUNK)
    const { rows } = await sql<{ id: number; isNew: boolean }>`
      insert into past_order as stored (id, client_id, at, number, state, total, shop_order_id)
      select id, client_id, at, number, state, total, shop_order_id
      from json_to_recordset(${JSON.stringify(chunk)}::json) as given (id int, client_id int, at timestamptz,
        number text, state text, total bigint, shop_order_id int)
      on conflict (id) do update set client_id = excluded.client_id, at = excluded.at, number = excluded.number,
        state = excluded.state, total = excluded.total, shop_order_id = excluded.shop_order_id, changed_at = now()
      where (stored.client_id, stored.at, stored.number, stored.state, stored.total, stored.shop_order_id)
        is distinct from (excluded.client_id, excluded.at, excluded.number, excluded.state, excluded.total,
          excluded.shop_order_id)
      returning id, xmax = 0 as "isNew"`.execute(t)
    written.push(...rows)
    onWritten(chunk.length)
  }
  const own = heads.flatMap(({ id, shop_order_id }) => (shop_order_id === null ? [] : [id]))
  // What they hold stands in the shop's own order.
  if (own.length > 0) {
    await sql`delete from past_order_line where past_id = any(${own}::int[])`.execute(t)
    await sql`update past_order set line_count = 0, lines_total = null
      where id = any(${own}::int[]) and line_count > 0`.execute(t)
  }
  return written
}

interface StoredHead {
  /** Whether it is an order of the shop's own. */
  readonly isOwn: boolean
  readonly hasLines: boolean
}

/** Those of these orders of the past that are stored. */
export async function findHeads(t: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, StoredHead>> {
  const { rows } = await sql<StoredHead & { id: number }>`select id, shop_order_id is not null as "isOwn",
      line_count > 0 as "hasLines"
    from past_order where id = any(${ids}::int[])`.execute(t)
  return new Map(rows.map(({ id, ...head }) => [id, head]))
}

/** Deletes lines of these orders that are not among `kept`; answers of which order each was. */
export async function deleteOtherLines(
  t: Queryable,
  orderIds: readonly number[],
  kept: readonly Pick<PastRow, 'past_id' | 'line'>[],
): Promise<number[]> {
  const { rows } = await sql<{ past_id: number }>`delete from past_order_line old
    where past_id = any(${orderIds}::int[]) and (past_id, line) not in (
      select * from unnest(${kept.map(({ past_id }) => past_id)}::int[], ${kept.map(({ line }) => line)}::int[]))
    returning past_id`.execute(t)
  return rows.map(({ past_id }) => past_id)
}

/** Stores lines; answers those that are new or changed. No two may have one order and number. */
export async function writeLines(
  t: Queryable,
  lines: readonly PastRow[],
  onWritten: (count: number) => void,
): Promise<{ orderId: number; line: number; isNew: boolean }[]> {
  const written: { orderId: number; line: number; isNew: boolean }[] = []
  for (let from = 0; from < lines.length; from += CHUNK) {
    const chunk = lines.slice(from, from + CHUNK)
    const { rows } = await sql<{ orderId: number; line: number; isNew: boolean }>`
      insert into past_order_line as stored (past_id, line, code, description, quantity, unit_price)
      select past_id, line, code, description, quantity, unit_price
      from json_to_recordset(${JSON.stringify(chunk)}::json) as given (past_id int, line int, code text,
        description text, quantity int, unit_price bigint)
      -- A row that a conflict finds the same is locked, which is written to the disk: the same file again would cost as much.
      where not exists (select from past_order_line same where same.past_id = given.past_id and same.line = given.line
        and (same.code, same.description, same.quantity) = (given.code, given.description, given.quantity)
        and same.unit_price is not distinct from given.unit_price)
      on conflict (past_id, line) do update set code = excluded.code, description = excluded.description,
        quantity = excluded.quantity, unit_price = excluded.unit_price
      returning past_id as "orderId", line, xmax = 0 as "isNew"`.execute(t)
    written.push(...rows)
    onWritten(chunk.length)
  }
  return written
}

/** The largest amount that is a number here: what a damaged row of an ERP comes to is any, and must not end the load. */
const MOST = Number.MAX_SAFE_INTEGER

/** Makes the sums of orders anew whose lines changed. */
export async function sumLines(t: Queryable, orderIds: readonly number[]): Promise<void> {
  await sql`update past_order o set line_count = sums.count, lines_total = sums.total, changed_at = now()
    from (
      select id, count(line.past_id)::int as count,
        case when bool_and(line.unit_price is not null)
          then greatest(least(sum(line.quantity::numeric * line.unit_price), ${MOST}::bigint), -${MOST}::bigint)::bigint
        end as total
      from unnest(${orderIds}::int[]) as id left join past_order_line line on line.past_id = id group by id
    ) sums where sums.id = o.id`.execute(t)
}

/** Deletes orders that the ERP calls gone, with their lines; answers how many there were. */
export async function deleteHeads(t: Queryable, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`delete from past_order where id = any(${ids}::int[]) returning id`.execute(t)
  return rows.length
}

/** Deletes single lines that the ERP calls gone; answers of which order each was. */
export async function deleteLines(
  t: Queryable,
  keys: readonly (readonly [orderId: number, line: number])[],
): Promise<number[]> {
  const { rows } = await sql<{ past_id: number }>`delete from past_order_line where (past_id, line) in (
      select * from unnest(${keys.map(([id]) => id)}::int[], ${keys.map(([, line]) => line)}::int[]))
    returning past_id`.execute(t)
  return rows.map(({ past_id }) => past_id)
}

type Records = readonly Readonly<Record<string, unknown>>[]
const PAGE = 2000

/** Orders of the past as the feed has them, of clients of the ERP; without those that are this shop's own, whose numbers only it knows. */
export async function* pastOrdersInOrder(t: Queryable): AsyncGenerator<Records> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select o.id, o.client_id as "clientId", client.code as "clientCode", o.at, o.number, o.state, o.total
      from past_order o join client on client.id = o.client_id and client.from_erp
      where o.id > ${after}::int and o.shop_order_id is null order by o.id limit ${PAGE}::int`.execute(t)
    yield rows
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return
  }
}

/** Their lines. */
export async function* pastLinesInOrder(t: Queryable): AsyncGenerator<Records> {
  for (let after = [0, 0]; ; ) {
    const { rows } = await sql<{ orderId: number; line: number }>`
      select l.past_id as "orderId", l.line, l.code, l.description, l.quantity, l.unit_price as "unitPrice"
      from past_order_line l join past_order o on o.id = l.past_id
        join client on client.id = o.client_id and client.from_erp
      where (l.past_id, l.line) > (${after[0]}::int, ${after[1]}::int)
      order by l.past_id, l.line limit ${PAGE}::int`.execute(t)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.orderId, last.line]
  }
}
