/** The lines of orders and what became of each (R305), written once for the page of an order and for all that is pending. */
import { type RawBuilder, sql } from 'kysely'

/** A line of an order by its article; see contract/fulfilment.ts. */
export interface FulfilmentLineRow {
  orderId: number
  articleId: number
  code: string
  description: string
  unitsPerPack: number
  ordered: number
  /** Null: nobody has taken the order yet. */
  accepted: number | null
  dispatched: number
  pending: number
  missing: number
  reason: string
  replacedBy: string
  /** Cents of the units that will not come, at the price that was agreed. */
  missingAmount: number
}

/** Whether a paper of the ERP, `order_paper`, is a bill, as `isBill` of the ERP's words has it: an order with one is billed (R304). */
export const isBill = sql<boolean>`lower(kind) like 'factura%'`

/**
 * The cents that a paper of the ERP, `order_paper`, bills (R319): positive for a bill or debit note, negative for a credit
 * note; null for any other paper, and for one without an amount.
 */
export const billedAmount = sql<number | null>`case
  when lower(kind) like 'nota de cr%' then -abs(amount)
  when ${isBill} or lower(kind) like 'nota de d%' then amount end`

/** Whether anybody told the fulfilment of an order, `o`, beyond the ERP's answer. */
export const isTold = sql<boolean>`(exists (select from order_event e where e.order_id = o.id)
  or exists (select from order_dispatch d where d.order_id = o.id)
  or exists (select from order_line_news n where n.order_id = o.id)
  or exists (select from order_paper p where p.order_id = o.id))`

/**
 * A relation of the lines of the orders whose ids `orders` selects. Lines of one article are one line. An article that was
 * dispatched and not ordered is a line, too. Where nobody tells dispatches by line, a state of the order says that all of
 * it has left.
 * @param state the state of `o`, for whoever is about to store another one
 */
export const fulfilmentLines = (
  orders: RawBuilder<unknown>,
  state: RawBuilder<unknown> = sql`o.course_state`,
): RawBuilder<FulfilmentLineRow> => sql<FulfilmentLineRow>`(
  with head as (
    select o.id, ${state} in ('cancelled', 'refused') as off, ${state} = 'received' as untaken,
      exists (select from order_event e where e.order_id = o.id and e.state in ('dispatched', 'delivered')) as gone,
      exists (select from order_dispatch d where d.order_id = o.id) as itemised
    from sales_order o where o.id in (${orders})
  ),
  wanted as (
    select line.order_id, line.article_id, min(line.code) as code, min(line.description) as description,
      sum(line.quantity)::int as ordered, sum(line.quantity::bigint * line.unit_price)::bigint as amount
    from sales_order_line line join head on head.id = line.order_id
    group by line.order_id, line.article_id
  ),
  sent as (
    select d.order_id, d.article_id, greatest(0, sum(d.quantity))::int as quantity
    from order_dispatch d join head on head.id = d.order_id
    group by d.order_id, d.article_id
  ),
  news as (
    select distinct on (n.order_id, n.article_id) n.order_id, n.article_id, n.accepted, n.reason, n.replaced_by
    from order_line_news n join head on head.id = n.order_id
    order by n.order_id, n.article_id, n.at desc, n.id desc
  ),
  counted as (
    select order_id, article_id, wanted.code, wanted.description, coalesce(wanted.ordered, 0) as ordered,
      coalesce(wanted.amount, 0) as amount,
      case when head.off then 0
        when news.order_id is null and head.untaken then null
        else coalesce(news.accepted, wanted.ordered, 0) end as accepted,
      case when head.gone and not head.itemised and not head.off then coalesce(news.accepted, wanted.ordered, 0)
        else coalesce(sent.quantity, 0) end as dispatched,
      coalesce(news.reason, '') as reason, news.replaced_by, head.off
    from wanted full join sent using (order_id, article_id)
      left join news using (order_id, article_id)
      join head on head.id = order_id
  )
  select c.order_id as "orderId", c.article_id as "articleId", coalesce(c.code, a.code, '') as code,
    coalesce(c.description, a.description, '') as description, coalesce(a.units_per_pack, 0) as "unitsPerPack",
    c.ordered, c.accepted, c.dispatched,
    case when c.off then 0 else greatest(0, coalesce(c.accepted, c.ordered) - c.dispatched) end as pending,
    lost.units as missing, c.reason, coalesce(other.code, '') as "replacedBy",
    case when lost.units = 0 then 0 else round(c.amount * lost.units::numeric / c.ordered)::bigint end as "missingAmount"
  from counted c
    cross join lateral (
      select greatest(0, c.ordered - greatest(coalesce(c.accepted, c.ordered), c.dispatched)) as units
    ) lost
    left join article a on a.id = c.article_id
    left join article other on other.id = c.replaced_by
)`
