/** Searches that found nothing, without who asked; and the records of the log by the first part of their id. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // An id of two parts ('12/3', a photo of article 12) belongs to the record of the first.
  `create index audit_record on audit (entity, split_part(entity_id, '/', 1))`,
  `create table missed_search (
    day date not null,
    text text not null,
    count integer not null check (count > 0),
    primary key (day, text)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
