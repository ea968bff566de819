/** SQL of users, their ERP clients and addresses. */

import { sql } from 'kysely'
import { adminTypes } from '../../../contract/roles.ts'
import { branchName } from '../../db/branch-name.ts'
import type { Queryable } from '../../db/open.ts'

/** Whether a client belongs to a seller. */
export async function isSellersClient(db: Queryable, sellerId: number, clientId: number): Promise<boolean> {
  const row = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a user is linked to a client of a seller. */
export async function isSellersUser(db: Queryable, sellerId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('client', 'client.id', 'app_user.client_id')
    .select('client.id')
    .where('app_user.id', '=', userId)
    .where('client.seller_id', '=', sellerId)
    .executeTakeFirst()
  return row !== undefined
}

/** ERP addresses of a client, by id. */
export function listClientAddresses(db: Queryable, clientId: number) {
  return db
    .selectFrom('client_address as a')
    .leftJoin('carrier', 'carrier.id', 'a.carrier_id')
    .select([
      'a.id',
      'a.street',
      'a.locality',
      'a.province_id as provinceId',
      'a.postal_code as postalCode',
      sql<string>`coalesce(carrier.name, '')`.as('carrier'),
      branchName('a').as('name'),
    ])
    .where('a.client_id', '=', clientId)
    .where('a.active', '=', true)
    .orderBy('a.id')
    .execute()
}

/** Addresses a user typed, by id. */
export function listUserAddresses(db: Queryable, userId: number) {
  return db
    .selectFrom('user_address')
    .select(['id', 'street', 'province_id as provinceId', 'city', 'postal_code as postalCode', 'notes'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function findUserType(db: Queryable, userId: number) {
  return db.selectFrom('app_user').select('type').where('id', '=', userId).executeTakeFirst()
}

export function findClientTerms(db: Queryable, clientId: number) {
  return db.selectFrom('client').select(['id', 'sale_condition']).where('id', '=', clientId).executeTakeFirst()
}

/** Whether an admin other than the user can sign in. All such admins are locked, so that no two leave at once. */
export async function isThereAnotherAdmin(t: Queryable, userId: number): Promise<boolean> {
  const admins = await t
    .selectFrom('app_user')
    .select('id')
    .where('type', 'in', adminTypes)
    .where('enabled', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.some(({ id }) => id !== userId)
}
