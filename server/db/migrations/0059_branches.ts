/**
 * Names of a client's delivery addresses, its branches (R378): the ERP's, and the one that the client's people gave, which goes
 * before it. A feed without the column leaves both as they are.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table client_address
    add column name text not null default '',
    add column own_name text not null default ''`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
