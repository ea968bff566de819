/** What judging costs (R381): 10,000 articles, 3,000 users, 51,000 awaited articles, 3,000 watched lists of 30 lines. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabases } from '../../test/test-database.ts'
import { tellUsers } from './judge.service.ts'

/** With a plan that prices every article for every line one transaction takes a minute. */
const LONGEST_MS = 2_000

withDatabases('judging 50,000 wishes', (database) => {
  test('takes short transactions, and tells each user once', { timeout: 300_000 }, async () => {
    const { db } = database()
    // A quarter has no price, a quarter is out of stock; lists, steps and promotions as in a shop.
    const fill = [
      `insert into article (id, code, description, alias, multiple, units_per_pack, inner_pack, stock)
        select n, 'A' || n, 'Artículo ' || n, '', 1, 1, 1, case when n % 4 = 0 then 0 when n % 4 = 1 then 10 end
        from generate_series(1, 10000) n`,
      `insert into brand (name, position) select 'M' || n, n from generate_series(1, 50) n`,
      `insert into price (article_id, list_price)
        select n, case when n % 4 = 2 then 0 else 1000 + n end from generate_series(1, 10000) n`,
      `insert into listing (article_id, brand_id, discount, position, hint, promo, active)
        select n, 1 + n % 50, 0, n, '', false, true from generate_series(1, 10000) n`,
      `insert into price_list (id, name) select n, 'Lista ' || n from generate_series(1, 5) n`,
      `insert into list_price (id, list_id, article_id, list_price)
        select l || '/' || n, l, n, 900 + n from generate_series(1, 5) l, generate_series(1, 10000) n where n % 4 <> 2`,
      `insert into price_step (id, article_id, brand_id, category_id, units, percent)
        select n, n, null, null, 24, 500 from generate_series(1, 3000) n`,
      `insert into promotion (name, percent, covers, brand_id, begins_at, ends_at)
        select 'P' || n, 500, 'brand', n, now() - interval '1 day', now() + interval '1 day' from generate_series(1, 20) n`,
      `insert into client (id, code, business_name, sale_condition, list_id)
        select n, 'C' || n, 'Cliente ' || n, 1, case when n % 2 = 0 then 1 + n % 5 end from generate_series(1, 3000) n`,
      `insert into app_user (email, cuit, password_hash, type, client_id, enabled)
        select 'u' || n || '@x.example', '3' || lpad(n::text, 10, '0'), 'x', 'cliente', n, true
        from generate_series(1, 3000) n`,
      `insert into article_wish (user_id, client_id, article_id, price_then, stock_then)
        select u.id, u.client_id, 4 * ((u.id * 37 + w * 131) % 2499 + 1) + case when w % 2 = 0 then 0 else -2 end, 0, null
        from app_user u, generate_series(1, 17) w`,
      `insert into saved_list (user_id, client_id, kind, name) select id, client_id, 'list', 'L' from app_user`,
      `insert into saved_list_line (list_id, place, article_id, quantity, note, shown_price)
        select l.id, w, 4 * ((l.id * 37 + w * 113) % 2499 + 1) - 3, 1, '', 0
        from saved_list l, generate_series(0, 29) w`,
      `insert into list_watch (user_id, list_id) select user_id, id from saved_list`,
      `analyze`,
    ]
    for (const statement of fill) await sql.raw(statement).execute(db.kysely)
    let longest = 0
    const timed: typeof db.tx = async (work) => {
      const began = performance.now()
      try {
        return await db.tx(work)
      } finally {
        longest = Math.max(longest, performance.now() - began)
      }
    }
    const judge = (day: string) => tellUsers({ ...db, tx: timed }, { now: new Date(`${day}T15:00:00Z`) })
    const isSent = () => db.kysely.updateTable('notice_mail').set({ sent_at: '2030-01-01T15:00:00Z' }).execute()
    // Each list is told once with all its prices, because none was told before.
    expect(await judge('2030-01-01')).toBe(3_000)
    await isSent()
    expect(await judge('2030-01-01')).toBe(0)
    expect(await judge('2030-01-02')).toBe(0)
    await db.kysely.updateTable('article').set({ stock: 5 }).where('stock', '=', 0).execute()
    expect(await judge('2030-01-02')).toBe(3_000)
    expect(longest).toBeLessThan(LONGEST_MS)
  })
})
