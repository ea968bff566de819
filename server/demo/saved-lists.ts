/** Saved lists of the demo shop (R368, R369): what each client's last order held, and a cart put aside with half of it; and notices. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Makes them of the orders, so after those; for clients with an account. */
export async function fillSavedLists(t: Transaction<Tables>): Promise<void> {
  await sql`
    insert into saved_list (user_id, client_id, kind, name, shared)
    select u.id, u.client_id, kind, name, shared
    from app_user as u, (values
      ('list', 'Reposición del mes', true, 1), ('aside', 'Para el Día de las Infancias', false, 2)
    ) as list (kind, name, shared, place)
    where u.type = 'cliente' and u.client_id <> -1
    order by u.id, place
  `.execute(t)
  await sql`
    insert into saved_list_line (list_id, place, article_id, quantity, note, shown_price)
    select list.id, row_number() over (partition by list.id order by line.id) - 1,
      line.article_id, line.quantity, '', line.unit_price
    from saved_list as list
    join lateral (
      select o.id from sales_order as o where o.client_id = list.client_id order by o.id desc limit 1
    ) as last on true
    join sales_order_line as line on line.order_id = last.id
    where list.kind = 'list' or line.id % 2 = 0
    on conflict do nothing
  `.execute(t)
}

/** Each client with an account waits for two articles that have no price (R380). */
export async function fillNotices(t: Transaction<Tables>): Promise<void> {
  await sql`
    insert into article_wish (user_id, client_id, article_id)
    select u.id, u.client_id, unpriced.id
    from app_user as u, (
      select article_id as id from price where list_price = 0
        and not exists (select from list_price l where l.article_id = price.article_id) order by article_id limit 2
    ) as unpriced
    where u.type = 'cliente' and u.client_id <> -1
  `.execute(t)
}
