/** SQL of the feed's files that are read in another way than by the key of an import: the tree, and accounts. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

type Records = readonly Readonly<Record<string, unknown>>[]

const PAGE = 2000

/** Listings in the order of the tree: an import gives brands and categories their places in the order of their appearance. */
export async function* listingsInOrder(t: Queryable): AsyncGenerator<Records> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await sql<Record<string, unknown>>`
      select a.code as "articleCode", coalesce(b.name, '') as brand, coalesce(c.name, '') as category,
        coalesce(s.name, '') as subcategory, l.position, l.discount, l.promo, l.future, l.hint, l.active
      from listing l join article a on a.id = l.article_id and a.from_erp
        left join brand b on b.id = l.brand_id
        left join category c on c.id = l.category_id
        left join category s on s.id = l.subcategory_id
      order by b.position nulls last, b.id, c.position, c.id, s.position, s.id, l.position, l.article_id
      limit ${PAGE}::int offset ${offset}::int`.execute(t)
    yield rows
    if (rows.length < PAGE) return
  }
}

/** What clients of the ERP owe. */
export async function* accountsInOrder(t: Queryable): AsyncGenerator<Records> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select x.client_id as id, x.at, x.balance, x.credit_limit as "limit"
      from client_account x join client on client.id = x.client_id and client.from_erp
      where x.client_id > ${after}::int order by x.client_id limit ${PAGE}::int`.execute(t)
    yield rows
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return
  }
}

/** The bills of clients of the ERP. */
export async function* billsInOrder(t: Queryable): AsyncGenerator<Records> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; place: number }>`
      select x.erp_id as id, x.id as place, x.client_id as "clientId", x.at, x.kind, x.number, x.day,
        x.due_day as "dueDay", x.amount, x.balance
      from client_bill x join client on client.id = x.client_id and client.from_erp
      where x.id > ${after}::int order by x.id limit ${PAGE}::int`.execute(t)
    yield rows
    after = rows.at(-1)?.place ?? after
    if (rows.length < PAGE) return
  }
}
