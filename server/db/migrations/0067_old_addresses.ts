/**
 * Where articles' pages were in the shop before this one (R414): the path as it is compared, and the article's code, which an
 * article keeps when the ERP gives it another id.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table old_address (path text primary key, article_code text not null)`.execute(db)
}
