/** SQL that tells what people added to the demo shop, and that empties a shop. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** The keys of the demo's own rows; people cannot change them. */
export interface DemoKeys {
  readonly cuits: readonly string[]
  /** Of users without a CUIT. */
  readonly emails: readonly string[]
  readonly articleIds: readonly number[]
  readonly clientIds: readonly number[]
  readonly erpNumbers: readonly number[]
}

/** The data that people, or an ERP, brought into the demo shop. */
export interface AddedToDemo {
  readonly users: readonly { name: string; cuit: string }[]
  readonly orderNumbers: readonly number[]
  readonly articles: number
  readonly clients: number
  /** Entries of the audit: the changes that people made. */
  readonly changes: number
}

/** The data in the shop that the demo did not make. */
export async function findAdded(db: Queryable, demo: DemoKeys): Promise<AddedToDemo> {
  const users = await db
    .selectFrom('app_user')
    .select(['cuit', sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), business_name)`.as('name')])
    .where(sql<boolean>`cuit <> all(${demo.cuits}::text[]) and email <> all(${demo.emails}::text[])`)
    .orderBy('id')
    .execute()
  const orders = await db
    .selectFrom('sales_order')
    .select(sql<number>`coalesce(erp_number, id)`.as('number'))
    // The demo's numbers come before those that the shop gives itself.
    .where(sql<boolean>`erp_number is null or erp_number <> all(${demo.erpNumbers}::int[])`)
    .orderBy('id')
    .execute()
  const countAdded = async (table: 'article' | 'client', ids: readonly number[]) => {
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
    articles: await countAdded('article', demo.articleIds),
    clients: await countAdded('client', demo.clientIds),
    changes,
  }
}

/**
 * Empties tables and inserts the rows that a new shop begins with. Ids go on where they were: a device that was used in
 * the old shop keeps data by the id of its user, so no user of the new shop may get the same id.
 */
export async function emptyTables(t: Transaction<Tables>, tables: readonly string[]): Promise<void> {
  const list = sql.join(tables.map((name) => sql.table(name)))
  await sql`truncate ${list} continue identity`.execute(t)
  await sql`insert into slide (slot) select generate_series(1, 10)`.execute(t)
  await sql`insert into erp_feed default values`.execute(t)
  // Customers see an order's number, so the first one of the new shop is 1.
  await sql`alter sequence own_order_number restart`.execute(t)
}
