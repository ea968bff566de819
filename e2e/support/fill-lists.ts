/** Gives the demo shop other lists of prices than its own, as an ERP's feed would. */
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/open.ts'

/** In cents, of the article below. */
export const PRICES = { base: 33_277_50, inland: 30_000_00, next: 35_000_00, own: 25_000_00 } as const
export const ARTICLE = 'BL20015'

/**
 * Two lists and one out of use; the demo's first client buys by 'Interior', with a bonus and prices of its own. No process may
 * have the database open.
 */
export async function fillLists(dataDir: string, { secondBuysByInterior = false } = {}): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    const run = (statement: string) => sql.raw(statement).execute(db.kysely)
    const article = `(select id from article where code = '${ARTICLE}')`
    for (const statement of [
      'update client set list_id = null',
      ...['client_price', 'list_price', 'price_list'].map((table) => `delete from ${table}`),
      `insert into price_list (id, name, active) values (10, 'Interior', true), (20, 'Grandes clientes', true), (30, 'Anterior', false)`,
      `insert into list_price (id, list_id, article_id, list_price)
        select '10-' || article_id, 10, article_id, list_price * 9 / 10 from price where article_id % 2 = 0`,
      `insert into list_price (id, list_id, article_id, list_price) values ('10-x', 10, ${article}, ${PRICES.inland})
        on conflict (list_id, article_id, since) do update set list_price = excluded.list_price`,
      `insert into list_price (id, list_id, article_id, since, list_price)
        values ('10-y', 10, ${article}, '2099-11-30T03:00:00Z', ${PRICES.next})`,
      `insert into price_step (id, article_id, list_id, units, percent) values (900010, ${article}, 10, 240, 1500)`,
      `insert into client_price (id, client_id, article_id, since, until, list_price)
        values ('1-x', 1, ${article}, '2026-01-01T03:00:00Z', '2099-12-01T03:00:00Z', ${PRICES.own})`,
      `insert into client_price (id, client_id, article_id, list_price, with_discount)
        select '1-' || id, 1, id, 1234500, id % 3 = 0 from article where active and code <> '${ARTICLE}' order by code limit 30`,
      `update client set list_id = 10, bonus = 550 where id = 1`,
      ...(secondBuysByInterior ? ['update client set list_id = 10 where id = 2'] : []),
    ])
      await run(statement)
  } finally {
    await db.close()
  }
}
