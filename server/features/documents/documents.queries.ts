/** SQL of documents: whom a cart is for. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

export interface Recipient {
  name: string
  /** Digits; '' when there is none. */
  cuit: string
}

export function findClient(db: Queryable, clientId: number): Promise<Recipient | undefined> {
  return db
    .selectFrom('client')
    .select(['business_name as name', 'cuit'])
    .where('id', '=', clientId)
    .executeTakeFirst()
}

export function findUser(db: Queryable, userId: number): Promise<Recipient | undefined> {
  return db
    .selectFrom('app_user')
    .select([
      sql<string>`coalesce(nullif(business_name, ''), trim(first_name || ' ' || last_name))`.as('name'),
      'cuit',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
}
