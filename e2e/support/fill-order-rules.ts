/** Gives the demo shop rules of orders, as the office would (R361): amounts for all, days of deliveries for each zone. */
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/open.ts'

/** Cents. */
export const LEAST = 50_000_00
export const FREE_FROM = 80_000_00

/** No process may have the database open. */
export async function fillOrderRules(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    await sql`insert into order_rule (scope, target_id, least_amount, free_from) values ('all', null, ${LEAST}, ${FREE_FROM})`.execute(
      db.kysely,
    )
    await sql`update client set zone_id = (select min(id) from zone) where zone_id is null`.execute(db.kysely)
    await sql`insert into order_rule (scope, target_id, days) select 'zone', id, '{2,4}' from zone`.execute(db.kysely)
  } finally {
    await db.close()
  }
}
