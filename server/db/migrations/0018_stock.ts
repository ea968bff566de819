/** What a feed may tell of an article besides (R39), and whether the catalogue is to be told of an import that runs. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table article
    add column ean text not null default '',
    add column weight integer check (weight >= 0),
    add column stock integer check (stock >= 0),
    add column arrives_on date`,
  `alter table catalogue_version add column due boolean not null default false`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
