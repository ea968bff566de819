/** Documents that an instance made and left in the bucket for the others. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table made_document (
    key text primary key,
    file text not null,
    bytes bigint not null,
    articles integer not null,
    made_at timestamptz not null default now()
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
