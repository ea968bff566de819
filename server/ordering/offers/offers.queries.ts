/** SQL of orders that are sent to be accepted by link (R387, R388). */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { OfferedOrderState, OfferState, SentOffer } from '../../../contract/offers.ts'
import { staffTypes, type UserType } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason, userName } from '../../db/order-rows.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertOffer(t: Queryable, offer: Insertable<Tables['offer']>): Promise<number> {
  const { id } = await t.insertInto('offer').values(offer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether `same` was made of what `offer` was: of one cart put aside, or as one quotation. */
const isSame = sql<boolean>`(same.client_id = offer.client_id
  and (same.id = offer.id or same.list_id = offer.list_id or same.quotation = offer.quotation))`

/**
 * The order that an offer became, by whichever of the links to the same: what was sent twice is ordered once (R388). A quotation that
 * is sent again after it was ordered may be ordered again.
 */
const orderId = sql<number | null>`coalesce(offer.order_id, (select min(same.order_id) from offer same where ${isSame}
  and same.decided_at > (select made_at from shared_link where opens = 'offer' and opens_id = offer.id)))`
const state = sql<OfferState>`case when ${orderId} is not null then 'accepted' else offer.state end`

/** What became of the order, as far as whoever has the link is told; null where there is none. */
const orderState = sql<OfferedOrderState | null>`case when o.id is null then null
  when o.withdrawn_at is not null or o.course_state in ('cancelled', 'refused') then 'cancelled'
  when ${heldReason} is not null then 'held' else 'made' end`

/** Locks an offer and all that were made of the same: of two that are accepted at once, the second finds the order of the first. */
export async function lockSame(t: Queryable, id: number): Promise<void> {
  await sql`select from offer same join offer on offer.id = ${id} where ${isSame}
    order by same.id for update of same`.execute(t)
}

/** An offer with who sent it and the order that it became. */
export const findOffer = (db: Queryable, id: number) =>
  db
    .selectFrom('offer')
    .innerJoin('app_user as maker', 'maker.id', 'offer.user_id')
    .leftJoin('sales_order as o', (join) => join.on('o.id', '=', orderId))
    .select([
      'offer.id',
      'offer.client_id as clientId',
      'offer.user_id as userId',
      'offer.list_id as listId',
      'offer.quotation',
      'offer.address_id as addressId',
      'offer.note',
      'offer.lines',
      state.as('state'),
      'o.id as orderId',
      orderState.as('orderState'),
      'o.erp_number as erpNumber',
      // Who takes it up or deletes it withdraws the link (R387), but an instance of the version before does not (R303).
      sql<boolean>`offer.list_id is not null and not exists (select from saved_list where id = offer.list_id)`.as(
        'isListGone',
      ),
      userName('maker').as('seller'),
    ])
    .where('offer.id', '=', id)
    .executeTakeFirst()

export type StoredOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/** Stores what the client answered. */
export async function decideOffer(
  t: Queryable,
  id: number,
  decision: Pick<Updateable<Tables['offer']>, 'state' | 'word' | 'order_id'>,
): Promise<void> {
  await t
    .updateTable('offer')
    // By the database's clock, as links are dated: the two are compared.
    .set({ ...decision, decided_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Somebody of the staff who may order for a client now; undefined for anybody who may not, or not any more. */
export async function findSellerFor(t: Queryable, userId: number, clientId: number) {
  const user = await t
    .selectFrom('app_user as u')
    .innerJoin('client as c', (join) => join.on('c.id', '=', clientId))
    .select(['u.id', 'u.type', 'u.first_name', 'u.business_name', 'u.seller_id', 'c.seller_id as clientSellerId'])
    .where('u.id', '=', userId)
    .where('u.type', 'in', staffTypes as UserType[])
    .where('u.enabled', '=', true)
    .where('u.active', '=', true)
    .executeTakeFirst()
  return user
}

/** The offers for a client, the last first. */
export async function listOffers(db: Queryable, clientId: number): Promise<SentOffer[]> {
  return db
    .selectFrom('offer')
    .innerJoin('app_user as maker', 'maker.id', 'offer.user_id')
    .innerJoin('shared_link as link', (join) =>
      join.on('link.opens', '=', 'offer').onRef('link.opens_id', '=', 'offer.id'),
    )
    .leftJoin('sales_order as o', (join) => join.on('o.id', '=', orderId))
    .select([
      'offer.id',
      state.as('state'),
      sql<number | null>`case when link.withdrawn_at is null and link.used_at is null and link.ends_at > now()
        and ${orderId} is null then link.id end`.as('linkId'),
      'offer.list_id as listId',
      'offer.quotation',
      userName('maker').as('madeBy'),
      'link.made_at as madeAt',
      'link.ends_at as until',
      'offer.decided_at as decidedAt',
      'offer.word',
      'o.id as orderId',
      'o.erp_number as erpNumber',
    ])
    .where('offer.client_id', '=', clientId)
    .orderBy('offer.id', 'desc')
    .limit(50)
    .execute()
}

/** What the mail to who sent an offer tells; undefined where nobody is to be told. */
export const findOfferToMail = (db: Queryable, id: number) =>
  db
    .selectFrom('offer')
    .innerJoin('app_user as maker', 'maker.id', 'offer.user_id')
    .innerJoin('client', 'client.id', 'offer.client_id')
    .leftJoin('sales_order as o', 'o.id', 'offer.order_id')
    .select([
      'offer.state',
      'offer.word',
      'offer.quotation',
      'offer.order_id as orderId',
      'o.erp_number as erpNumber',
      'o.total',
      heldReason.as('held'),
      'client.business_name as client',
      'maker.email as to',
      userName('maker').as('name'),
    ])
    .where('offer.id', '=', id)
    .where('maker.enabled', '=', true)
    .where('maker.active', '=', true)
    .executeTakeFirst()
