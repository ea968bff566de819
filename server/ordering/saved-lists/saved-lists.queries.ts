/** SQL of saved lists and carts put aside (R368, R369). */
import { type Insertable, sql, type Updateable } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { SavedList } from '../../../contract/saved-lists.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason, userName } from '../../db/order-rows.ts'
import type { CartKey, Tables } from '../../db/tables.ts'

/** Whose lists: a user's for a client. */
export interface Reader extends CartKey {
  /** Whether it is a buyer who confirms what other buyers of the client send (R372). */
  readonly confirms: boolean
}

/**
 * Whether a user who orders for a client may see and change a list: an own one for that client, a shared one of it, or one that waits
 * for who confirms.
 */
const isWithin = ({ userId, clientId, confirms }: Reader) =>
  sql<boolean>`list.client_id = ${clientId} and (list.user_id = ${userId} or (list.client_id <> ${NO_CLIENT} and (list.shared
    or (${confirms} and exists (select from sent_cart sent where sent.list_id = list.id and sent.state = 'waiting')))))`

const SENT = sql<SavedList['sent'] | null>`(select json_build_object('state', sent.state, 'sentAt', sent.sent_at,
  'addressId', sent.address_id, 'note', sent.note, 'word', sent.word, 'decidedBy', coalesce(${userName('decider')}, ''))
  from sent_cart sent left join app_user decider on decider.id = sent.decided_by where sent.list_id = list.id)`

const listsOf = (db: Queryable, owner: Reader) =>
  db
    .selectFrom('saved_list as list')
    .innerJoin('app_user as maker', 'maker.id', 'list.user_id')
    .select([
      'list.id',
      'list.kind',
      'list.name',
      'list.shared',
      'list.archived',
      sql<number>`(select count(*)::int from saved_list_line as line where line.list_id = list.id)`.as('lineCount'),
      sql<string>`case when list.user_id = ${owner.userId} then ''
        else coalesce(nullif(${userName('maker')}, ''), 'Otra persona') end`.as('madeBy'),
      SENT.as('sent'),
      'list.changed_at as changedAt',
      'list.version',
    ])
    .where(isWithin(owner))

/** A user's lists for a client and those that others share there, the last changed first. */
export const listLists = async (db: Queryable, owner: Reader): Promise<SavedList[]> =>
  (await listsOf(db, owner).orderBy('list.changed_at', 'desc').orderBy('list.id', 'desc').execute()).map(shown)

export const findList = async (db: Queryable, id: number, owner: Reader): Promise<SavedList | undefined> => {
  const list = await listsOf(db, owner).where('list.id', '=', id).executeTakeFirst()
  return list && shown(list)
}

/** JSON holds instants in the database's own writing. */
const shown = ({ sent, ...list }: Omit<SavedList, 'sent'> & { sent: SavedList['sent'] | null }): SavedList =>
  sent ? { ...list, sent: { ...sent, sentAt: new Date(sent.sentAt).toISOString() } } : list

/** How many lists and carts put aside the user has for the client, and whether a list that is not `but` has this name. */
export async function findOwn(db: Queryable, { userId, clientId }: CartKey, name: string, but: number | null) {
  const { count, isTaken } = await db
    .selectFrom('saved_list')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<boolean>`coalesce(bool_or(kind = 'list' and lower(name) = lower(${name}) and id is distinct from ${but}::int), false)`.as(
        'isTaken',
      ),
    ])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { count, isTaken }
}

/** A line of a list as it is stored. */
export interface StoredListLine {
  readonly articleId: number
  readonly quantity: number
  readonly note: string
  /** Cents of a unit when the list was saved. */
  readonly unitPriceBefore: number
}

/** The lines of a list in its order, with the code and name of each article. */
export function listListLines(db: Queryable, listId: number) {
  return db
    .selectFrom('saved_list_line as line')
    .innerJoin('article', 'article.id', 'line.article_id')
    .select([
      'line.article_id as articleId',
      'article.code',
      'article.description',
      'line.quantity',
      'line.note',
      'line.shown_price as unitPriceBefore',
    ])
    .where('line.list_id', '=', listId)
    .orderBy('line.place')
    .execute()
}

