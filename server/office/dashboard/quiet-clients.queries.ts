/** SQL of clients that stopped ordering. */

import { sql } from 'kysely'
import { FORGOTTEN_DAYS, QUIET_DAYS, RHYTHM_ORDERS } from '../../../contract/dashboard.ts'
import { clientTypes } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'

/** The next ids of active clients, above the id `after`. */
export async function nextClients(db: Queryable, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('client')
    .select('id')
    .where('active', '=', true)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Quiet {
  id: number
  orders: number
  amount: number
  lastDay: string
  rhythm: number
  quietDays: number
}

/** Those of the given clients whose last order is longer ago than twice the median of the days between their orders. */
export async function listQuiet(db: Queryable, clients: readonly number[]): Promise<Quiet[]> {
  const { rows } = await sql<Quiet>`
    with ordered as (
      select client_id, (created_at at time zone 'America/Argentina/Buenos_Aires')::date as day,
        count(*) as orders, sum(total) as amount
      from sales_order where client_id = any(${clients}::int[]) group by 1, 2
    ), gaps as (
      select *, day - lag(day) over (partition by client_id order by day) as gap from ordered
    ), rhythms as (
      select client_id, sum(orders)::int as orders, sum(amount)::bigint as amount, max(day) as last_day,
        count(*) as days, percentile_cont(0.5) within group (order by gap) as rhythm,
        (now() at time zone 'America/Argentina/Buenos_Aires')::date - max(day) as quiet
      from gaps group by client_id
    )
    select client_id as id, orders, amount, last_day::text as "lastDay", round(rhythm)::int as rhythm,
      quiet as "quietDays"
    from rhythms
    where days >= ${RHYTHM_ORDERS}::int and quiet > 2 * rhythm and quiet > ${QUIET_DAYS}::int
      and quiet <= ${FORGOTTEN_DAYS}::int`.execute(db)
  return rows
}

/** Names, telephones and mails of clients: those of their users, else the mail that the ERP has. */
export async function listContacts(db: Queryable, clients: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; seller: string; phone: string; email: string }>`
    select c.id, c.business_name as name, coalesce(s.name, '') as seller,
      coalesce(nullif(u.mobile, ''), u.phone, '') as phone, coalesce(nullif(u.email, ''), c.email) as email
    from client c
    left join seller s on s.id = c.seller_id
    left join lateral (
      select mobile, phone, email from app_user
      where client_id = c.id and type = any(${clientTypes}) and active
      order by (mobile <> '' or phone <> '') desc, id limit 1
    ) u on true
    where c.id = any(${clients}::int[])`.execute(db)
  return rows
}
