/** SQL of ERP clients and their waiting carts, for staff. */

import { sql } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import type { Address } from '../../../contract/users.ts'
import { branchName } from '../../db/branch-name.ts'
import { hasWord, type SellerScope } from '../../db/chosen-clients.ts'
import { cuitColumn } from '../../db/cuit.ts'
import { escapeLike } from '../../db/like.ts'
import { offersOfLines, priceOfLine } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { orderTermsOfClient } from '../../db/order-rules.ts'

const columns = [
  'id',
  'code',
  'business_name as businessName',
  'contact_name as name',
  'cuit',
  'sale_condition as condition',
] as const

const clients = (db: Queryable, seller: SellerScope) => {
  const all = db.selectFrom('client').select(columns)
  return seller === undefined ? all : all.where('seller_id', '=', seller)
}

/** Active clients by name. */
export function listClients(db: Queryable, seller: SellerScope) {
  return clients(db, seller).where('active', '=', true).orderBy(sql`search_text collate "C"`).orderBy('id').execute()
}

/** Active clients by name with the addresses that their orders may go to, and where the last one went. */
export function listClientsWithAddresses(db: Queryable, seller: SellerScope) {
  const address = sql`json_build_object('id', a.id, 'street', a.street, 'locality', a.locality,
    'provinceId', a.province_id, 'postalCode', a.postal_code, 'carrier', coalesce(carrier.name, ''), 'name', ${branchName('a')})`
  return clients(db, seller)
    .select([
      sql<Address[]>`(select coalesce(json_agg(${address} order by a.id), '[]')
        from client_address a left join carrier on carrier.id = a.carrier_id
        where a.client_id = client.id and a.active)`.as('addresses'),
      sql<number | null>`(select o.address_id from sales_order o
        where o.client_id = client.id order by o.id desc limit 1)`.as('lastAddressId'),
      orderTermsOfClient('client').as('orderTerms'),
    ])
    .where('active', '=', true)
    .orderBy(sql`search_text collate "C"`)
    .orderBy('id')
    .execute()
}

/**
 * Active clients in which every word is found, in one of its forms; all active clients for no word. The client with
 * the code comes first, then clients that have words beginning with each of those asked for, then the others. Within
 * each group the recent ones come first, the others by name.
 * @param userId Whose cart lines are counted
 */
export function findClients(
  db: Queryable,
  seller: SellerScope,
  words: readonly (readonly string[])[],
  code: string,
  { limit, offset, recent, userId }: { limit: number; offset: number; recent: readonly number[]; userId: number },
) {
  let query = clients(db, seller)
    .select([
      sql<string>`coalesce((select a.locality from client_address a
        where a.client_id = client.id and a.active order by a.id limit 1), '')`.as('locality'),
      sql<number>`(select count(*)::int from cart_line line
        where line.user_id = ${userId} and line.client_id = client.id)`.as('cartLines'),
    ])
    .where('active', '=', true)
  for (const forms of words) {
    query = query.where((is) => is.or(forms.map((form) => hasWord(is, form))))
  }
  const beginnings = words.map((forms) => {
    const patterns = forms.map((form) => `% ${escapeLike(form)}%`)
    return sql`(' ' || search_text) like any(${patterns}::text[])`
  })
  return query
    .orderBy(sql`(lower(code) = ${code}) desc`)
    .$if(beginnings.length > 0, (found) => found.orderBy(sql`(${sql.join(beginnings, sql` and `)}) desc`))
    .orderBy(sql`array_position(${recent}::int[], id)`)
    .orderBy(sql`search_text collate "C"`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findClient(db: Queryable, clientId: number) {
  return clients(db, undefined).where('id', '=', clientId).executeTakeFirst()
}

/** The client with a code, in any case of letters. */
export function findClientByCode(db: Queryable, seller: SellerScope, code: string) {
  return clients(db, seller).where(sql`lower(code)`, '=', code.toLowerCase()).executeTakeFirst()
}

export async function findZone(db: Queryable, clientId: number): Promise<number | null> {
  const row = await db.selectFrom('client').select('zone_id').where('id', '=', clientId).executeTakeFirst()
  return row?.zone_id ?? null
}

/** The seller that a user is, null for none; undefined when there is no such user. */
export function findSellerOfUser(db: Queryable, userId: number) {
  return db.selectFrom('app_user').select('seller_id').where('id', '=', userId).executeTakeFirst()
}

/**
 * Carts with lines, the last touched first. The total is reckoned as in contract/rules.ts, on integers,
 * over the lines that can be ordered: the cart shows the same. A cart without an ERP client is its user's own and belongs
 * to no seller.
 */
export function listPendingCarts(db: Queryable, seller: SellerScope) {
  const carts = db
    .selectFrom('cart_line as line')
    .innerJoinLateral(offersOfLines(db), (join) => join.onTrue())
    .select(['line.user_id', 'line.client_id'])
    .select([
      sql<number>`coalesce(sum(${priceOfLine} * line.quantity) filter (where offer.sold), 0)::bigint`.as('total'),
      sql<number>`count(*)::int`.as('lineCount'),
      sql<string>`max(line.updated_at)`.as('updatedAt'),
      sql<number>`floor(extract(epoch from now() - min(line.created_at)) / 86400)::int`.as('days'),
    ])
    .groupBy(['line.user_id', 'line.client_id'])
  const rows = db
    .selectFrom(carts.as('cart'))
    .innerJoin('app_user as u', 'u.id', 'cart.user_id')
    .leftJoin('client as c', 'c.id', 'cart.client_id')
    .leftJoin('seller as s', 's.id', 'c.seller_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('app_user')
          .select(['phone', 'mobile'])
          .whereRef('app_user.client_id', '=', 'cart.client_id')
          .where('app_user.type', 'in', clientTypes)
          // A client who fills the own cart has an own telephone.
          .where('u.type', 'not in', clientTypes)
          .orderBy('app_user.active', 'desc')
          .orderBy('app_user.id')
          .limit(1)
          .as('own'),
      (join) => join.onTrue(),
    )
    .select([
      'cart.days',
      'u.type as holderType',
      sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.business_name)`.as('holder'),
      sql<string>`case when u.type = any(${clientTypes}) then u.phone else coalesce(own.phone, '') end`.as('phone'),
      sql<string>`case when u.type = any(${clientTypes}) then u.mobile else coalesce(own.mobile, '') end`.as('mobile'),
      'cart.user_id as userId',
      'cart.client_id as clientId',
      'cart.total',
      'cart.lineCount',
      'cart.updatedAt',
      sql<string>`coalesce(c.business_name, nullif(u.business_name, ''), trim(u.first_name || ' ' || u.last_name))`.as(
        'businessName',
      ),
      sql<string>`case when u.type = any(${clientTypes}) or c.id is null then u.email else c.email end`.as('email'),
      sql<string>`coalesce(nullif(c.cuit, ''), ${cuitColumn('u.cuit')})`.as('cuit'),
      sql<string>`coalesce(s.name, '')`.as('seller'),
    ])
    .orderBy('cart.updatedAt', 'desc')
    .orderBy('cart.user_id')
    .orderBy('cart.client_id')
  return (seller === undefined ? rows : rows.where('c.seller_id', '=', seller)).execute()
}
