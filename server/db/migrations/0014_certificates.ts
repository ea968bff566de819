/** What a certificate is of, and until when it holds; both are optional. Names are matched whatever their case. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table certificate
    add column kind text not null default '',
    add column expires_on date`,
  `create unique index certificate_name on certificate (lower(name))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
