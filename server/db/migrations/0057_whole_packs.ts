/** Brands that are sold by whole bultos (R364). The version before sells their articles by the ERP's multiple. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table brand add column whole_packs boolean not null default false`.execute(db)
}
