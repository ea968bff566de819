/** A shop that nobody has filled yet. */
import { sql } from 'kysely'
import type { Queryable } from './open.ts'

/** Whether the shop has articles, clients or users: whoever fills it would mix theirs with these. */
export async function isShopEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from article) and not exists (select from client) and not exists (select from app_user)
      as empty`.execute(db)
  return rows[0]?.empty === true
}
