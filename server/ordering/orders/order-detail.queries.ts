/** SQL of one order, for its page (R235). */
import { sql } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import { cancelableUntil } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'
import { orderRowColumns, userName } from '../../db/order-rows.ts'
import { vatLinesOfOrder } from '../../db/vat.ts'

/** One order as a row of a list, with what its VAT follows from (R357). */
export function findOrderRow(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as maker', 'maker.id', 'o.created_by')
    .leftJoin('app_user as changer', 'changer.id', 'o.changed_by')
    .select(orderRowColumns)
    .select(['o.prices_with_vat as pricesWithVat', vatLinesOfOrder.as('vatLines')])
    .select(['o.rule_reason as ruleReason', cancelableUntil.as('cancelableUntil')])
    .select([
      'o.version',
      'o.changed_at as changedAt',
      sql<string>`coalesce(${userName('changer')}, '')`.as('changedBy'),
    ])
    .select(sql<boolean>`coalesce(changer.type = any(${clientTypes}), false)`.as('changedByBuyer'))
    .where('o.id', '=', orderId)
    .executeTakeFirst()
}

/** The client's addresses that copies of an order go to, by the jobs of the outbox: done ones are deleted after 30 days. */
export async function listCopies(db: Queryable, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ to: string }>`
    select payload->>'to' as "to" from job
    where unique_key like ${`newOrderMail:${orderId}:%`} and state <> 'dead' and payload->>'audience' = 'client'
    order by id`.execute(db)
  return rows.map(({ to }) => to)
}
