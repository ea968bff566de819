/** The audit asks each change of many rows for its first row of some kind: without the id in the index it read them all. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `drop index audit_batch_kind`,
  `create index audit_batch_kind on audit (batch_id, entity, action, id) where batch_id is not null`,
  `create index audit_batch_action on audit (batch_id, action, id) where batch_id is not null`,
  // Its column is the first of the others'.
  `drop index audit_batch`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
