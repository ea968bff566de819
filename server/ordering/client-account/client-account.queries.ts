/** SQL of clients' accounts (R306). */
import { sql } from 'kysely'
import type { OpenBill } from '../../../contract/client-account.ts'
import { type SettingKey, unsetValue } from '../../../contract/setting-keys.ts'
import { billedAmount, fulfilmentLines } from '../../db/fulfilment-lines.ts'
import { isHeld } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'

export interface AccountRow {
  clientId: number
  at: string
  balance: number
  limit: number | null
  ordered: number
  billedSince: number
}

/** The first instant of a day in Argentina, at which an ERP that tells days alone dates an account. */
const atDay = sql`(a.at at time zone 'America/Argentina/Buenos_Aires')`

/**
 * The VAT in cents that comes on top of what comes of an order, `bought`, as `vatOf` of contract/vat.ts has it: once for each rate, halves up
 * (R357). 0 where its prices held the VAT, or nobody kept whether they did. What will not come is only looked for where something
 * of the order will not.
 */
const vatOnTop = sql`(
  select coalesce(sum(round(by_rate.amount * by_rate.vat_rate / 10000.0)), 0)::bigint from (
    select wanted.vat_rate, sum(wanted.amount - coalesce(gone."missingAmount", 0)) as amount from (
      select line.article_id, min(line.vat_rate) as vat_rate, sum(line.quantity::bigint * line.unit_price) as amount
      from sales_order_line line where line.order_id = bought.id group by line.article_id
    ) wanted
      left join ${fulfilmentLines(sql`select bought.id where bought.coming_total <> bought.total`)} gone
        on gone."articleId" = wanted.article_id
    group by wanted.vat_rate
  ) by_rate
  where bought.prices_with_vat = false)`

/** Cents that come of the order `bought`, with VAT (R357). */
const comesTo = sql`(coalesce(bought.coming_total, bought.total) + ${vatOnTop})`

/**
 * Since when the ERP may know the order `bought`: from its handing over on (R331), until which it may grow (R383), and not before it is
 * let go (R390).
 */
const knownSince = sql`case when bought.held_at is not null and bought.let_go_at is null then 'infinity'
  else greatest(bought.created_at, bought.let_go_at, bought.hand_over_at) end`

/**
 * The accounts of clients, with what was ordered since the ERP told them, in final amounts (R357): held orders count, too. An order of
 * afterwards can only be billed afterwards; an account that is dated by its day alone holds the bills of that day.
 * @param beside an order that is not counted, because it is about to be changed; null for none
 */
export async function findAccounts(
  db: Queryable,
  clientIds: readonly number[],
  beside: number | null = null,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.client_id as "clientId", a.at, a.balance, a.credit_limit as limit,
      since.ordered, since.billed as "billedSince"
    from client_account a cross join lateral (
      select coalesce(sum(greatest(0, ${comesTo} - coalesce(bought.billed_total, 0))), 0)::bigint as ordered,
        coalesce(sum(bills.amount), 0)::bigint as billed
      from sales_order bought left join lateral (
        select sum(${billedAmount}) as amount from order_paper p
        where p.order_id = bought.id and not (${atDay}::time = '00:00' and p.day <= ${atDay}::date)
      ) bills on bought.billed_total is not null
      where bought.client_id = a.client_id and ${knownSince} > a.at and bought.course_state not in ('cancelled', 'refused')
        and bought.id is distinct from ${beside}::int
    ) since
    where a.client_id = any(${clientIds}::int[])`.execute(db)
  return rows
}

/** Locks the accounts of clients, so that two orders do not pass a rule together, and no order an account that is just being told. */
export async function lockAccounts(t: Queryable, clientIds: readonly number[]): Promise<void> {
  await sql`select from client_account where client_id = any(${clientIds}::int[]) order by client_id for update`.execute(
    t,
  )
}

const RULES = [
  ...(['LIMITE_OBLIGATORIO', 'LIMITE_RETIENE', 'VENCIDO_REGLA', 'VENCIDO_DIAS', 'VENCIDO_IMPORTE'] as const),
] satisfies SettingKey[]

/** The texts of the settings that say what accounts mean for orders. */
export async function findRules(db: Queryable): Promise<Readonly<Record<(typeof RULES)[number], string>>> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', RULES).execute()
  const stored = new Map(rows.map(({ key, value }) => [key as string, value]))
  const texts = RULES.map((key) => [key, stored.get(key) ?? unsetValue(key)] as const)
  return Object.fromEntries(texts) as Record<(typeof RULES)[number], string>
}

/** The bills of clients that are not paid whole, the earliest due first. */
export const listOpenBills = (
  db: Queryable,
  clientIds: readonly number[],
): Promise<(OpenBill & { clientId: number })[]> =>
  db
    .selectFrom('client_bill')
    .select(['client_id as clientId', 'kind', 'number', 'day', 'due_day as dueDay', 'amount', 'balance'])
    .where(sql<boolean>`client_id = any(${clientIds}::int[])`)
    .where('balance', '<>', 0)
    .orderBy(sql`due_day asc nulls last`)
    .orderBy('day')
    .orderBy('id')
    .execute()

/** The held orders of a client, the first first, with what comes of each in cents, with VAT. */
export async function listHeld(db: Queryable, clientId: number): Promise<{ id: number; final: number }[]> {
  const { rows } = await sql<{ id: number; final: number }>`select bought.id, ${comesTo}::bigint as final
    from sales_order bought where bought.client_id = ${clientId} and ${isHeld} order by bought.id`.execute(db)
  return rows
}
