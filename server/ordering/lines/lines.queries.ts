/** The only SQL that inserts cart lines or changes their quantities. A cart is the lines of one (user, client). */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type KeptLine, keptColumns } from '../../db/kept-lines.ts'
import type { Queryable } from '../../db/open.ts'
import { isPastPurchase } from '../../db/past-orders.ts'
import type { CartKey, Channel } from '../../db/tables.ts'

export interface StoredLine {
  id: number
  articleId: number
  quantity: number
  note: string
}

/** The lines of a cart in the order in which they were added. */
export function listLines(db: Queryable, { userId, clientId }: CartKey): Promise<StoredLine[]> {
  return db
    .selectFrom('cart_line')
    .select(['id', 'article_id as articleId', 'quantity', 'note'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute()
}

/** Locks a cart's lines of the given articles; answers their units by article. */
export async function lockUnits(
  t: Queryable,
  { userId, clientId }: CartKey,
  articleIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ articleId: number; quantity: number }>`
    select article_id as "articleId", quantity from cart_line
    where user_id = ${userId} and client_id = ${clientId} and article_id = any(${articleIds}::int[])
    order by id for update`.execute(t)
  return new Map(rows.map(({ articleId, quantity }) => [articleId, quantity]))
}

export interface LineToStore {
  articleId: number
  quantity: number
  /** Undefined: a line in the cart keeps its note. */
  note: string | undefined
  channel: Channel
  createdBy: number
  /** Price of a unit when the line was set, in cents: it tells later which lines changed. */
  shownPrice: number
  /** Whether it is stored only where the cart has a line of its article (R422). */
  onlyIfThere?: boolean | undefined
}

/**
 * Stores lines in one statement, all or none; those with `onlyIfThere` whose article is not in the cart are left out. The line of an
 * article that the cart has gets the new quantity and note and keeps its place; new lines stand in the order given. `before`: the units that the cart held, 0 for none. No two lines may have the
 * same article.
 */
export async function storeLines(
  db: Queryable,
  { userId, clientId }: CartKey,
  lines: readonly LineToStore[],
): Promise<(StoredLine & { before: number })[]> {
  if (lines.length === 0) return []
  const keeping = lines.flatMap(({ articleId, note }) => (note === undefined ? [articleId] : []))
  // Columns are named: a statement with `*` is never prepared (preparing-client.ts).
  // A cart's order is that of its ids, which are taken in the order of the lines. Stored lines are locked first, in the order in
  // which an order locks them, and new ones are inserted by article: two savers never deadlock.
  const { rows } = await sql<StoredLine & { before: number }>`
    with asked as (
      select "articleId", quantity, note, channel, "createdBy", "shownPrice", "onlyIfThere",
        nextval(pg_get_serial_sequence('cart_line', 'id')) as id
      from json_to_recordset(${JSON.stringify(lines)}::json) as line ("articleId" int, quantity int, note text,
        channel text, "createdBy" int, "shownPrice" bigint, "onlyIfThere" boolean)
    ), held as (
      select article_id, quantity from cart_line
      where user_id = ${userId} and client_id = ${clientId} and article_id in (select "articleId" from asked)
      order by id for update
    ), stored as (
      insert into cart_line (id, user_id, client_id, article_id, quantity, note, channel, created_by, shown_price)
      overriding system value
      select id, ${userId}, ${clientId}, "articleId", quantity, coalesce(note, ''), channel, "createdBy", "shownPrice"
      from asked
      where (select count(*) from held) >= 0
        and ("onlyIfThere" is not true or exists (select from held where article_id = "articleId"))
      order by "articleId"
      on conflict (user_id, client_id, article_id) do update set
        quantity = excluded.quantity,
        note = case when cart_line.article_id = any(${keeping}::int[]) then cart_line.note else excluded.note end,
        channel = excluded.channel, created_by = excluded.created_by, shown_price = excluded.shown_price,
        updated_at = now()
      returning id, article_id, quantity, note
    )
    select stored.id, stored.article_id as "articleId", stored.quantity, stored.note,
      coalesce(held.quantity, 0) as before
    from stored left join held using (article_id)`.execute(db)
  return rows
}

/** Deletes a cart's lines of the given articles, in one statement; answers the units of each deleted one by article. */
export async function takeOut(
  db: Queryable,
  { userId, clientId }: CartKey,
  articleIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ articleId: number; quantity: number }>`
    delete from cart_line where id in (
      select id from cart_line
      where user_id = ${userId} and client_id = ${clientId} and article_id = any(${articleIds}::int[])
      order by id for update
    )
    returning article_id as "articleId", quantity`.execute(db)
  return new Map(rows.map(({ articleId, quantity }) => [articleId, quantity]))
}

