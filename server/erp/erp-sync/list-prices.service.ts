/** What guards judge of prices of lists and of clients, and what is told of lists that have none (R353). */
import { formatCount } from '../../../contract/amounts.ts'
import type { Queryable } from '../../db/open.ts'
import type { FeedFile, FeedProblem, FeedTable } from '../../ports/erp/erp.ts'
import type { FileReport } from './erp-sync.report.ts'
import type { Changes } from './erp-sync.rules.ts'
import type { RowKey, StoredRow } from './erp-sync.types.ts'
import type { Judged } from './guards.rules.ts'
import { countPriced, listsWithoutPrices, ownerNames } from './list-prices.queries.ts'
import { type DatedTable, isDated, judgePrices, onlyAhead } from './list-prices.rules.ts'
import { isPrices } from './prices-ahead.service.ts'

const ONLY_AHEAD = 'Solo trae precios que todavía no rigen: lo que falta en el archivo sigue como estaba'

/** A file as it counts: one that only announces prices is not complete. */
export function asItCounts<F extends FeedFile<FeedTable>>(file: F): F {
  if (!file.complete || !(isDated(file) || isPrices(file)) || !onlyAhead(file, Date.now())) return file
  const told: FeedProblem = { code: 'ARCHIVO', row: null, column: null, message: ONLY_AHEAD }
  return { ...file, complete: false, remarks: [told, ...(file.remarks ?? [])] }
}

/** The figures that guards judge: each list for itself, the prices of clients together. */
export async function judgeDated(
  t: Queryable,
  { table, complete }: FeedFile<DatedTable>,
  { changes, stored, full }: { changes: Changes; stored: ReadonlyMap<RowKey, StoredRow>; full: boolean },
): Promise<Judged[]> {
  const isOfLists = table === 'listPrices'
  const now = new Date()
  const groups = judgePrices(changes, stored, { table, groupOf: (id) => (isOfLists ? id : 0), now: now.getTime() })
  // For a file of changes only its own articles were read, so the database counts the prices in use.
  const inUse = complete ? undefined : await countPriced(t, table, [...groups.keys()], now)
  const names = isOfLists ? await ownerNames(t, table, [...groups.keys()]) : new Map<number, string>()
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([group, figures]) => ({
      kind: isOfLists ? `${table}/${group}` : table,
      of: isOfLists ? ` de la ${names.get(group)}` : ' de clientes',
      changes: { ...figures, activeBefore: inUse ? (inUse.get(group) ?? 0) : figures.activeBefore },
      lostKeys: figures.lostKeys,
      moves: figures.moves,
      // Rows in force alone are compared: others end or begin by themselves.
      rows: full ? { now: figures.activeAfter, last: figures.activeBefore } : null,
    }))
}

/** A file that was read, and what became of it. */
export interface TakenFile {
  file: FeedFile<FeedTable>
  report: FileReport
}

const concerned: readonly FeedTable[] = ['priceLists', 'clients', 'listPrices']

/**
 * Adds a remark about each list without prices that clients buy by: to the clients' rows, or else to the last file about
 * lists. To be called after all files, as prices come after clients.
 */
export async function tellEmptyLists(db: Queryable, files: readonly TakenFile[]): Promise<void> {
  const taken = files.filter(
    ({ report: { table, outcome } }) => concerned.includes(table) && (outcome === 'imported' || outcome === 'partial'),
  )
  const last = taken.at(-1)
  if (!last) return
  const clients = taken.find(({ file }) => file.table === 'clients')
  const told = new Map<FileReport, FeedProblem[]>()
  const tell = (report: FileReport, row: number | null, column: string | null, message: string) => {
    const remarks = told.get(report) ?? []
    told.set(report, remarks)
    remarks.push({ code: 'REGLA', row, column, message })
  }
  for (const { id, name, active, clients: count } of await listsWithoutPrices(db, new Date())) {
    const what = `La lista ${id} «${name}» ${active ? 'no tiene precios que rijan hoy' : 'está fuera de uso'}`
    const rows = (clients?.file as FeedFile<'clients'> | undefined)?.rows.filter(
      ({ record }) => record.listId === id && record.active !== false,
    )
    if (clients && rows && rows.length > 0)
      for (const { row } of rows) tell(clients.report, row, clients.file.headings.listId ?? null, what)
    else if (last.file.table !== 'clients')
      tell(
        last.report,
        null,
        null,
        `${what} y la ${count === 1 ? 'tiene un cliente' : `tienen ${formatCount(count)} clientes`}`,
      )
  }
  for (const [report, remarks] of told) report.remarks = [...report.remarks, ...remarks]
}
