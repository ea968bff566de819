/**
 * Who agreed to be told of orders by message (R393): to which number, in the provider's form, and since when. A row that is gone is
 * a consent that was taken back.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table message_consent (
    user_id integer primary key references app_user (id),
    phone text not null,
    agreed_at timestamptz not null default now()
  )`.execute(db)
}
