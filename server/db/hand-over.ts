/**
 * Until when an order can be cancelled, and who takes it first (R331). Each of them is one statement that locks the order's row: of
 * two that come together the second sees what the first did.
 */
import { sql } from 'kysely'
import type { Queryable } from './open.ts'

const AR = sql.lit('America/Argentina/Buenos_Aires')

/** When an order that is made now goes to the ERP, as SQL: after the minutes of the setting, or at its hour; null: at once. */
export const handOverAt = sql<string | null>`(select case
    when value ~ '^[0-9]{1,4}$' then case when value::int > 0 then now() + make_interval(mins => value::int) end
    when value ~ '^[0-9]{2}:[0-9]{2}$' then (select case when at > now() then at else at + interval '1 day' end
      from (select ((now() at time zone ${AR})::date + value::time) at time zone ${AR} as at) today)
  end from setting where key = 'ENTREGA_PEDIDOS')`

/** Until when an order of `o` can be cancelled; null where it cannot, or not any more. */
export const cancelableUntil = sql<string | null>`case when o.withdrawn_at is null and o.taken_at is null
  and o.hand_over_at > now() then o.hand_over_at end`

/** Takes an order for ERP or depot, which ends its cancelling. False where it was cancelled before: it must not be handed over. */
export async function takeOrder(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql`update sales_order set taken_at = coalesce(taken_at, now())
    where id = ${orderId} and withdrawn_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Takes those orders that are handed over by now, and answers which of them may be told to the ERP. */
export async function takeOrders(db: Queryable, orderIds: readonly number[]): Promise<ReadonlySet<number>> {
  await sql`update sales_order set taken_at = now() where id = any(${orderIds}::int[])
    and taken_at is null and withdrawn_at is null and hand_over_at <= now()`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from sales_order where id = any(${orderIds}::int[])
    and withdrawn_at is null and (taken_at is not null or hand_over_at is null)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Takes an order back before anybody took it. False where it is too late, or was cancelled already. */
export async function withdrawOrder(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql`update sales_order set withdrawn_at = now(), erp_state = null, erp_reason = ''
    where id = ${orderId} and withdrawn_at is null and taken_at is null and hand_over_at > clock_timestamp()
    returning id`.execute(db)
  return rows.length > 0
}
