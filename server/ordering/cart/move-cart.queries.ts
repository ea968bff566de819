/** SQL of moving a cart from one client to another. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** The lines of a cart with the instant of their last change, locked. */
export function listLinesWithTime(t: Queryable, userId: number, clientId: number) {
  return t
    .selectFrom('cart_line')
    .select(['id', 'article_id', 'quantity', 'note', 'updated_at'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function deleteLinesByIds(t: Queryable, ids: readonly number[]): Promise<void> {
  await t.deleteFrom('cart_line').where('id', '=', sql<number>`any(${ids}::int[])`).execute()
}

export async function moveLines(t: Queryable, userId: number, from: number, to: number): Promise<void> {
  await t
    .updateTable('cart_line')
    .set({ client_id: to })
    .where('user_id', '=', userId)
    .where('client_id', '=', from)
    .execute()
}

/** Moves what a user waits for (R380), as the user's cart. */
export async function moveWishes(t: Queryable, userId: number, from: number, to: number): Promise<void> {
  await sql`delete from article_wish old where user_id = ${userId} and client_id = ${from} and exists (
    select from article_wish w where w.user_id = ${userId} and w.client_id = ${to} and w.article_id = old.article_id)`.execute(
    t,
  )
  await sql`update article_wish set client_id = ${to} where user_id = ${userId} and client_id = ${from}`.execute(t)
}

/** Moves a user's saved lists and carts put aside, as the user's cart. */
export async function moveSavedLists(t: Queryable, userId: number, from: number, to: number): Promise<void> {
  await t
    .updateTable('saved_list')
    .set({ client_id: to })
    .where('user_id', '=', userId)
    .where('client_id', '=', from)
    .execute()
}