export async function insertList(
  t: Queryable,
  list: { user_id: number; client_id: number; kind: SavedList['kind']; name: string; shared: boolean },
): Promise<number> {
  const { id } = await t.insertInto('saved_list').values(list).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Stores a list's lines in the place of those that it had. */
export async function storeListLines(t: Queryable, listId: number, lines: readonly StoredListLine[]): Promise<void> {
  await t.deleteFrom('saved_list_line').where('list_id', '=', listId).execute()
  const column = <K extends keyof StoredListLine>(key: K) => lines.map((line) => line[key])
  await sql`
    insert into saved_list_line (list_id, place, article_id, quantity, note, shown_price)
    select ${listId}, place - 1, article_id, quantity, note, shown_price
    from unnest(${column('articleId')}::int[], ${column('quantity')}::int[], ${column('note')}::text[],
      ${column('unitPriceBefore')}::bigint[]) with ordinality as given (article_id, quantity, note, shown_price, place)
  `.execute(t)
}

export async function deleteList(t: Queryable, id: number): Promise<void> {
  await t.deleteFrom('saved_list').where('id', '=', id).execute()
}

/** Notes that a list was sent to be confirmed. */
export async function insertSent(t: Queryable, sent: Insertable<Tables['sent_cart']>): Promise<void> {
  await t.insertInto('sent_cart').values(sent).execute()
}

/** Forgets that a list was sent: its maker took it back. */
export async function deleteSent(t: Queryable, listId: number): Promise<void> {
  await t.deleteFrom('sent_cart').where('list_id', '=', listId).where('state', '<>', 'confirmed').execute()
}

/** Withdraws the links by which a client could accept a list (R387): it was taken up or deleted. */
export async function withdrawOffers(t: Queryable, listId: number): Promise<void> {
  await sql`update shared_link set withdrawn_at = now()
    where opens = 'offer' and opens_id in (select id from offer where list_id = ${listId})
      and used_at is null and withdrawn_at is null`.execute(t)
}

/** What became of a list that was sent, locked; undefined for one that never was, or of another client. */
export async function lockSent(t: Queryable, listId: number, clientId: number) {
  // Apart: a statement that waits for the row sees it anew, but what it joins as it was before it waited.
  await t
    .selectFrom('sent_cart')
    .select('list_id')
    .where('list_id', '=', listId)
    .where('client_id', '=', clientId)
    .forUpdate()
    .execute()
  return t
    .selectFrom('sent_cart as sent')
    .leftJoin('app_user as decider', 'decider.id', 'sent.decided_by')
    .leftJoin('sales_order as o', 'o.id', 'sent.order_id')
    .select([
      'sent.state',
      'sent.user_id as makerId',
      'sent.decided_by as decidedBy',
      'sent.order_id as orderId',
      'o.erp_number as erpNumber',
      sql<string>`coalesce(${userName('decider')}, '')`.as('by'),
    ])
    .where('sent.list_id', '=', listId)
    .where('sent.client_id', '=', clientId)
    .executeTakeFirst()
}

/** Stores who decided on a list that was sent, and what. */
export async function decideSent(
  t: Queryable,
  listId: number,
  decision: Pick<Updateable<Tables['sent_cart']>, 'state' | 'decided_by' | 'word' | 'order_id'>,
): Promise<void> {
  await t
    .updateTable('sent_cart')
    .set({ ...decision, decided_at: new Date() })
    .where('list_id', '=', listId)
    .execute()
}

/** The buyers of a client who confirm orders. */
export const listConfirmers = (t: Queryable, clientId: number) =>
  t
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('type', 'in', clientTypes)
    .where('order_right', '=', 'confirm')
    .where('enabled', '=', true)
    .where('active', '=', true)
    .where('password_hash', '<>', '')
    .orderBy('id')
    .execute()

/** What a mail about a list that was sent tells; undefined once it was taken back. */
export const findSentToMail = (db: Queryable, listId: number, userId: number) =>
  db
    .selectFrom('sent_cart as sent')
    .innerJoin('app_user as maker', 'maker.id', 'sent.user_id')
    .innerJoin('app_user as reader', (join) => join.on('reader.id', '=', userId))
    .leftJoin('app_user as decider', 'decider.id', 'sent.decided_by')
    .leftJoin('sales_order as o', 'o.id', 'sent.order_id')
    .select([
      'sent.state',
      'sent.note',
      'sent.word',
      'sent.order_id as orderId',
      'o.erp_number as erpNumber',
      'o.total',
      heldReason.as('held'),
      'reader.email as to',
      'reader.active',
      'reader.order_right as right',
      userName('reader').as('name'),
      userName('maker').as('maker'),
      sql<string>`coalesce(${userName('decider')}, '')`.as('by'),
      sql<number>`(select count(*)::int from saved_list_line line where line.list_id = sent.list_id)`.as('lineCount'),
    ])
    .where('sent.list_id', '=', listId)
    // Whoever orders for another client by now is told nothing of this one.
    .whereRef('reader.client_id', '=', 'sent.client_id')
    .where('reader.enabled', '=', true)
    .executeTakeFirst()

/** How many lists wait for who confirms a client's orders. */
export async function countWaiting(db: Queryable, clientId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sent_cart as sent')
    .innerJoin('saved_list as list', 'list.id', 'sent.list_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('sent.client_id', '=', clientId)
    .where('sent.state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}
