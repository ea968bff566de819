/** SQL of the figures of orders of the past, beside the shop's own and in none of them (R400). */
import { sql } from 'kysely'
import type { getPastFigures, PastYear } from '../../../contract/dashboard.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Queryable } from '../../db/open.ts'
import { isPastOrder } from '../../db/past-orders.ts'

/** Orders of the past by year in Argentina; an order whose amount nobody knows counts, with none. */
export async function readPastFigures(db: Queryable): Promise<ResponseOf<typeof getPastFigures>> {
  const { rows } = await sql<PastYear>`
    select extract(year from p.at at time zone 'America/Argentina/Buenos_Aires')::int as year,
      count(*)::int as orders, coalesce(sum(coalesce(p.total, p.lines_total)), 0)::bigint as amount
    from past_order p where ${isPastOrder} group by 1 order by 1 desc`.execute(db)
  const { rows: counted } = await sql<{ clients: number }>`
    select count(distinct p.client_id)::int as clients from past_order p where ${isPastOrder}`.execute(db)
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
    clients: counted[0]?.clients ?? 0,
    years: rows,
  }
}
