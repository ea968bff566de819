/** SQL of held orders (R390, R391). */
import { sql } from 'kysely'
import { isHeld, isKeptBack } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'

/** Whether an order is kept back, also one that the office cancelled meanwhile. */
export async function isOrderKeptBack(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from sales_order where id = ${orderId} and ${isKeptBack}`.execute(db)
  return rows.length > 0
}

/** Whether sellers let the held orders of their clients go: a setting. */
export async function doSellersLetGo(db: Queryable): Promise<boolean> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'LIBERA_VENDEDOR').executeTakeFirst()
  return row?.value === '1'
}

/** The clients that have held orders. */
export async function listClientsWithHeld(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct client_id as id from sales_order
    where ${isHeld} order by client_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** An order that was let go, for its mail; who of the shop did it is not in it. */
export function findLetGoToMail(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order as o')
    .select([
      ...(['o.id as orderId', 'o.business_name as businessName', 'o.total', 'o.line_count as lineCount'] as const),
      ...(['o.hand_over_at as handOverAt'] as const),
      sql<string>`o.let_go_at`.as('at'),
      sql<boolean>`o.let_go_by is null`.as('byAccount'),
    ])
    .where('o.id', '=', orderId)
    .where('o.let_go_at', 'is not', null)
    .executeTakeFirst()
}
