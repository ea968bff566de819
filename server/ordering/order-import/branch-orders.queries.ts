/** SQL of orders by branches: a client's branches, what it took, and the orders of an idempotency key. */
import { sql } from 'kysely'
import { branchName } from '../../db/branch-name.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason } from '../../db/order-rows.ts'
import { leastOfClient } from '../../db/order-rules.ts'
import { isPastPurchase } from '../../db/past-orders.ts'

/** Active addresses of a client, by id, with the names that its people and the ERP gave them. */
export function findBranches(db: Queryable, clientId: number) {
  return db
    .selectFrom('client_address as a')
    .select(['id', 'street', 'locality', 'postal_code as postalCode', 'province_id as provinceId'])
    .select(['a.name as erpName', 'a.own_name as ownName', branchName('a').as('name')])
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
}

/** Cents that an order of the client comes to at least (R361); null: no least. */
export async function findLeast(db: Queryable, clientId: number): Promise<number | null> {
  const row = await db
    .selectFrom('client')
    .select(leastOfClient('client').as('least'))
    .where('id', '=', clientId)
    .executeTakeFirst()
  return row?.least ?? null
}

/** Articles on sale that the client ordered within a year, also in the past (R398), those of most orders first. */
export function listOftenTaken(db: Queryable, clientId: number, limit: number) {
  const taken = sql<{ articleId: number }>`(
    select line.article_id as "articleId"
    from sales_order o join sales_order_line line on line.order_id = o.id
    where o.client_id = ${clientId}::int and o.created_at > now() - interval '1 year'
    union all
    select article.id
    from past_order p join past_order_line line on line.past_id = p.id join article on article.code = line.code
    where p.client_id = ${clientId}::int and p.at > now() - interval '1 year' and ${isPastPurchase}
      and line.quantity > 0)`.as('taken')
  return db
    .selectFrom(taken)
    .innerJoin(offers(db, clientId), (join) => join.onRef('offer.articleId', '=', 'taken.articleId'))
    .select(['offer.code', 'offer.description'])
    .where('offer.sold', '=', true)
    .groupBy(['offer.articleId', 'offer.code', 'offer.description'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('offer.code')
    .limit(limit)
    .execute()
}

/** The orders that a user's key has made, one for each branch, by id. */
export function findMadeByKey(t: Queryable, userId: number, key: string) {
  return t
    .selectFrom('sales_order as o')
    .select(['o.id', 'o.client_id as clientId', 'o.address_id as addressId', 'o.note', 'o.erp_number as erpNumber'])
    .select(['o.total', 'o.line_count as lineCount', 'o.asked_condition as askedCondition'])
    .select(heldReason.as('held'))
    .where('o.user_id', '=', userId)
    .where(sql<boolean>`starts_with(o.idempotency_key, ${`${key} `})`)
    .orderBy('o.id')
    .execute()
}

/** The lines of orders as they were asked for. */
export function listLinesOf(t: Queryable, orderIds: readonly number[]) {
  return t
    .selectFrom('sales_order_line')
    .select(['order_id as orderId', 'article_id as articleId', 'unit_price as unitPrice', 'quantity', 'note'])
    .where(sql<boolean>`order_id = any(${orderIds}::int[])`)
    .execute()
}
