/** SQL of cart lines. A cart is the lines of one (user, client). */
import { type Selectable, sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey, Channel, Tables } from '../../db/tables.ts'

export interface StoredLine {
  id: number
  article_id: number
  quantity: number
  note: string
}

/** Lines in the order they were added; `lock`: in the order in which an order locks them. */
export function listLines(db: Queryable, cart: CartKey, lock = false): Promise<StoredLine[]> {
  return db
    .selectFrom('cart_line')
    .select(['id', 'article_id', 'quantity', 'note'])
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .orderBy('id')
    .$if(lock, (lines) => lines.forUpdate())
    .execute()
}

/** What a cart's row shows of its article, sold or not. */
export function listArticlesOfCart(db: Queryable, cart: CartKey) {
  return db
    .selectFrom('cart_line as line')
    .innerJoin(offers(db), 'offer.articleId', 'line.article_id')
    .select([
      'line.id',
      'line.article_id as articleId',
      'line.quantity',
      'line.note',
      'line.client_id as clientId',
      'offer.code',
      'offer.description',
      'offer.alias',
      'offer.unitsPerPack',
      'offer.innerPack',
      'offer.assortment',
      'offer.multiple',
      'offer.season',
      'offer.listingId',
      'offer.brandId',
      'offer.categoryId',
      'offer.subcategoryId',
      'offer.listPrice',
      'offer.discount',
      'offer.position',
      'offer.promo',
      'offer.future',
      'offer.hint',
      'offer.sold',
      sql<(string | null)[]>`array(
        select m.file from generate_series(1, 5) as slots (number)
        left join media m on m.article_id = line.article_id and m.slot = slots.number order by slots.number
      )`.as('media'),
    ])
    .where('line.user_id', '=', cart.userId)
    .where('line.client_id', '=', cart.clientId)
    .orderBy('line.id')
    .execute()
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

export interface LineToSave {
  articleId: number
  quantity: number
  note: string
  channel: Channel
  createdBy: number
  /** What one unit cost when it was added, in cents: tells later which lines changed. */
  shownPrice: number
}

const rowOf = (cart: CartKey, line: LineToSave) => ({
  user_id: cart.userId,
  client_id: cart.clientId,
  article_id: line.articleId,
  quantity: line.quantity,
  note: line.note,
  channel: line.channel,
  created_by: line.createdBy,
  shown_price: line.shownPrice,
})

/**
 * Stores a line, or sets quantity and note of the one the article has; without a note that one keeps its own.
 * Also answers how many the cart holds.
 */
export function saveLine(
  db: Queryable,
  cart: CartKey,
  line: Omit<LineToSave, 'note'> & { note: string | null | undefined },
): Promise<StoredLine & { count: number }> {
  const row = rowOf(cart, { ...line, note: line.note ?? '' })
  const { quantity, channel, created_by, shown_price } = row
  const note = line.note ?? undefined
  return db
    .insertInto('cart_line')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'client_id', 'article_id'])
        .doUpdateSet({ quantity, note, channel, created_by, shown_price, updated_at: sql`now()` }),
    )
    .returning(['id', 'article_id', 'quantity', 'note'])
    .returning(
      // The statement does not see its own row, so the others are counted and one is added.
      sql<number>`1 + (
        select count(*)::int from cart_line other
        where other.user_id = ${cart.userId} and other.client_id = ${cart.clientId}
          and other.article_id <> ${line.articleId}
      )`.as('count'),
    )
    .executeTakeFirstOrThrow()
}

/** Stores many lines at once; an article that is there gets the new quantity and note. */
export async function saveLines(
  db: Queryable,
  cart: CartKey,
  lines: readonly LineToSave[],
): Promise<{ id: number; article_id: number }[]> {
  if (lines.length === 0) return []
  return db
    .insertInto('cart_line')
    .values(lines.map((line) => rowOf(cart, line)))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'client_id', 'article_id']).doUpdateSet((is) => ({
        quantity: is.ref('excluded.quantity'),
        note: is.ref('excluded.note'),
        channel: is.ref('excluded.channel'),
        created_by: is.ref('excluded.created_by'),
        shown_price: is.ref('excluded.shown_price'),
        updated_at: sql`now()`,
      })),
    )
    .returning(['id', 'article_id'])
    .execute()
}

/** Deletes the line of an article; false when there was none. */
export async function deleteLineOfArticle(db: Queryable, cart: CartKey, articleId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('cart_line')
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes the lines of articles that a cart holds. */
export async function deleteLinesOfArticles(
  db: Queryable,
  cart: CartKey,
  articleIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('cart_line')
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .where('article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
}

/** Whose cart a line is in. */
export function findLineOwner(db: Queryable, lineId: number) {
  return db
    .selectFrom('cart_line')
    .select(['user_id as userId', 'client_id as clientId'])
    .where('id', '=', lineId)
    .executeTakeFirst()
}

/** Everything of a line, as it is kept where it was deleted. */
const kept = [
  'user_id',
  'client_id',
  'article_id',
  'quantity',
  'note',
  'shown_price',
  'channel',
  'created_by',
  'updated_at',
  'created_at',
] as const
export type KeptLine = Pick<Selectable<Tables['cart_line']>, (typeof kept)[number]>

/** Deletes a line; answers it, undefined when it was gone already. */
export function deleteLine(db: Queryable, lineId: number): Promise<KeptLine | undefined> {
  return db.deleteFrom('cart_line').where('id', '=', lineId).returning(kept).executeTakeFirst()
}

/** Empties a cart, or without one all of them; answers the lines that were deleted. */
export function deleteLines(db: Queryable, cart?: CartKey): Promise<KeptLine[]> {
  const lines = db.deleteFrom('cart_line').returning(kept)
  if (!cart) return lines.execute()
  return lines.where('user_id', '=', cart.userId).where('client_id', '=', cart.clientId).execute()
}

/** Puts deleted lines back, but for those whose article the cart has again; answers those it put. */
export async function putLinesBack(db: Queryable, lines: readonly KeptLine[]): Promise<KeptLine[]> {
  const columns = sql.join(kept.map((column) => sql.ref(column)))
  const put = await sql<KeptLine>`
    insert into cart_line (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(lines)}) as row (user_id int, client_id int,
      article_id int, quantity int, note text, shown_price bigint, channel text, created_by int,
      updated_at timestamptz, created_at timestamptz)
    on conflict (user_id, client_id, article_id) do nothing
    returning ${columns}`.execute(db)
  return put.rows
}

/** The most that was ever ordered of each article for this cart's client (without one: by its user). */
export async function mostOrdered(
  db: Queryable,
  cart: CartKey,
  articleIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_line as line', 'line.order_id', 'o.id')
    .select(['line.article_id as articleId', sql<number>`max(line.quantity)`.as('most')])
    .where('line.article_id', '=', sql<number>`any(${articleIds}::int[])`)
    .where('o.client_id', '=', cart.clientId)
    .$if(cart.clientId === NO_CLIENT, (orders) => orders.where('o.user_id', '=', cart.userId))
    .groupBy('line.article_id')
    .execute()
  return new Map(rows.map(({ articleId, most }) => [articleId, most]))
}

/** Units of an article in a cart; 0 for none. */
export async function quantityInCart(db: Queryable, cart: CartKey, articleId: number): Promise<number> {
  const line = await db
    .selectFrom('cart_line')
    .select('quantity')
    .where('user_id', '=', cart.userId)
    .where('client_id', '=', cart.clientId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return line?.quantity ?? 0
}
