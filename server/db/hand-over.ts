/**
 * Until when an order can be cancelled or changed, and who takes it first (R331, R383). Each of them is one statement that locks the order's row: of
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

/** Whether nobody has taken, withdrawn or moved on an order: what the office says of it by hand counts, too. */
const isUntouched = sql<boolean>`withdrawn_at is null and taken_at is null and course_state = 'received'`

/** Whether an order can still be withdrawn or changed, when its row is locked. */
const isOpen = sql<boolean>`(${isUntouched} and hand_over_at > clock_timestamp())`

/** Until when an order can be cancelled or changed, a column of `sales_order`; null where it cannot, or not any more. */
export const cancelableUntil = sql<
  string | null
>`case when ${isUntouched} and hand_over_at > now() then hand_over_at end`

/** Whether an order is kept back from ERP and depot (R390); also one that the office cancelled meanwhile. */
export const isKeptBack = sql<boolean>`held_at is not null and let_go_at is null and withdrawn_at is null`

/** Whether an order is held, and somebody or the account may let it go. */
export const isHeld = sql<boolean>`${isKeptBack} and course_state <> 'cancelled'`

/** Whether the office cancelled an order by hand while it waited. */
const wasCalledOff = sql<boolean>`hand_over_at is not null and taken_at is null and course_state = 'cancelled'`

/**
 * Takes an order for ERP or depot, which ends its cancelling. False where it was cancelled before, by whomever, or is held: it must not
 * be handed over.
 */
export async function takeOrder(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`update sales_order set
      taken_at = case when ${wasCalledOff} then null else coalesce(taken_at, now()) end,
      withdrawn_at = case when ${wasCalledOff} then now() end,
      erp_state = case when ${wasCalledOff} then null else erp_state end
    where id = ${orderId} and withdrawn_at is null and not (${isKeptBack}) returning withdrawn_at is null as "isTaken"`.execute(
    db,
  )
  return rows[0]?.isTaken ?? false
}

/** Takes those orders that are handed over by now, and answers which of them may be told to the ERP. */
export async function takeOrders(db: Queryable, orderIds: readonly number[]): Promise<ReadonlySet<number>> {
  await sql`update sales_order set taken_at = now() where id = any(${orderIds}::int[])
    and taken_at is null and withdrawn_at is null and hand_over_at <= now() and course_state <> 'cancelled'
    and not (${isKeptBack})`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from sales_order where id = any(${orderIds}::int[])
    and withdrawn_at is null and not (${isKeptBack}) and (taken_at is not null or hand_over_at is null)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Takes an order back before anybody took it, or while it is held. False where it is too late, or was cancelled already. */
export async function withdrawOrder(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql`update sales_order set withdrawn_at = now(), erp_state = null, erp_reason = ''
    where id = ${orderId} and (${isOpen} or ${isHeld})
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Locks an order until the transaction ends, and tells whether it can be changed (R383): whoever takes or withdraws it waits, and finds
 * what was written. Undefined for no such order.
 */
export async function lockToChange(
  t: Queryable,
  orderId: number,
): Promise<{ isOpen: boolean; isHeld: boolean } | undefined> {
  const { rows } = await sql<{ isOpen: boolean; isHeld: boolean }>`select ${isOpen} is true as "isOpen",
      ${isHeld} is true as "isHeld" from sales_order
    where id = ${orderId} for update`.execute(t)
  return rows[0]
}

/** Who lets held orders go: a user with a reason, or null for the account. */
export interface LettingGo {
  readonly userId: number | null
  readonly reason: string
  /** Whether an ERP is to be told of them. */
  readonly hasErp: boolean
}

/** Lets held orders go, as if they were made now. Answers those that were held until this moment. */
export async function letOrdersGo(
  t: Queryable,
  orderIds: readonly number[],
  { userId, reason, hasErp }: LettingGo,
): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`update sales_order set let_go_at = clock_timestamp(), let_go_by = ${userId}::int,
      let_go_reason = ${reason}, hand_over_at = ${handOverAt}, erp_state = ${hasErp ? 'pending' : null}
    where id = any(${orderIds}::int[]) and ${isHeld} returning id`.execute(t)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
