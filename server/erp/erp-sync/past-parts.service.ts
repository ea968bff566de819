/** Taking in orders of the past, and trying them, in parts: neither memory nor the wait of others grows with the file. */
import { setTimeout } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import { type ErpFeed, type FeedFile, ImportBusyError, type PastTable } from '../../ports/erp/erp.ts'
import { refreshStatistics } from './erp-sync.queries.ts'
import { type FileReport, joinedReport } from './erp-sync.report.ts'
import { contextOf, type ImportProgress, type Tx } from './import-context.ts'
import { importFile } from './import-file.service.ts'

/** How often, and after how many milliseconds, a part is tried again while another import runs. */
const PART_TRIES = 50
const PART_WAIT_MS = 200

/**
 * Imports a file of orders of the past in parts, one transaction for each. What was taken stays when the import is cut short; the
 * same file again changes nothing of it. Undefined: there is no file.
 */
export async function importParts(
  db: Db,
  feed: ErpFeed,
  table: PastTable,
  onProgress: (progress: ImportProgress) => void,
): Promise<FileReport | undefined> {
  let report: FileReport | undefined
  for await (const part of feed.readParts?.(table) ?? []) {
    const context = contextOf(part, [], {}, () => {})
    const made = await withPatience(() => db.tx((t) => importFile(t, part, context)))
    rememberOrders(part)
    report = report ? joinedReport(report, made) : made
    const { read: done } = report
    onProgress({ file: part.name, done, total: Math.round(done / (part.share || 1)) })
  }
  if (!report) return undefined
  const { inserted, changed, deactivated } = report
  await db.tx(async (t) => {
    // The file counts as read: refused rows are told now, and come again only once the ERP changes them.
    await feed.taken?.(t, table)
    if (inserted + changed + deactivated > 0) await refreshStatistics(t, ['past_order', 'past_order_line'])
  })
  return report
}

/** Remembers the orders that a part begins, for the parts after it; once it is taken: a transaction may be tried twice. */
function rememberOrders({ rows, wholeOrders }: FeedFile<PastTable>): void {
  for (const { record } of rows) if ('orderId' in record) wholeOrders?.add(record.orderId)
}

/** Does `work`; while another import runs, tries again. @throws ImportBusyError after some seconds */
async function withPatience<R>(work: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImportBusyError) || tries === PART_TRIES) throw error
      await setTimeout(PART_WAIT_MS)
    }
}

/** Rows of orders of the past that a trial looks at, of each file: in one transaction it would hold up the shop. */
const TRIED_ROWS = 20_000

/** The parts of a file that a trial looks at; `isCut`: the file goes on. */
export interface TriedParts {
  readonly parts: readonly FeedFile<PastTable>[]
  readonly isCut: boolean
}

/**
 * Reads the parts before the trial's transaction: reading asks the database for numbers (R407), and the embedded one has one
 * connection.
 */
export async function readTried(feed: ErpFeed, table: PastTable): Promise<TriedParts> {
  const parts: FeedFile<PastTable>[] = []
  let rows = 0
  for await (const part of feed.readParts?.(table) ?? []) {
    parts.push(part)
    rows += part.rowCount
    if (rows >= TRIED_ROWS && part.share !== 1) return { parts, isCut: true }
  }
  return { parts, isCut: false }
}

/**
 * As `importParts` in the transaction of a trial.
 *
 * @param lacksOrders the order of a line may stand further below than the trial looked
 */
export async function tryParts(
  t: Tx,
  { parts, isCut }: TriedParts,
  lacksOrders: boolean,
): Promise<FileReport | undefined> {
  let report: FileReport | undefined
  for (const part of parts) {
    const context = { ...contextOf(part, [], {}, () => {}), isTrial: true }
    const made = await importFile(t, part, context)
    rememberOrders(part)
    const problems = lacksOrders ? made.problems.filter(({ code }) => code !== 'NO_EXISTE') : made.problems
    const dropped = made.problems.length - problems.length
    const outcome = dropped > 0 && problems.length === 0 ? 'imported' : made.outcome
    const tried = { ...made, problems, outcome, refused: made.refused - dropped }
    report = report ? joinedReport(report, tried) : tried
  }
  if (!report || !isCut) return report
  const message = `Se probaron las primeras ${report.read.toLocaleString('es-AR')} filas`
  return { ...report, remarks: [{ code: 'ARCHIVO', row: null, column: null, message }, ...report.remarks] }
}
