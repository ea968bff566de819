/**
 * The sale condition that an order was asked with, −1 for the client's own: an Idempotency-Key answers its order only to
 * the same request (R22), and the condition in force says no more whether it was named. Null: an order of before.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sales_order add column asked_condition integer').execute(db)
}
