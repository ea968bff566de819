/** SQL of the orders that somebody in the office looks at today. */
import { sql } from 'kysely'
import { type getOrderWork, REFUSED_DAYS } from '../../../contract/dashboard.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Queryable } from '../../db/open.ts'

const ZONE = sql.lit('America/Argentina/Buenos_Aires')
/** When an order was given to the ERP, at the earliest (R331). */
const HANDED_AT = sql`coalesce(hand_over_at, created_at)`

/**
 * Orders of today in Argentina, refused ones of the last days, those that the ERP has not taken although their moment has come
 * (R331), and those that it took without an answer. An ERP that never answers has left none behind: an order is counted only
 * where one that was handed over later is accepted. Each part has its index.
 */
export async function countOrderWork(db: Queryable): Promise<ResponseOf<typeof getOrderWork>> {
  const { rows } = await sql<ResponseOf<typeof getOrderWork>>`
    with days as (
      select today, refused_from, refused_from::timestamp at time zone ${ZONE} as since
      from (select (now() at time zone ${ZONE})::date as today) as clock,
        lateral (select today - ${REFUSED_DAYS}::int + 1 as refused_from) as first
    )
    select today::text as day, refused_from::text as "refusedFrom",
      made.count as today, made.amount, refused.count as refused, unanswered.count as unanswered,
      waiting.count as "notTaken", waiting.since as "notTakenSince"
    from days,
      lateral (select count(*)::int as count, coalesce(sum(total), 0)::bigint as amount from sales_order
        where created_at >= today::timestamp at time zone ${ZONE}
          and created_at < (today + 1)::timestamp at time zone ${ZONE}) as made,
      lateral (select count(*)::int as count from sales_order
        where erp_state = 'rejected' and created_at >= days.since) as refused,
      lateral (select max(${HANDED_AT}) as at from sales_order
        where erp_state in ('accepted', 'observed') and created_at >= days.since) as accepted,
      lateral (select count(*)::int as count from sales_order
        where erp_state = 'exported' and course_state = 'received' and created_at >= days.since
          and ${HANDED_AT} < accepted.at and coalesce(erp_answered_at, ${HANDED_AT}) < now() - interval '1 day') as unanswered,
      lateral (select count(*)::int as count, min(created_at) as since from sales_order
        where erp_state = 'pending' and coalesce(hand_over_at <= now(), true)) as waiting`.execute(db)
  const [work] = rows
  if (!work) throw new Error('A count without a row')
  return work
}
