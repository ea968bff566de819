/** The audit's search: what is gone by its name, what of one kind was done, and what a change of many rows was about. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create index audit_gone on audit (entity, entity_id) where action = 'delete' and entity in ('brand', 'category')`,
  `create index audit_alone_kind on audit (entity, action, at desc, id desc) where batch_id is null`,
  `create index audit_batch_row on audit (batch_id, id) where batch_id is not null`,
  `create index audit_batch_kind on audit (batch_id, entity, action) where batch_id is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
