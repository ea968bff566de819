/** The audit log: who changed what, when, from what to what. Written in the transaction of the change. */
import type { Queryable } from '../../db/open.ts'
import { insertAudit } from './audit.queries.ts'

export interface AuditEntry {
  /** Who did it; null for what the program does by itself or a visitor did. */
  userId: number | null
  action: string
  entity: string
  entityId: number | string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Columns whose content no log may hold; that they changed is told all the same. */
const SECRET = new Set(['password_hash', 'code_hash'])

const visible = (row: Record<string, unknown> | null | undefined): string | null =>
  row ? JSON.stringify(row, (key, value) => (SECRET.has(key) ? '[secret]' : value)) : null

/** Records one change. */
export async function audit(t: Queryable, entry: AuditEntry): Promise<void> {
  await insertAudit(t, {
    user_id: entry.userId,
    action: entry.action,
    entity: entry.entity,
    entity_id: String(entry.entityId),
    before: visible(entry.before),
    after: visible(entry.after),
  })
}
