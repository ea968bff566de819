/** SQL of order import: clients, addresses and earlier orders by the CUITs and numbers of a file. */
import { sql } from 'kysely'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason } from '../../db/order-rows.ts'
import { leastOfClient } from '../../db/order-rules.ts'

/** Clients with one of the CUITs (digits), those in use first; only those of `seller`: null finds none, undefined all. */
export function findClientsByCuit(db: Queryable, cuits: readonly string[], seller: number | null | undefined) {
  const all = db
    .selectFrom('client')
    .select(['id', 'cuit', 'business_name as businessName', 'sale_condition as condition', 'active as inUse'])
    .select(leastOfClient('client').as('least'))
    .where(sql<boolean>`cuit = any(${cuits}::text[])`)
    .orderBy('active', 'desc')
    .orderBy('id')
  return (seller === undefined ? all : all.where('seller_id', '=', seller)).execute()
}

/** Active delivery addresses of clients, by id. */
export function findAddresses(db: Queryable, clientIds: readonly number[]) {
  return db
    .selectFrom('client_address')
    .select([
      'id',
      'client_id as clientId',
      'street',
      'locality',
      'postal_code as postalCode',
      'province_id as provinceId',
    ])
    .where(sql<boolean>`client_id = any(${clientIds}::int[])`)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
}

/** The last order that was imported with each of these CUITs and numbers. */
export function findImported(db: Queryable, cuits: readonly string[], numbers: readonly string[]) {
  return db
    .selectFrom('sales_order')
    .select(['id', 'import_cuit as cuit', 'import_number as number', 'import_copy as copy'])
    .distinctOn(['import_cuit', 'import_number'])
    .where('import_number', 'is not', null)
    .where(sql<boolean>`import_cuit = any(${cuits}::text[])`)
    .where(sql<boolean>`import_number = any(${numbers}::text[])`)
    .orderBy('import_cuit')
    .orderBy('import_number')
    .orderBy('import_copy', 'desc')
    .execute()
}

/** The articles of all orders that were imported with these CUITs and numbers. */
export function findImportedArticles(db: Queryable, cuits: readonly string[], numbers: readonly string[]) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_line as line', 'line.order_id', 'o.id')
    .select(['o.import_cuit as cuit', 'o.import_number as number', 'line.article_id as articleId'])
    .distinct()
    .where('o.import_number', 'is not', null)
    .where(sql<boolean>`o.import_cuit = any(${cuits}::text[])`)
    .where(sql<boolean>`o.import_number = any(${numbers}::text[])`)
    .execute()
}

/** The orders that idempotency keys of this user have already made. */
export function findMade(db: Queryable, userId: number, keys: readonly string[]) {
  return db
    .selectFrom('sales_order as o')
    .select(['o.id', 'o.erp_number as erpNumber', 'o.total', 'o.line_count as lineCount', 'o.idempotency_key as key'])
    .select(heldReason.as('held'))
    .where('o.user_id', '=', userId)
    .where(sql<boolean>`o.idempotency_key = any(${keys}::text[])`)
    .execute()
}

/** Locks names until the transaction ends. They are locked in one order, so that no two callers deadlock. */
export async function lockNames(t: Queryable, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select name from unnest(${names}::text[]) as given (name) order by name collate "C") as sorted`.execute(t)
}

/** A client and two articles that an example file can show. */
export async function findExample(db: Queryable, seller: number | null | undefined) {
  const clients = db.selectFrom('client').select('cuit').where('active', '=', true).where('cuit', '<>', '')
  const client = await (seller === undefined ? clients : clients.where('seller_id', '=', seller))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const articles = await db
    .selectFrom(offers(db, 'base'))
    .select(['code', 'multiple'])
    .where('sold', '=', true)
    .orderBy('articleId')
    .limit(2)
    .execute()
  return { cuit: client?.cuit, articles }
}
