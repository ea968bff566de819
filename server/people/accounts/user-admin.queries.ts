/** SQL of user administration. */

import { type RawBuilder, sql } from 'kysely'
import type { UserType } from '../../../contract/roles.ts'
import type { USER_SORTS } from '../../../contract/user-admin.ts'
import type { Sort } from '../../../contract/wire.ts'
import { cuitColumn } from '../../db/cuit.ts'
import type { Queryable } from '../../db/open.ts'
import { userWords } from '../../db/user-words.ts'

type UserSort = Sort<(typeof USER_SORTS)[number]>

export interface UserFilter {
  /** Words to find in name, razón social, mail or CUIT. */
  name: string
  type: UserType | undefined
  enabled: boolean | undefined
  active: boolean | undefined
  clientInUse: boolean | undefined
}

const clientInUse = sql<boolean>`not exists (
  select from client c where c.id = app_user.client_id and not c.active)`

const rowColumns = [
  'id',
  sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
  'email',
  cuitColumn('cuit').as('cuit'),
  'business_name as businessName',
  'created_at as createdAt',
  'type',
  'enabled',
  'active',
  'verified',
  clientInUse.as('clientInUse'),
] as const

const sortColumns: Record<(typeof USER_SORTS)[number], RawBuilder<unknown>> = {
  name: sql`name_key collate "C"`,
  email: sql`email collate "C"`,
  businessName: sql`business_name_key collate "C"`,
  createdAt: sql.ref('created_at'),
}

function matching(db: Queryable, { name = '', type, enabled, active, clientInUse: inUse }: Partial<UserFilter>) {
  let query = db.selectFrom('app_user')
  for (const word of userWords(name)) query = query.where(word)
  if (type) query = query.where('type', '=', type)
  if (enabled !== undefined) query = query.where('enabled', '=', enabled)
  if (active !== undefined) query = query.where('active', '=', active)
  if (inUse !== undefined) query = query.where(clientInUse, '=', inUse)
  return query
}

/** Users in the order asked for, else the newest first. `limit` undefined: all of them. */
export function listUsers(
  db: Queryable,
  { sort = { by: 'createdAt', down: true }, ...filter }: Partial<UserFilter> & { sort?: UserSort | undefined },
  limit?: number,
  offset = 0,
) {
  const direction = sort.down ? 'desc' : 'asc'
  // The id is sorted in the same direction, as the index is.
  const query = matching(db, filter)
    .select(rowColumns)
    .orderBy(sortColumns[sort.by], direction)
    .orderBy('id', direction)
  return (limit === undefined ? query : query.limit(limit).offset(offset)).execute()
}

/** How many users match. */
export async function countUsers(db: Queryable, filter: Partial<UserFilter>): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** The user with a CUIT (eleven digits). */
export function findRowByCuit(db: Queryable, cuit: string) {
  return db.selectFrom('app_user').select(rowColumns).where('cuit', '=', cuit).executeTakeFirst()
}

/** A user as the form edits it, with the oldest of the delivery addresses. */
export function findUserWithAddress(db: Queryable, id: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin(
      (from) =>
        from
          .selectFrom('user_address')
          .select(['id', 'user_id', 'street', 'province_id', 'city', 'postal_code'])
          .where('user_id', '=', id)
          .orderBy('id')
          .limit(1)
          .as('a'),
      (join) => join.onRef('a.user_id', '=', 'u.id'),
    )
    .leftJoin('app_user as v', 'v.id', 'u.verified_by')
    .selectAll('u')
    .select(['a.id as address_id', 'a.street', 'a.province_id', 'a.city', 'a.postal_code'])
    .select(sql<string | null>`trim(v.first_name || ' ' || v.last_name)`.as('verifier'))
    .where('u.id', '=', id)
    .executeTakeFirst()
}

const selectClient = (db: Queryable, id: number) =>
  db
    .selectFrom('client')
    .select(['id', 'cuit', 'seller_id', 'sale_condition', 'bonus', 'vat_condition_id', 'zone_id', 'version'])
    .where('id', '=', id)

export const findClient = (db: Queryable, id: number) => selectClient(db, id).executeTakeFirst()
/** The client that `findClient` finds, locked for a change. */
export const lockClient = (t: Queryable, id: number) => selectClient(t, id).forUpdate().executeTakeFirst()

export async function clientHasCuit(db: Queryable, cuit: string): Promise<boolean> {
  return (await db.selectFrom('client').select('id').where('cuit', '=', cuit).executeTakeFirst()) !== undefined
}

/** The id of the active client with a CUIT; undefined where there is none, or more than one to choose from. */
export async function findClientByCuit(db: Queryable, cuit: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('client')
    .select('id')
    .where('cuit', '=', cuit)
    .where('active', '=', true)
    .limit(2)
    .execute()
  return found.length === 1 ? found[0]?.id : undefined
}

/** A client's zone, and the first of its addresses in use with its carrier. */
export function findClientPlace(db: Queryable, id: number) {
  return db
    .selectFrom('client as c')
    .leftJoin('client_address as a', (join) => join.onRef('a.client_id', '=', 'c.id').on('a.active', '=', true))
    .select([
      'c.zone_id as zoneId',
      'a.street',
      'a.locality',
      'a.province_id as provinceId',
      'a.carrier_id as carrierId',
    ])
    .where('c.id', '=', id)
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a row with this id stands in one of the ERP's lists. */
export async function exists(
  db: Queryable,
  table: 'seller' | 'zone' | 'carrier' | 'vat_condition' | 'client',
  id: number,
): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
