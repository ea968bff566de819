/** The audit as a list: what stands alone in it, newest first, by whom and by what; and who needs no name in a batch. */
import { type Kysely, sql } from 'kysely'

const statements = [
  // A change of many rows is one entry of the list, so its rows stand in none of these.
  `create index audit_alone on audit (at desc, id desc) where batch_id is null`,
  `create index audit_alone_user on audit (user_id, at desc, id desc) where batch_id is null`,
  `create index audit_alone_entity on audit (entity, at desc, id desc) where batch_id is null`,
  `create index audit_alone_action on audit (action, at desc, id desc) where batch_id is null`,
  `create index change_batch_at on change_batch (at desc, id desc)`,
  // The ERP's import changes many articles at once, and is nobody.
  `alter table change_batch alter column user_id drop not null`,
  `create index job_order on job ((payload->>'orderId')) where kind = 'newOrderMail'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
