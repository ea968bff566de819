/** The audit as people read it: who changed what, in their own words (R42). */
import type { AuditEntry } from '../../contract/audit.ts'
import { AUDIT_PAGE_SIZE } from '../../contract/audit.ts'
import type { Queryable } from '../db/open.ts'
import { foldText } from '../lib/search-text.ts'
import {
  type AuditFilter,
  countEntries,
  findRecords,
  listEntries,
  type RecordIds,
  type StoredEntry,
} from './audit-list.queries.ts'
import { settingWords } from './audit-words.rules.ts'
import { batchChangesOf, changesOf, idsIn, recordOf } from './changes.ts'
import { type Names, readAllNames } from './names.service.ts'

/** A page of the log, the newest first; its first entry carries how many match, at most AUDIT_COUNTED + 1. */
export async function auditPage(
  db: Queryable,
  { text, ...rest }: AuditFilter & { text: string },
  page: number,
  size = AUDIT_PAGE_SIZE,
): Promise<AuditEntry[]> {
  const records = text.trim() === '' ? undefined : await recordsCalled(db, text)
  if (records?.length === 0) return []
  const filter = { ...rest, records }
  const stored = await listEntries(db, filter, size, page * size)
  const [first, ...others] = await inWords(db, stored)
  return first ? [{ ...first, total: await countEntries(db, filter) }, ...others] : []
}

async function recordsCalled(db: Queryable, text: string): Promise<RecordIds[]> {
  const words = foldText(text).split(' ')
  const settings = Object.entries(settingWords).filter(([key, label]) =>
    words.every((word) => foldText(`${key} ${label}`).includes(word)),
  )
  return [
    ...(await findRecords(db, words.map(withoutDashes))),
    ...(settings.length > 0 ? [{ entities: ['setting'], ids: settings.map(([key]) => key) }] : []),
    ...(/^\d{1,9}$/.test(text.trim()) ? [{ entities: ['order'], ids: [text.trim()] }] : []),
  ]
}

/** A word without the dashes of a CUIT, as a CUIT is stored. */
const withoutDashes = (word: string): string => (/^\d{2}-\d{8}-\d$/.test(word) ? word.replaceAll('-', '') : word)

/** Rows of the log with names in place of ids and values as people write them. */
export async function inWords(db: Queryable, stored: readonly StoredEntry[]): Promise<AuditEntry[]> {
  const names = await readAllNames(db, idsIn(stored))
  return stored.map((entry) => ({
    key: `${entry.rows > 1 ? 'lote' : 'fila'}-${entry.id}`,
    at: entry.at,
    by: entry.userId === null ? '' : nameOfUser(names, entry.userId),
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    name: recordOf(entry, names),
    changes: entry.rows > 1 ? batchChangesOf(entry, names) : changesOf(entry, names),
    batchId: entry.batchId,
    rows: entry.rows,
    kind: entry.kind,
    undoneAt: entry.undoneAt,
  }))
}

const nameOfUser = (names: Names, id: number): string => names('app_user', id) ?? `N.º ${id}`
