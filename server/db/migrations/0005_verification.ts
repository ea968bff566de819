/** Who verified an account with the tax registry and when, and the registry asked again about those that wait. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // `verified_by` null: the registry answered by itself, at the registration or later.
  `alter table app_user
    add column verified_at timestamptz,
    add column verified_by integer references app_user (id)`,
  // Which accounts were verified is known, not when: those keep no date.
  `insert into job (kind, payload, unique_key)
    select 'verifyAccount', json_build_object('userId', id, 'round', 0), 'verifyAccount:' || id || ':0'
    from app_user where not verified and active`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
