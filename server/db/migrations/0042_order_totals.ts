/**
 * What of an order still comes and what of it was billed, beside what was ordered (R319). Both are made anew whenever something
 * is told of an order; what was told before gets them here.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table sales_order add column coming_total bigint',
  'alter table sales_order add column billed_total bigint',
  `with wanted as (
      select order_id, article_id, sum(quantity)::int as ordered, sum(quantity::bigint * unit_price)::bigint as amount
      from sales_order_line group by order_id, article_id
    ),
    news as (
      select distinct on (order_id, article_id) order_id, article_id, accepted
      from order_line_news order by order_id, article_id, at desc, id desc
    ),
    sent as (
      select order_id, article_id, greatest(0, sum(quantity))::int as quantity
      from order_dispatch group by order_id, article_id
    ),
    lost as (
      select o.id, w.ordered, w.amount, greatest(0, w.ordered - greatest(
        case when o.course_state in ('cancelled', 'refused') then 0 else coalesce(n.accepted, w.ordered) end,
        coalesce(s.quantity, 0))) as units
      from wanted w join sales_order o on o.id = w.order_id
        left join news n on n.order_id = w.order_id and n.article_id = w.article_id
        left join sent s on s.order_id = w.order_id and s.article_id = w.article_id
      where n.order_id is not null or o.course_state in ('cancelled', 'refused')
    )
    update sales_order o set coming_total = o.total - gone.amount
    from (select id, sum(round(amount * units::numeric / ordered))::bigint as amount from lost group by id) gone
    where o.id = gone.id and gone.amount > 0`,
  `update sales_order o set billed_total = paper.amount
    from (
      select order_id, sum(case when lower(kind) like 'nota de cr%' then -abs(amount)
        when lower(kind) like 'factura%' or lower(kind) like 'nota de d%' then amount end)::bigint as amount
      from order_paper group by order_id
    ) paper
    where paper.order_id = o.id and paper.amount is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
