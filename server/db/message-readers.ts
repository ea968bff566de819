/** Who is told of an order by message (R393): those of its readers who agreed, and who may still sign in. */
import { sql } from 'kysely'
import type { Queryable } from './open.ts'

/** Ids of users, a column of `sales_order` as `o`: whose order it is, and the users of its client. */
export const messageReaders = sql<number[]>`array(
  select reader.id from message_consent
    join app_user reader on reader.id = message_consent.user_id and reader.active and reader.enabled
    where reader.id = o.user_id
  union select reader.id from app_user reader
    join message_consent on message_consent.user_id = reader.id
    where o.client_id > 0 and reader.client_id = o.client_id and reader.active and reader.enabled
  order by 1)`

/** The readers of some orders who agreed to messages. */
export const readersOf = (db: Queryable, orderIds: readonly number[]) =>
  db
    .selectFrom('sales_order as o')
    .select(['o.id as orderId', messageReaders.as('userIds')])
    .where('o.id', '=', sql<number>`any(${orderIds}::int[])`)
    .execute()
