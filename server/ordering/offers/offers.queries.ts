/** SQL of orders that are sent to be accepted by link (R387, R388). */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { SentOffer } from '../../../contract/offers.ts'
import { staffTypes, type UserType } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'
import { userName } from '../../db/order-rows.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertOffer(t: Queryable, offer: Insertable<Tables['offer']>): Promise<number> {
  const { id } = await t.insertInto('offer').values(offer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** An offer with who sent it and the order that it became. */
export const findOffer = (db: Queryable, id: number) =>
  db
    .selectFrom('offer')
    .innerJoin('app_user as maker', 'maker.id', 'offer.user_id')
    .leftJoin('sales_order as o', 'o.id', 'offer.order_id')
    .select([
      'offer.id',
      'offer.client_id as clientId',
      'offer.user_id as userId',
      'offer.list_id as listId',
      'offer.quotation',
      'offer.address_id as addressId',
      'offer.note',
      'offer.lines',
      'offer.state',
      'offer.order_id as orderId',
      'o.erp_number as erpNumber',
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
    .set({ ...decision, decided_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Whether a cart that was put aside is still there. */
export async function isListThere(t: Queryable, id: number): Promise<boolean> {
  return (await t.selectFrom('saved_list').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
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
    .leftJoin('sales_order as o', 'o.id', 'offer.order_id')
    .select([
      'offer.id',
      'offer.state',
      sql<
        number | null
      >`case when link.withdrawn_at is null and link.used_at is null and link.ends_at > now() then link.id end`.as(
        'linkId',
      ),
      'offer.list_id as listId',
      'offer.quotation',
      userName('maker').as('madeBy'),
      'link.made_at as madeAt',
      'link.ends_at as until',
      'offer.decided_at as decidedAt',
      'offer.word',
      'offer.order_id as orderId',
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
      'client.business_name as client',
      'maker.email as to',
      userName('maker').as('name'),
    ])
    .where('offer.id', '=', id)
    .where('maker.enabled', '=', true)
    .where('maker.active', '=', true)
    .executeTakeFirst()
