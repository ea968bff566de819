/**
 * Orders that are held (R390): since when and why, and who let them go, null for the account itself. The version before sends none of
 * them: it asks for the ERP's state, which a held order lacks until it is let go.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table sales_order
    add column held_at timestamptz,
    add column held_reason text,
    add column let_go_at timestamptz,
    add column let_go_by integer references app_user (id),
    add column let_go_reason text`,
  `create index sales_order_held on sales_order (client_id, id)
    where held_at is not null and let_go_at is null and withdrawn_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
