/** SQL that tells what people added to the demo shop, and that empties a shop. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** What the demo made, by what people cannot change of it. */
export interface DemoKeys {
  readonly cuits: readonly string[]
  readonly articleIds: readonly number[]
  readonly clientIds: readonly number[]
  readonly erpNumbers: readonly number[]
}

/** What people, or an ERP, brought into the demo shop. */
export interface AddedToDemo {
  readonly users: readonly { name: string; cuit: string }[]
  readonly orderNumbers: readonly number[]
  readonly articles: number
  readonly clients: number
  /** Entries of the audit: what people changed of what the demo made. */
  readonly changes: number
}

/** What is there beside what the demo made. */
export async function findAdded(db: Queryable, demo: DemoKeys): Promise<AddedToDemo> {
  const users = await db
    .selectFrom('app_user')
    .select([
      'cuit',
      sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), business_name)`.as('name'),
    ])
    .where(sql<boolean>`cuit <> all(${demo.cuits}::text[])`)
    .orderBy('id')
    .execute()
  const orders = await db
    .selectFrom('sales_order')
    .select(sql<number>`coalesce(erp_number, id)`.as('number'))
    // The demo's numbers come before those that the shop gives itself.
    .where(sql<boolean>`erp_number is null or erp_number <> all(${demo.erpNumbers}::int[])`)
    .orderBy('id')
    .execute()
  const others = async (table: 'article' | 'client', ids: readonly number[]) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where id <> all(${ids}::int[])`.execute(db)
    return rows[0]?.count ?? 0
  }
  const { changes } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .executeTakeFirstOrThrow()
  return {
    users,
    orderNumbers: orders.map(({ number }) => number),
    articles: await others('article', demo.articleIds),
    clients: await others('client', demo.clientIds),
    changes,
  }
}

/**
 * Empties tables and brings back what a new shop begins with. Ids go on where they were: a device that was used in the
 * shop before keeps things by the id of its user, and nobody may come by them under the same one.
 */
export async function emptyTables(t: Transaction<Tables>, tables: readonly string[]): Promise<void> {
  const list = sql.join(tables.map((name) => sql.table(name)))
  await sql`truncate ${list} continue identity`.execute(t)
  await sql`insert into slide (slot) select generate_series(1, 10)`.execute(t)
  await sql`insert into erp_feed default values`.execute(t)
  // An order's number is seen by customers: the first one of the new shop is 1.
  await sql`alter sequence own_order_number restart`.execute(t)
}
