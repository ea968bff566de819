/** Pictures stored before there was their size for print get it, by a job that the first start with this version runs (R212). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into job (kind, payload, unique_key) select 'picturePrints', '{}', 'picturePrints'
    where exists (select from media) or exists (select from slide where file <> '')`.execute(db)
}
