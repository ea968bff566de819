/** Prices of the base list that begin later (R353). At its beginning one becomes its article's price, and its row goes. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table price_ahead (
    article_id integer not null references article (id),
    since timestamptz not null,
    list_price bigint not null check (list_price >= 0),
    primary key (article_id, since)
  )`.execute(db)
}
