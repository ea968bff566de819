/** SQL of clients' accounts (R306). */
import { sql } from 'kysely'
import type { OpenBill } from '../../../contract/client-account.ts'
import { limitBinds } from '../../db/binding-limit.ts'
import type { Queryable } from '../../db/open.ts'

export interface AccountRow {
  clientId: number
  at: string
  balance: number
  limit: number | null
  ordered: number
  binding: boolean
}

/** The accounts of clients, with what was ordered since the ERP told them. */
export async function findAccounts(db: Queryable, clientIds: readonly number[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.client_id as "clientId", a.at, a.balance, a.credit_limit as limit, ${limitBinds} as binding,
      (select coalesce(sum(o.total), 0)::bigint from sales_order o
        where o.client_id = a.client_id and o.created_at > a.at
          and o.course_state not in ('cancelled', 'refused')) as ordered
    from client_account a where a.client_id = any(${clientIds}::int[])`.execute(db)
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
