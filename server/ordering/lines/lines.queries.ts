/** SQL of cart lines that are set: the one place that writes them. A cart is the lines of one (user, client). */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type KeptLine, keptColumns } from '../../db/kept-lines.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey, Channel } from '../../db/tables.ts'

export interface StoredLine {
  id: number
  articleId: number
  quantity: number
  note: string
}

const stored = ['id', 'article_id as articleId', 'quantity', 'note'] as const

/** Lines in the order they were added; `lock`: nobody else changes them until the transaction ends. */
export function listLines(db: Queryable, cart: CartKey, lock = false): Promise<StoredLine[]> {
  return db
    .selectFrom('cart_line')
    .select(stored)
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .orderBy('id')
    .$if(lock, (lines) => lines.forUpdate())
    .execute()
}

export interface LineToStore {
  articleId: number
  quantity: number
  /** Undefined: a line that is there keeps its own. */
  note: string | undefined
  channel: Channel
  createdBy: number
  /** What one unit cost when it was set, in cents: tells later which lines changed. */
  shownPrice: number
}

/**
 * Stores lines; an article that is there gets the new quantity and note. `others` is how many lines the cart holds
 * beside them.
 */
export async function storeLines(
  db: Queryable,
  cart: CartKey,
  lines: readonly LineToStore[],
): Promise<(StoredLine & { others: number })[]> {
  if (lines.length === 0) return []
  const ids = lines.map(({ articleId }) => articleId)
  const keeping = lines.flatMap(({ articleId, note }) => (note === undefined ? [articleId] : []))
  return db
    .insertInto('cart_line')
    .values(
      lines.map((line) => ({
        user_id: cart.userId,
        client_id: cart.clientId,
        article_id: line.articleId,
        quantity: line.quantity,
        note: line.note ?? '',
        channel: line.channel,
        created_by: line.createdBy,
        shown_price: line.shownPrice,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'client_id', 'article_id']).doUpdateSet((is) => ({
        quantity: is.ref('excluded.quantity'),
        note: sql`case when cart_line.article_id = any(${keeping}::int[]) then cart_line.note else excluded.note end`,
        channel: is.ref('excluded.channel'),
        created_by: is.ref('excluded.created_by'),
        shown_price: is.ref('excluded.shown_price'),
        updated_at: sql`now()`,
      })),
    )
    .returning(stored)
    .returning(
      // The statement does not see its own rows, so the others are counted.
      sql<number>`(
        select count(*)::int from cart_line other
        where other.user_id = ${cart.userId} and other.client_id = ${cart.clientId}
          and other.article_id <> all(${ids}::int[])
      )`.as('others'),
    )
    .execute()
}

/** Deletes the lines of articles that a cart holds; answers how many there were. */
export async function takeOut(db: Queryable, cart: CartKey, articleIds: readonly number[]): Promise<number> {
  const deleted = await db
    .deleteFrom('cart_line')
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .where('article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
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

/** Puts deleted lines back, but for those whose article the cart has again; answers those it put. */
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

/** Whose takings of which article: a client's, or a user's who has no client. */
export interface Taking extends CartKey {
  articleId: number
}
export const takingKey = ({ userId, clientId, articleId }: Taking): string =>
  clientId === NO_CLIENT ? `user ${userId} ${articleId}` : `client ${clientId} ${articleId}`

/** The most that was ever ordered, by `takingKey`; more may be in it than was asked for. */
export async function mostOrdered(db: Queryable, asked: readonly Taking[]): Promise<Map<string, number>> {
  const articleIds = [...new Set(asked.map(({ articleId }) => articleId))]
  const clientIds = [...new Set(asked.map(({ clientId }) => clientId))]
  const userIds = [...new Set(asked.map(({ userId }) => userId))]
  const rows = await db
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_line as line', 'line.order_id', 'o.id')
    // A client's orders count whoever made them; one query serves both kinds.
    .select([
      sql<number>`case when o.client_id = ${NO_CLIENT} then o.user_id else 0 end`.as('userId'),
      'o.client_id as clientId',
      'line.article_id as articleId',
      sql<number>`max(line.quantity)`.as('most'),
    ])
    .where('line.article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .where('o.client_id', '=', sql<number>`any(${clientIds}::int[])`)
    .$if(clientIds.includes(NO_CLIENT), (orders) =>
      orders.where((is) =>
        is.or([
          is('o.client_id', '<>', NO_CLIENT),
          is('o.user_id', '=', sql<number>`any(${userIds}::int[])`),
        ]),
      ),
    )
    .groupBy([sql`1`, 'o.client_id', 'line.article_id'])
    .execute()
  return new Map(rows.map((row) => [takingKey(row), row.most]))
}
