/** Taking in what the ERP sends (R29, R30): the shop's own data is never touched. */
import type { Transaction } from 'kysely'
import { dueCatalogueVersion, raiseIfDue } from '../../db/catalogue-version.ts'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../../db/demo-mark.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import {
  type ErpFeed,
  FeedError,
  type FeedFile,
  type FeedProblem,
  type FeedTable,
} from '../../ports/erp/erp.ts'
import { auditImport } from './audit-import.service.ts'
import {
  deactivateRows,
  freeCodes,
  insertRows,
  readIds,
  readStored,
  refreshStatistics,
  tryImportLock,
  updateRows,
} from './erp-sync.queries.ts'
import { type FileReport, type ImportReport, refusedReport } from './erp-sync.report.ts'
import { excessiveLoss, moveCodes, planChanges, refuseOwnRows } from './erp-sync.rules.ts'
import { targets } from './erp-sync.targets.ts'
import type { IncomingRow, OwnedByErp } from './erp-sync.types.ts'
import { readArticleCodes } from './listings.queries.ts'
import { type ListingToInsert, storeListings } from './listings.service.ts'

export {
  type FileReport,
  groupedProblems,
  type ImportReport,
  namedRows,
  reportText,
} from './erp-sync.report.ts'

type Tx = Transaction<Tables>

export interface ImportOptions {
  /** Takes the good rows of a file that also has bad ones; such a file puts nothing out of use. */
  partial?: boolean
  /** Takes a file also when it puts more than 20 percent of what is in use out of it. */
  force?: boolean
}

/** How far one file is, in rows. */
export interface ImportProgress {
  file: string
  done: number
  total: number
}

/** Another import is running on the same database; the message is Spanish. */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError'
}

/**
 * Imports the files a feed brings, in the order of their dependence, one transaction for each. A file with
 * a bad row is refused whole, and the others go on. A full file puts out of use what it no longer has and
 * deletes nothing; the same file twice changes nothing. The catalogue's version is raised once, after the last file.
 *
 * @throws ImportBusyError; FeedError in a demo shop; whatever the database throws: earlier files then stay imported
 */
