/** SQL of the orders of client users that have no ERP client yet (R27). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** Orders of client users that have no ERP client yet, the last first, each with its lines by code. */
export function listNewUserOrders(db: Queryable) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select([
      'o.id',
      'o.client_id as clientId',
      'o.user_id as userId',
      'o.business_name as businessName',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
      'u.cuit',
      sql<string>`to_char(o.created_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD')`.as(
        'date',
      ),
      sql<{ code: string; description: string; unitPrice: number; quantity: number; note: string }[]>`(
        select json_agg(json_build_object(
          'code', l.code, 'description', l.description, 'unitPrice', l.unit_price,
          'quantity', l.quantity, 'note', l.note
        ) order by l.code collate "C", l.id)
        from sales_order_line l where l.order_id = o.id
      )`.as('lines'),
    ])
    .where('u.type', '=', 'cliente')
    .where('u.client_id', 'is', null)
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
}
