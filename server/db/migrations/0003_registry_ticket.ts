/** The tax authority's login ticket, which all instances share: it gives out only one at a time. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // One row a service, environment and certificate. `claimed_by` is who is fetching a ticket right now,
  // until `claimed_until`; without `claimed_by` it is a pause in which nobody asks.
  `create table registry_ticket (
    key text primary key,
    token text,
    sign text,
    expires_at timestamptz,
    claimed_by text,
    claimed_until timestamptz
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
