/** Years of a shop's work, made by the database itself: orders, a log of changes, carts that wait, searches that missed. */
import { sql } from 'kysely'
import type { Db } from '../server/db/open.ts'

const LINES_AN_ORDER = 5
export const CHANGES = 1_000_000
/** Of those, changes of many rows at once: each stands in the log as one entry. */
const BATCHES = 40
const ROWS_A_BATCH = 5_000
export const CARTS = 400
const LINES_A_CART = 12
const SELLERS = 20
const STAFF = 12

/** Minutes of all orders, however many: sixteen months. */
const ORDERS_TAKE = 700_000
/** Seconds between two changes: a million of them is most of a year. */
const CHANGE_EVERY = 25

/**
 * What a database with articles 1 to `articles` and clients with their users (`fillCatalogue`, `fillClients`) gets from
 * use; ends with what the daily maintenance does. The last `STAFF` users become staff.
 */
export async function fillOffice(
  { kysely }: Pick<Db, 'kysely'>,
  { articles, orders }: { articles: number; orders: number },
): Promise<void> {
  const statements = [
    // A million rows take longer than any request may.
    sql`set statement_timeout = 0`,
    sql`insert into seller (id, name) select n, 'Vendedor ' || n from generate_series(1, ${SELLERS}::int) as n`,
    sql`update client set seller_id = id % ${SELLERS}::int + 1,
      search_text = 'jugueteria ' || id || ' ' || lower(code) || ' ' || cuit`,
    sql`create temp table person as
      select row_number() over (order by id)::int - 1 as nr, id as user_id, business_name from app_user`,
    sql`update app_user set type = case when id % 3 = 0 then 'supervisor' else 'vendedor' end, client_id = null,
      seller_id = id % ${SELLERS}::int + 1
      where id in (select user_id from person order by nr desc limit ${STAFF}::int)`,
    // A few are not enabled, and some of those have no client yet: what the home lists.
    sql`update app_user set client_id = case when id % 1000 = 0 then null else client_id end, enabled = false
      where id % 200 = 0 and type = 'cliente'`,
    sql`insert into sales_order (erp_number, user_id, client_id, business_name, address_id, address, sale_condition,
        total, line_count, channel, created_by, created_at)
      select n, p.user_id, coalesce(u.client_id, -1), p.business_name, 0, 'Calle ' || n, 1,
        (n::bigint * 7919 % 500000 + 10000), ${LINES_AN_ORDER}::int, 'web', p.user_id,
        now() - (${orders}::int - n) * ${ORDERS_TAKE / orders}::float8 * interval '1 minute'
      from generate_series(1, ${orders}::int) as n
      join person p on p.nr = n * 7919::bigint % (select count(*) from person)
      join app_user u on u.id = p.user_id order by n`,
    sql`insert into sales_order_line (order_id, article_id, code, description, list_price, discount, unit_price,
        multiple, quantity, created_by, channel)
      select o.id, (o.id::bigint * 31 + nth * 997) % ${articles}::int + 1, 'A' || o.id, 'Artículo ' || nth, 120000, 0, 120000,
        1, nth * 6, o.created_by, 'web'
      from sales_order o, generate_series(1, ${LINES_AN_ORDER}::int) as nth`,
    sql`select setval('own_order_number', ${orders}::int)`,
    sql`insert into change_batch (at, user_id, kind, row_count)
      select now() - nr * interval '5 days', (select max(user_id) from person) - nr % ${STAFF}::int, 'choice',
        ${ROWS_A_BATCH}::int
      from generate_series(1, ${BATCHES}::int) as nr`,
    sql`insert into audit (at, user_id, action, entity, entity_id, before, after, batch_id)
      select b.at, b.user_id, 'update', 'product', n::text, '{"discount": 0}', '{"discount": 1000}', b.id
      from change_batch b, generate_series(1, ${ROWS_A_BATCH}::int) as n`,
    sql`insert into audit (at, user_id, action, entity, entity_id, before, after)
      select now() - n * ${CHANGE_EVERY}::int * interval '1 second',
        case when n % 50 = 0 then null else (select max(user_id) from person) - n % ${STAFF}::int end,
        (array['update', 'update', 'update', 'create', 'profile', 'reorder'])[n % 6 + 1],
        (array['product', 'user', 'product', 'media', 'client', 'setting', 'product'])[n % 7 + 1],
        (n::bigint * 7919 % ${articles}::int + 1)::text,
        jsonb_build_object('discount', n % 100 * 100), jsonb_build_object('discount', n % 90 * 100)
      from generate_series(1, ${CHANGES - BATCHES * ROWS_A_BATCH}::int) as n`,
    sql`insert into cart_line (user_id, client_id, article_id, quantity, shown_price, channel, created_by, created_at)
      select p.user_id, coalesce(u.client_id, -1), (p.nr * 31 + nth * 997) % ${articles}::int + 1, nth * 6, 120000,
        'web', p.user_id, now() - p.nr % 60 * interval '1 day'
      from person p join app_user u on u.id = p.user_id, generate_series(1, ${LINES_A_CART}::int) as nth
      where p.nr < ${CARTS}::int`,
    sql`insert into missed_search (day, text, count)
      select current_date - day, 'no existe ' || n, n % 9 + 1
      from generate_series(0, 59) as day, generate_series(1, 100) as n`,
    sql`drop table person`,
    sql`reset statement_timeout`,
    sql`vacuum (analyze)`,
  ]
  await kysely.connection().execute(async (connection) => {
    for (const statement of statements) await statement.execute(connection)
  })
}
