/** Whether a shop has been filled yet. */
import { sql } from 'kysely'
import type { Queryable } from './open.ts'

/** Whether the shop has no article, client or user. Data that fills any other shop would be mixed with its own. */
export async function isShopEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from article) and not exists (select from client) and not exists (select from app_user)
      as empty`.execute(db)
  return rows[0]?.empty === true
}
