/** SQL of an order with its certificates. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** The facts of an order on the first page of its certificates; undefined when there is no such order. */
export function findOrderHead(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order as o')
    .leftJoin('client as c', 'c.id', 'o.client_id')
    .leftJoin('app_user as u', 'u.id', 'o.user_id')
    .select([
      'o.erp_number as erpNumber',
      'o.created_at as createdAt',
      sql<string>`coalesce(nullif(c.business_name, ''), nullif(u.business_name, ''), trim(u.first_name || ' ' || u.last_name), '')`.as(
        'client',
      ),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
}

/** The articles of an order by code, each with its certificate; `file` null without one. */
export function listCertificatesOfOrder(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order_line as line')
    .leftJoin('certificate as c', (join) => join.on(sql<boolean>`lower(c.name) = lower(line.code || '.pdf')`))
    .select([
      'line.code',
      'line.description',
      'c.file',
      sql<string>`coalesce(c.kind, '')`.as('kind'),
      sql<string>`coalesce(to_char(c.expires_on, 'DD/MM/YYYY'), '')`.as('expires'),
      sql<boolean>`coalesce(c.expires_on < (now() at time zone 'America/Argentina/Buenos_Aires')::date, false)`.as(
        'expired',
      ),
    ])
    .distinctOn('line.code')
    .where('line.order_id', '=', orderId)
    .orderBy('line.code')
    .execute()
}
