/** For whom a toy is: its ages in months, its licence and gender, as the ERP may tell them (R367). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table article
        add column age_from integer check (age_from >= 0),
        add column age_to integer check (age_to >= 0),
        add column licence text not null default '',
        add column gender text not null default ''`,
    )
    .execute(db)
}
