/** SQL of clients' accounts (R306). */
import { sql } from 'kysely'
import type { OpenBill } from '../../../contract/client-account.ts'
import { limitBinds } from '../../db/binding-limit.ts'
import { billedAmount } from '../../db/fulfilment-lines.ts'
import type { Queryable } from '../../db/open.ts'

export interface AccountRow {
  clientId: number
  at: string
  balance: number
  limit: number | null
  ordered: number
  billedSince: number
  binding: boolean
}

/** The first instant of a day in Argentina, at which an ERP that tells days alone dates an account. */
const atDay = sql`(a.at at time zone 'America/Argentina/Buenos_Aires')`

/**
 * The accounts of clients, with what was ordered since the ERP told them. An order of afterwards can only be billed afterwards;
 * an account that is dated by its day alone holds the bills of that day.
 */
export async function findAccounts(db: Queryable, clientIds: readonly number[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.client_id as "clientId", a.at, a.balance, a.credit_limit as limit, ${limitBinds} as binding,
      since.ordered, since.billed as "billedSince"
    from client_account a cross join lateral (
      select coalesce(sum(greatest(0, coalesce(o.coming_total, o.total) - coalesce(o.billed_total, 0))), 0)::bigint as ordered,
        coalesce(sum(bills.amount), 0)::bigint as billed
      from sales_order o left join lateral (
        select sum(${billedAmount}) as amount from order_paper p
        where p.order_id = o.id and not (${atDay}::time = '00:00' and p.day <= ${atDay}::date)
      ) bills on o.billed_total is not null
      where o.client_id = a.client_id and o.created_at > a.at and o.course_state not in ('cancelled', 'refused')
    ) since
    where a.client_id = any(${clientIds}::int[])`.execute(db)
  return rows
}

/** Locks the accounts of clients whose limit binds, so that two orders do not pass it together. */
export async function lockBindingAccounts(t: Queryable, clientIds: readonly number[]): Promise<void> {
  await sql`select from client_account where client_id = any(${clientIds}::int[]) and ${limitBinds}
    order by client_id for update`.execute(t)
}

export const listOpenBills = (db: Queryable, clientId: number): Promise<OpenBill[]> =>
  db
    .selectFrom('client_bill')
    .select(['kind', 'number', 'day', 'due_day as dueDay', 'amount', 'balance'])
    .where('client_id', '=', clientId)
    .where('balance', '<>', 0)
    .orderBy(sql`due_day asc nulls last`)
    .orderBy('day')
    .orderBy('id')
    .execute()
