/** The audit log: who changed what, when, from what to what. Written in the transaction of the change. */
import * as z from 'zod/mini'
import type { AuditedEntity } from '../../contract/audit.ts'
import { changedSince } from '../../contract/versions.ts'
import type { Queryable } from '../db/open.ts'
import { conflict, notFound } from '../refusal.ts'
import {
  findLastChange,
  findLastChangeAmong,
  insertAudit,
  insertAudits,
  insertBatch,
  lockRow,
  type RecordChanges,
  type RecordEntity,
  type RecordRow,
  updateRow,
} from './audit.queries.ts'
import { hostAlone } from './web-address.rules.ts'

export interface AuditEntry {
  /** The user who did it; null for the program itself and for a visitor. */
  userId: number | null
  action: string
  entity: AuditedEntity
  entityId: number | string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** The change of many rows that the entry is part of. */
  batchId?: number
}

/** Columns whose content the log must not hold; it still tells that they changed. */
const SECRET = new Set(['password_hash', 'code_hash', 'secret'])

/** Columns whose content is kept without its secret part. */
const ADDRESS = new Set(['url'])

const visible = (row: Record<string, unknown> | null | undefined): string | null =>
  row
    ? JSON.stringify(row, (key, value) => {
        if (SECRET.has(key)) return '[secret]'
        return ADDRESS.has(key) ? hostAlone(String(value)) : value
      })
    : null

const rowOf = (entry: AuditEntry) => ({
  user_id: entry.userId,
  action: entry.action,
  entity: entry.entity,
  entity_id: String(entry.entityId),
  before: visible(entry.before),
  after: visible(entry.after),
  batch_id: entry.batchId ?? null,
})

/** Records one change. */
export const audit = (t: Queryable, entry: AuditEntry): Promise<void> => insertAudit(t, rowOf(entry))

/** Begins a change of `rows` rows that belong together; answers the `batchId` of their entries. */
export const beginBatch = (t: Queryable, userId: number | null, kind: string, rows: number): Promise<number> =>
  insertBatch(t, { user_id: userId, kind, row_count: rows })

/** Records many changes. */
export const auditAll = (t: Queryable, entries: readonly AuditEntry[]): Promise<void> =>
  insertAudits(t, entries.map(rowOf))

/** Who last changed one of these columns of any of these records; undefined when nobody did. */
export const lastChangeAmong = (
  t: Queryable,
  {
    entity,
    entityIds,
    columns,
  }: { entity: AuditedEntity; entityIds: readonly (number | string)[]; columns: readonly string[] },
) => findLastChangeAmong(t, entity, entityIds.map(String), columns)

/** A record that is about to be changed: its row is locked, and the caller says which version the caller had read. */
export interface ReadVersion {
  entity: AuditedEntity
  entityId: number | string
  stored: number
  /** What the caller sent; undefined is not checked (R41). */
  given: number | undefined
}

/**
 * Refuses to change a record that somebody else changed since it was read (R41).
 * @throws Refusal 409 whose first detail says who and when (contract/versions.ts)
 */
export async function refuseStale(t: Queryable, { entity, entityId, stored, given }: ReadVersion): Promise<void> {
  if (given === undefined || given === stored) return
  const last = await findLastChange(t, entity, String(entityId))
  const detail = { by: last?.by ?? '', at: last?.at ?? new Date().toISOString(), version: stored }
  throw conflict('Otra persona lo cambió mientras usted lo editaba', [z.encode(changedSince, detail)])
}

/**
 * Locks a record for a change and answers its row. @param given The version its caller had read; undefined is not checked
 * @throws Refusal 404 when there is none, 409 when somebody else changed it since (R41)
 */
export async function lockRecord<E extends RecordEntity>(
  t: Queryable,
  entity: E,
  id: number | string,
  given?: number,
): Promise<RecordRow<E>> {
  const row = await lockRow(t, entity, id)
  if (!row) throw notFound()
  const { version }: { version?: number } = row
  if (version !== undefined) await refuseStale(t, { entity, entityId: id, stored: version, given })
  return row
}

/** A change of one record: who makes it, and the columns that are set. */
export interface RecordChange<E extends RecordEntity>
  extends Pick<AuditEntry, 'userId' | 'batchId'>,
    Partial<Pick<AuditEntry, 'action'>> {
  entity: E
  entityId: number | string
  /** Its row as `lockRecord` answered it. */
  before: RecordRow<E>
  changes: RecordChanges<E>
}

/**
 * Changes a locked record and audits the columns that became different, with their values before and after. When none did,
 * nothing is written. Answers the row as it is stored then.
 */
export async function auditedUpdate<E extends RecordEntity>(
  t: Queryable,
  { entity, entityId, before, changes, userId, action = 'update', batchId }: RecordChange<E>,
): Promise<RecordRow<E>> {
  const stored: Record<string, unknown> = { ...before }
  const different = Object.keys(changes).filter((column) => {
    const value = (changes as Record<string, unknown>)[column]
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[column])
  })
  if (different.length === 0) return before
  const differentOf = (row: Record<string, unknown>) =>
    Object.fromEntries(different.map((column) => [column, row[column]]))
  const row = await updateRow(t, entity, entityId, differentOf(changes) as RecordChanges<E>)
  const entry = { userId, action, entity, entityId, before: differentOf(stored), after: differentOf(row) }
  await audit(t, batchId === undefined ? entry : { ...entry, batchId })
  return row
}
