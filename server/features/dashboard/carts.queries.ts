/** SQL of how long carts have waited. */
import { sql } from 'kysely'
import type { CartAge } from '../../../contract/dashboard.ts'
import type { Queryable } from '../../db/open.ts'

/** Days since a cart was last touched: from where to where. */
const AGES = [
  [0, 0],
  [1, 2],
  [3, 7],
  [8, 30],
  [31, null],
] as const

/** Every age, also one that no cart has; by the prices that the carts showed. */
export async function listCartAges(db: Queryable): Promise<CartAge[]> {
  const { rows } = await sql<{ days: number; carts: number; amount: number }>`
    select days, count(*)::int as carts, sum(amount)::bigint as amount from (
      select (now() at time zone 'America/Argentina/Buenos_Aires')::date
          - (max(updated_at) at time zone 'America/Argentina/Buenos_Aires')::date as days,
        sum(quantity * shown_price) as amount
      from cart_line group by user_id, client_id
    ) as cart group by days`.execute(db)
  return AGES.map(([from, to]) => {
    const own = rows.filter(({ days }) => days >= from && (to === null || days <= to))
    const total = (name: 'carts' | 'amount') => own.reduce((all, row) => all + row[name], 0)
    return { from, to, carts: total('carts'), amount: total('amount') }
  })
}
