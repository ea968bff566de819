/** SQL that sets cart lines: the only place that does. A cart is the lines of one (user, client). */
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

/** Lines in the order in which they were added; with `lock` nobody else changes them until the transaction ends. */
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
  /** Undefined: a line in the cart keeps its note. */
  note: string | undefined
  channel: Channel
  createdBy: number
  /** Price of a unit when the line was set, in cents: it tells later which lines changed. */
  shownPrice: number
}

/**
 * Stores lines; the line of an article that the cart already has gets the new quantity and note. `others`: the number of
 * the cart's other lines.
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
      conflict.columns(['user_id', 'client_id', 'article_id']).doUpdateSet((eb) => ({
        quantity: eb.ref('excluded.quantity'),
        note: sql`case when cart_line.article_id = any(${keeping}::int[]) then cart_line.note else excluded.note end`,
        channel: eb.ref('excluded.channel'),
        created_by: eb.ref('excluded.created_by'),
        shown_price: eb.ref('excluded.shown_price'),
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

/** Deletes a cart's lines of the given articles; answers how many it deleted. */
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
export interface Taking extends CartKey {
  articleId: number
}
export const takingKey = ({ userId, clientId, articleId }: Taking): string =>
  clientId === NO_CLIENT ? `user ${userId} ${articleId}` : `client ${clientId} ${articleId}`

/** The largest quantity ever ordered, by `takingKey`. The map may hold more keys than were asked for. */
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
      orders.where((eb) =>
        eb.or([eb('o.client_id', '<>', NO_CLIENT), eb('o.user_id', '=', sql<number>`any(${userIds}::int[])`)]),
      ),
    )
    .groupBy([sql`1`, 'o.client_id', 'line.article_id'])
    .execute()
  return new Map(rows.map((row) => [takingKey(row), row.most]))
}