export async function countLines(db: Queryable, cart: CartKey): Promise<number> {
  const { count } = await db
    .selectFrom('cart_line')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The last order with each of these articles that was not cancelled, of a cart's client, whoever made it, or of a user without a client;
 * `at` is an ISO instant.
 */
export async function lastOrders(
  db: Queryable,
  { userId, clientId }: CartKey,
  articleIds: readonly number[],
): Promise<ReadonlyMap<number, { orderId: number; at: string; quantity: number }>> {
  const rows = await db
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_line as line', 'line.order_id', 'o.id')
    .distinctOn('line.article_id')
    .select(['line.article_id as articleId', 'o.id as orderId', 'o.created_at as at', 'line.quantity'])
    .where('o.client_id', '=', clientId)
    .$if(clientId === NO_CLIENT, (orders) => orders.where('o.user_id', '=', userId))
    .where('line.article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .where('o.course_state', 'not in', ['cancelled', 'refused'])
    .orderBy('line.article_id')
    .orderBy('o.id', 'desc')
    .execute()
  return new Map(rows.map(({ articleId, ...last }) => [articleId, last]))
}

/** Puts deleted lines back, except those whose article is in the cart again; answers the lines that it put back. */
export async function putLinesBack(db: Queryable, lines: readonly KeptLine[]): Promise<KeptLine[]> {
  const columns = sql.join(keptColumns.map((column) => sql.ref(column)))
  const put = await sql<KeptLine>`
    insert into cart_line (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(lines)}) as row (user_id int, client_id int,
      article_id int, quantity int, note text, shown_price bigint, channel text, created_by int,
      updated_at timestamptz, created_at timestamptz)
    on conflict (user_id, client_id, article_id) do nothing
    returning ${columns}`.execute(db)
  return put.rows
}

/** An article with the client who orders it, or the user without a client. */
export interface ArticleOfBuyer extends CartKey {
  articleId: number
}
export const buyerKey = ({ userId, clientId, articleId }: ArticleOfBuyer): string =>
  clientId === NO_CLIENT ? `user ${userId} ${articleId}` : `client ${clientId} ${articleId}`

/** The largest quantity ever ordered, also in the past (R398), by `buyerKey`. The map may hold more keys than were asked for. */
export async function mostOrdered(db: Queryable, asked: readonly ArticleOfBuyer[]): Promise<Map<string, number>> {
  const articleIds = [...new Set(asked.map(({ articleId }) => articleId))]
  const clientIds = [...new Set(asked.map(({ clientId }) => clientId))]
  const userIds = [...new Set(asked.map(({ userId }) => userId))]
  const rows = await db
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_line as line', 'line.order_id', 'o.id')
    // A client's orders count whoever made them; one query serves clients and users without one.
    .select([
      sql<number>`case when o.client_id = ${NO_CLIENT} then o.user_id else 0 end`.as('userId'),
      'o.client_id as clientId',
      'line.article_id as articleId',
      sql<number>`max(line.quantity)`.as('most'),
    ])
    .where('line.article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .where('o.client_id', '=', sql<number>`any(${clientIds}::int[])`)
    .$if(clientIds.includes(NO_CLIENT), (orders) =>
      orders.where((eb) =>
        eb.or([eb('o.client_id', '<>', NO_CLIENT), eb('o.user_id', '=', sql<number>`any(${userIds}::int[])`)]),
      ),
    )
    .groupBy([sql`1`, 'o.client_id', 'line.article_id'])
    .execute()
  const { rows: past } = await sql<ArticleOfBuyer & { most: number }>`
    select 0 as "userId", p.client_id as "clientId", article.id as "articleId", max(line.quantity) as most
    from past_order p join past_order_line line on line.past_id = p.id join article on article.code = line.code
    where article.id = any(${articleIds}::int[]) and p.client_id = any(${clientIds}::int[]) and ${isPastPurchase}
      and line.quantity > 0
    group by p.client_id, article.id`.execute(db)
  const most = new Map(rows.map((row) => [buyerKey(row), row.most]))
  for (const row of past) most.set(buyerKey(row), Math.max(row.most, most.get(buyerKey(row)) ?? 0))
  return most
}
