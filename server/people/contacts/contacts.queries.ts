/** SQL of the directory of users. */

import { type RawBuilder, sql } from 'kysely'
import type { CONTACT_SORTS, Contact } from '../../../contract/contacts.ts'
import type { UserType } from '../../../contract/roles.ts'
import type { Sort } from '../../../contract/wire.ts'
import type { Queryable } from '../../db/open.ts'
import { userWords } from '../../db/user-words.ts'

export interface ContactFilter {
  text: string
  type: UserType | undefined
  sellerId: number | undefined
}

type ContactSort = Sort<(typeof CONTACT_SORTS)[number]>

/** A user's seller: that of the user's client, else the seller that the user is. */
const users = sql`app_user u left join client c on c.id = u.client_id`
const sellerId = sql`coalesce(c.seller_id, u.seller_id)`

const orders: Record<ContactSort['by'], RawBuilder<unknown>> = {
  businessName: sql`u.business_name_key collate "C"`,
  name: sql`u.name_key collate "C"`,
  email: sql`u.email collate "C"`,
  // The few sellers are numbered by name first, so that users are sorted by a number and not by text.
  seller: sql`coalesce(p.place, 0)`,
}

/** An erased account is nobody any more (Ley 25.326). */
function conditionOf({ text, type, sellerId: wantedSellerId }: ContactFilter) {
  const conditions = [sql`u.cuit not like 'borrado-%'`, ...userWords(text, sql.ref('u.search_text'))]
  if (type) conditions.push(sql`u.type = ${type}`)
  if (wantedSellerId !== undefined) conditions.push(sql`${sellerId} = ${wantedSellerId}`)
  return sql.join(conditions, sql` and `)
}

/** The contact data of users who match, in the order asked for. `limit` undefined: all of them. */
export async function listContacts(
  db: Queryable,
  filter: ContactFilter,
  { by, down }: ContactSort = { by: 'businessName', down: false },
  limit?: number,
  offset = 0,
): Promise<Contact[]> {
  const direction = down ? sql`desc` : sql`asc`
  const order = sql`${orders[by]} ${direction}, u.id ${direction}`
  const page = limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`
  const { rows } = await sql<Contact>`
    with seller_places as (
      select id, row_number() over (order by lower(name) collate "C", id) as place from seller
    ), found as (
      select u.id, row_number() over () as place
      from (
        select u.id from ${users} left join seller_places p on p.id = ${sellerId}
        where ${conditionOf(filter)} order by ${order} ${page}
      ) u
    )
    select u.id, u.business_name as "businessName", btrim(u.first_name || ' ' || u.last_name) as name, u.email,
      u.phone, u.mobile, coalesce(s.name, '') as seller, u.type, u.active
    from found join ${users} on u.id = found.id left join seller s on s.id = ${sellerId}
    order by found.place`.execute(db)
  return rows
}

/** How many users match. */
export async function countContacts(db: Queryable, filter: ContactFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${users} where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}
