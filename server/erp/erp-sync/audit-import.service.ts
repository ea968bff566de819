/** Audits what an import changed of articles and prices, so that the history of a price names the ERP. */
import type { Transaction } from 'kysely'
import { type AuditEntry, auditAll, beginBatch } from '../../audit/audit.ts'
import type { Tables } from '../../db/tables.ts'
import type { Succession } from './erp-sync.rules.ts'
import type { Columns, ErpTable, KeyedRow, RowKey, StoredRow } from './erp-sync.types.ts'

/** The kind of change of many rows that an import makes. */
export const BY_ERP = 'erp'
// Not prices of lists and of clients: their rows keep their beginnings, so they are their own history. A night's file may
// change as many for each list as the base list has.
const AUDITED_TABLES: readonly ErpTable[] = ['article', 'price']
/** Columns that change by themselves every day: auditing them would bury what people and price lists change. */
const UNAUDITED_COLUMNS: readonly string[] = ['stock', 'arrives_on']

interface ImportedRows {
  table: ErpTable
  stored: ReadonlyMap<RowKey, StoredRow>
  changed: readonly KeyedRow[]
  deactivated: readonly RowKey[]
  /** What a row that is gone from the feed was set to. */
  whenMissing: Columns
  /** Records that go on under another id. */
  successions: readonly Succession[]
}

/** Audits changed rows of articles and prices as one change of many rows; of inserted rows only those that go on for others. */
export async function auditImport(
  t: Transaction<Tables>,
  { table, stored, changed, deactivated, whenMissing, successions }: ImportedRows,
): Promise<void> {
  if (!AUDITED_TABLES.includes(table)) return
  const moved = successions.map(({ from, to }) => ({ key: to as RowKey, before: { id: from }, after: { id: to } }))
  const edited = [...changed, ...deactivated.map((key) => ({ key, columns: whenMissing }))].flatMap(
    ({ key, columns }) => {
      const before = stored.get(key)?.columns ?? {}
      const names = Object.keys(columns).filter(
        (name) => before[name] !== columns[name] && !UNAUDITED_COLUMNS.includes(name),
      )
      const only = (row: Columns) => Object.fromEntries(names.map((name) => [name, row[name]]))
      return names.length === 0 ? [] : [{ key, before: only(before), after: only(columns) }]
    },
  )
  const rows = [...edited, ...moved]
  if (rows.length === 0) return
  const batchId = await beginBatch(t, null, BY_ERP, rows.length)
  const entries = rows.map(({ key, before, after }): AuditEntry => {
    return { userId: null, action: 'import', entity: 'product', entityId: Number(key), batchId, before, after }
  })
  await auditAll(t, entries)
}
