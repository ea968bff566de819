/** What an import changed of articles and their prices, so that who asks who changed a price is told: the ERP. */
import type { Transaction } from 'kysely'
import { type AuditEntry, auditAll, beginBatch } from '../../audit/audit.ts'
import type { Tables } from '../../db/tables.ts'
import type { Columns, ErpTable, KeyedRow, StoredRow } from './erp-sync.types.ts'

/** What changes of many rows by an import are called. */
const BY_ERP = 'erp'
const TOLD: readonly ErpTable[] = ['article', 'price']
/** What moves by itself every day: telling each time would bury what people and price lists change. */
const UNTOLD: readonly string[] = ['stock', 'arrives_on']

interface ImportedRows {
  table: ErpTable
  stored: ReadonlyMap<number, StoredRow>
  changed: readonly KeyedRow[]
  deactivated: readonly number[]
  /** What a row that is gone from the feed was set to. */
  whenMissing: Columns
}

/** Tells the log of each article that was changed, as one change; new ones are no change. */
export async function auditImport(
  t: Transaction<Tables>,
  { table, stored, changed, deactivated, whenMissing }: ImportedRows,
): Promise<void> {
  if (!TOLD.includes(table)) return
  const rows = [...changed, ...deactivated.map((key) => ({ key, columns: whenMissing }))].flatMap(
    ({ key, columns }) => {
      const before = stored.get(key)?.columns ?? {}
      const names = Object.keys(columns).filter(
        (name) => before[name] !== columns[name] && !UNTOLD.includes(name),
      )
      const only = (row: Columns) => Object.fromEntries(names.map((name) => [name, row[name]]))
      return names.length === 0 ? [] : [{ key, before: only(before), after: only(columns) }]
    },
  )
  if (rows.length === 0) return
  const batchId = await beginBatch(t, null, BY_ERP, rows.length)
  const entries = rows.map(({ key, before, after }): AuditEntry => {
    return { userId: null, action: 'import', entity: 'product', entityId: key, batchId, before, after }
  })
  await auditAll(t, entries)
}
