/** SQL of what Tango asks about an order beyond what every ERP is told, and of the orders whose state it is asked for. */
import { sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'

export interface TangoBuyer {
  /** The name of the client's VAT condition; null for none. */
  vatCondition: string | null
  street: string | null
  locality: string | null
  postalCode: string | null
  /** The tax authority's id (R16). */
  provinceId: number | null
}

/** The client's VAT condition, and the order's address; where the order has none, the client's first one with a province. */
export function findBuyer(db: Queryable, orderId: number): Promise<TangoBuyer> {
  return db
    .selectFrom('sales_order as o')
    .leftJoin('client as c', 'c.id', 'o.client_id')
    .leftJoin('vat_condition as v', 'v.id', 'c.vat_condition_id')
    .leftJoin('client_address as a', (join) =>
      join.onRef('a.client_id', '=', 'o.client_id').on(
        'a.id',
        '=',
        sql<number>`case when o.address_id > 0 then o.address_id else (select min(id) from client_address
          where client_id = o.client_id and active and province_id is not null) end`,
      ),
    )
    .select([
      ...(['v.name as vatCondition', 'a.street', 'a.locality'] as const),
      ...(['a.postal_code as postalCode', 'a.province_id as provinceId'] as const),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Orders of the last ninety days that were handed over and not answered, after `after`, by id. */
export function findUnanswered(
  db: Queryable,
  after: number,
  limit: number,
): Promise<{ id: number; createdAt: string }[]> {
  return db
    .selectFrom('sales_order')
    .select(['id', 'created_at as createdAt'])
    .where('erp_state', '=', 'exported')
    .where('id', '>', after)
    .where('created_at', '>', sql<string>`now() - interval '90 days'`)
    .orderBy('id')
    .limit(limit)
    .execute()
}