export async function importFeed(
  db: Db,
  feed: ErpFeed,
  options: ImportOptions = {},
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportReport> {
  await assertNoDemo(db)
  try {
    const files: FileReport[] = []
    for (const table of feed.tables) {
      const file = await feed.read(table)
      if (!file) continue
      const context = contextOf(file, files, options, onProgress)
      // No row will be taken: the database is only asked what else is wrong with the file.
      if (isHopeless(file, options)) files.push(await db.tx((t) => checkOnly(t, file, context)))
      else
        files.push(
          await db.tx(async (t) => {
            const report = await importFile(t, file, context)
            if (report.outcome === 'imported') await feed.taken?.(t, table)
            return report
          }),
        )
      context.progress.finish()
    }
    return reportOf(files)
  } finally {
    await db.tx(raiseIfDue)
  }
}

/**
 * What `importFeed` would do with a feed: everything is done in one transaction, which is then undone.
 *
 * @throws ImportBusyError; FeedError in a demo shop
 */
export async function tryFeed(
  db: Db,
  feed: ErpFeed,
  options: ImportOptions = {},
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportReport> {
  await assertNoDemo(db)
  const read: FeedFile<FeedTable>[] = []
  for (const table of feed.tables) {
    const file = await feed.read(table)
    if (file) read.push(file)
  }
  class Undone extends Error {}
  let report = reportOf([])
  try {
    await db.tx(async (t) => {
      const files: FileReport[] = []
      for (const file of read) {
        const context = contextOf(file, files, options, onProgress)
        files.push(await (isHopeless(file, options) ? checkOnly : importFile)(t, file, context))
        context.progress.finish()
      }
      report = reportOf(files)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return report
}

/** A feed never mixes with the demo's data: its ids would turn invented articles into real ones (R233). */
async function assertNoDemo(db: Db): Promise<void> {
  if (await hasDemoData(db.kysely)) throw new FeedError(DEMO_HOLDS_THE_SHOP)
}

const reportOf = (files: FileReport[]): ImportReport => ({
  files,
  complete: files.every(({ outcome }) => outcome === 'imported'),
})

const isHopeless = (file: FeedFile<FeedTable>, { partial }: ImportOptions): boolean =>
  file.problems.length > 0 && (!partial || file.rows.length === 0)

function contextOf(
  file: FeedFile<FeedTable>,
  before: readonly FileReport[],
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): ImportContext {
  const refused = before.filter(({ outcome }) => outcome !== 'imported')
  return {
    options,
    refusedBefore: new Map(refused.map((report) => [report.table, report.file])),
    progress: progressOf(file, onProgress),
  }
}

interface ImportContext {
  options: ImportOptions
  /** Files of this feed that were not taken whole, by kind: why a record they should bring may be unknown. */
  refusedBefore: ReadonlyMap<FeedTable, string>
  progress: ReturnType<typeof progressOf>
}

function progressOf({ name, rowCount }: FeedFile<FeedTable>, onProgress: (progress: ImportProgress) => void) {
  let done = 0
  const tell = (rows: number) => {
    done = rows
    onProgress({ file: name, done, total: rowCount })
  }
  tell(0)
  return { start: () => tell(0), advance: (rows: number) => tell(done + rows), finish: () => tell(rowCount) }
}

/** A refused file is still compared with the database, so that all its bad rows are told at once. */
async function checkOnly(t: Tx, file: FeedFile<FeedTable>, context: ImportContext): Promise<FileReport> {
  const found = file.rows.length === 0 ? [] : await findUnknown(t, file, context)
  return refusedReport(file, [...file.problems, ...found])
}

async function importFile(t: Tx, file: FeedFile<FeedTable>, context: ImportContext): Promise<FileReport> {
  if (!(await tryImportLock(t)))
    throw new ImportBusyError('Ya hay otra importación en curso; espere a que termine')
  context.progress.start()
  const unknown = await findUnknown(t, file, context)
  const report = isListings(file)
    ? await importListings(t, file, unknown, context)
    : await importOwned(t, file as FeedFile<OwnedByErp>, unknown, context)
  const written = report.inserted + report.changed + report.deactivated
  if (written > 0) {
    await refreshStatistics(
      t,
      isListings(file) ? ['listing', 'brand', 'category'] : [targets[file.table as OwnedByErp].table],
    )
    if (showsInCatalogue(file.table)) await dueCatalogueVersion(t)
  }
  return report
}

const isListings = (file: FeedFile<FeedTable>): file is FeedFile<'listings'> => file.table === 'listings'
const showsInCatalogue = (table: FeedTable) => table === 'listings' || targets[table].inCatalogue

/** Records that name another record which does not exist. */
async function findUnknown(
  t: Tx,
  file: FeedFile<FeedTable>,
  { refusedBefore }: ImportContext,
): Promise<FeedProblem[]> {
  const because = (kind: FeedTable) => {
    const refused = refusedBefore.get(kind)
    return refused ? ` (${refused} no se importó completo)` : ''
  }
  if (isListings(file)) {
    const articles = await readArticleCodes(t)
    return file.rows
      .filter(({ record }) => !articles.has(record.articleCode))
      .map(({ row, record }) => {
        const message = `El artículo «${record.articleCode}» no existe${because('articles')}`
        return { row, column: file.headings.articleCode ?? null, message }
      })
  }
  const problems: FeedProblem[] = []
  const { references } = targets[file.table as OwnedByErp]
  for (const { field, table, kind, noun } of references) {
    const known = await readIds(t, table)
    for (const { row, record } of file.rows) {
      const id = (record as Record<string, unknown>)[field] as number | null
      if (id === null || known.has(id)) continue
      problems.push({
        row,
        column: file.headings[field] ?? null,
        message: `${noun} ${id} no existe${because(kind)}`,
      })
    }
  }
  return problems
}

async function importOwned(
  t: Tx,
  file: FeedFile<OwnedByErp>,
  unknown: readonly FeedProblem[],
  { options, progress }: ImportContext,
): Promise<FileReport> {
  const target = targets[file.table]
  const { headings } = file
  const stored = await readStored(t, target)
  const problems = [...file.problems, ...unknown]
  const gone = new Set(file.gone)
  const take = (rows: readonly IncomingRow[]) => {
    const badRows = new Set(problems.map(({ row }) => row))
    return rows.filter(({ row }) => !badRows.has(row))
  }
  let incoming = take(file.rows.map(({ row, record }) => ({ row, ...target.toRow(record) })))
  problems.push(...refuseOwnRows(stored, incoming, headings[target.keyField] ?? ''))
  incoming = take(incoming)

  const codeHeading = target.uniqueField && headings[target.uniqueField]
  const moves = codeHeading
    ? moveCodes(stored, incoming, {
        full: problems.length === 0 && file.complete,
        gone,
        heading: codeHeading,
      })
    : { problems: [], released: [] }
  problems.push(...moves.problems)
  incoming = take(incoming)
  if (problems.length > 0 && (!options.partial || incoming.length === 0)) return refusedReport(file, problems)

  // A file of which only a part is taken can't tell what is gone.
  const isWhole = problems.length === 0
  const full = isWhole && file.complete
  const changes = planChanges(stored, incoming, { full, gone, isActive: target.isActive })
  const loss = options.force ? undefined : excessiveLoss(changes, target.plural)
  if (loss) return refusedReport(file, [...problems, { row: null, column: null, message: loss }], true)

  progress.advance(changes.unchanged)
  await deactivateRows(t, target, changes.deactivated)
  if (codeHeading) {
    const moving = changes.changed.filter(
      ({ key, columns }) => stored.get(key)?.columns.code !== columns.code,
    )
    await freeCodes(
      t,
      target.table,
      [...moving, ...moves.released].map(({ key }) => key),
    )
    await updateRows(t, target, moves.released, () => {})
  }
  await updateRows(t, target, changes.changed, progress.advance)
  await insertRows(t, target, changes.inserted, progress.advance)
  await auditImport(t, { ...target, ...changes, stored })
  return {
    ...refusedReport(file, problems),
    outcome: isWhole ? 'imported' : 'partial',
    inserted: changes.inserted.length,
    changed: changes.changed.length,
    unchanged: changes.unchanged,
    deactivated: changes.deactivated.length,
    refused: file.rowCount - incoming.length,
  }
}

async function importListings(
  t: Tx,
  file: FeedFile<'listings'>,
  unknown: readonly FeedProblem[],
  { options, progress }: ImportContext,
): Promise<FileReport> {
  const problems = [...file.problems, ...unknown]
  const unknownRows = new Set(unknown.map(({ row }) => row))
  const rows = file.rows.filter(({ row }) => !unknownRows.has(row))
  if (problems.length > 0 && (!options.partial || rows.length === 0)) return refusedReport(file, problems)

  const articles = await readArticleCodes(t)
  const missing = rows.flatMap(({ record }): ListingToInsert[] => {
    const article = articles.get(record.articleCode)
    return article && !article.listed ? [{ articleId: article.id, record }] : []
  })
  progress.advance(rows.length - missing.length)
  await storeListings(t, missing, progress.advance)
  return {
    ...refusedReport(file, problems),
    outcome: problems.length === 0 ? 'imported' : 'partial',
    inserted: missing.length,
    unchanged: rows.length - missing.length,
    refused: file.rowCount - rows.length,
  }
}
