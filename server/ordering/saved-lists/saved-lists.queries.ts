/** SQL of saved lists and carts put aside (R368, R369). */
import { sql } from 'kysely'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { SavedList } from '../../../contract/saved-lists.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'

/** Whether a user who orders for a client may see and change a list: an own one for that client, or a shared one of it. */
const isWithin = ({ userId, clientId }: CartKey) =>
  sql<boolean>`list.client_id = ${clientId} and (list.user_id = ${userId} or (list.shared and list.client_id <> ${NO_CLIENT}))`

const listsOf = (db: Queryable, owner: CartKey) =>
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
        else trim(maker.first_name || ' ' || maker.last_name) end`.as('madeBy'),
      'list.changed_at as changedAt',
      'list.version',
    ])
    .where(isWithin(owner))

/** A user's lists for a client and those that others share there, the last changed first. */
export const listLists = (db: Queryable, owner: CartKey): Promise<SavedList[]> =>
  listsOf(db, owner).orderBy('list.changed_at', 'desc').orderBy('list.id', 'desc').execute()

export const findList = (db: Queryable, id: number, owner: CartKey): Promise<SavedList | undefined> =>
  listsOf(db, owner).where('list.id', '=', id).executeTakeFirst()

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
