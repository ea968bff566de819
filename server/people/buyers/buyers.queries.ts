/** SQL of a client's buyers (R370, R371). */
import { sql } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import { NO_CUIT } from '../../db/cuit.ts'
import type { Queryable } from '../../db/open.ts'
import { userName } from '../../db/order-rows.ts'

/** Those of a client who may sign in, or may once they have chosen a password. */
const inUse = (db: Queryable, clientId: number) =>
  db
    .selectFrom('app_user as u')
    .where('u.client_id', '=', clientId)
    .where('u.type', 'in', clientTypes)
    .where('u.enabled', '=', true)
    .where('u.active', '=', true)

/** The client's first user: the earliest who may sign in and confirms orders. */
export const findFirst = (db: Queryable, clientId: number) =>
  inUse(db, clientId)
    .select(['u.id', userName('u').as('name')])
    .where('u.order_right', '=', 'confirm')
    .where('u.password_hash', '<>', '')
    // Who has no CUIT was invited, by this client or the one before, and comes after all who were not.
    .orderBy(sql`u.cuit like ${`${NO_CUIT}%`}`)
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()

export const findRight = (db: Queryable, userId: number) =>
  db.selectFrom('app_user').select('order_right as right').where('id', '=', userId).executeTakeFirstOrThrow()

/** A client's buyers in use, the first ones first. */
export const listBuyers = (db: Queryable, clientId: number) =>
  inUse(db, clientId)
    .select((is) => [
      'u.id',
      userName('u').as('name'),
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.order_right as right',
      sql<boolean>`u.invited_at is not null`.as('isInvited'),
      sql<string | null>`case when u.password_hash = '' then u.invited_at end`.as('waitsSince'),
      is
        .selectFrom('session as s')
        .select(sql<string | null>`max(s.last_used_at)`.as('at'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.expires_at', '>', sql<string>`now()`)
        .as('lastUsedAt'),
    ])
    .orderBy('u.id')
    .execute()

/** Locks a client's users, so that two who invite at once do not count one another out; answers how many are in use. */
export async function lockBuyers(t: Queryable, clientId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('buyers'), ${clientId}::int)`.execute(t)
  const { count } = await inUse(t, clientId).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Whose address it is already; undefined for nobody's. */
export const findByEmail = (t: Queryable, email: string) =>
  t
    .selectFrom('app_user')
    .select(['id', 'client_id', 'active', 'enabled', 'invited_at', 'ended_at'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()

/** The carrier and zone of a user, which a buyer whom that user invites begins with. */
export const findTerms = (t: Queryable, userId: number) =>
  t
    .selectFrom('app_user')
    .select(['carrier_id', 'zone_id', 'business_name', 'seller_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The mail of an invitation: who invited, and for which client. */
export const findInvitation = (db: Queryable, userId: number) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('app_user as host', 'host.id', 'u.invited_by')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .select([
      'u.email',
      'u.first_name as firstName',
      'u.active',
      'u.order_right as right',
      sql<string>`coalesce(trim(host.first_name || ' ' || host.last_name), '')`.as('host'),
      sql<string>`coalesce(c.business_name, u.business_name)`.as('client'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst()
