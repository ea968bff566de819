/** Taking in what the ERP sends (R29, R30): the shop's own data is never touched. */
import type { FeedPreview } from '../../../contract/erp.ts'
import { raiseIfDue } from '../../db/catalogue-version.ts'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../../db/demo-mark.ts'
import type { Db } from '../../db/open.ts'
import { type ErpFeed, FeedError, type FeedFile, type FeedTable, isNews, isPast } from '../../ports/erp/erp.ts'
import type { FileReport, ImportReport } from './erp-sync.report.ts'
import { contextOf, type ImportOptions, type ImportProgress, type Tx } from './import-context.ts'
import { checkOnly, importFile } from './import-file.service.ts'
import { type TakenFile, tellEmptyLists } from './list-prices.service.ts'
import { importParts, readTried, type TriedParts, tryParts } from './past-parts.service.ts'

export { ImportBusyError } from '../../ports/erp/erp.ts'
export {
  type FileReport,
  groupedProblems,
  type ImportReport,
  namedRows,
  reportJson,
  reportText,
  unreadJson,
} from './erp-sync.report.ts'
export type { ImportOptions, ImportProgress } from './import-context.ts'

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
    const taken: TakenFile[] = []
    for (const table of feed.tables) {
      if (isPast(table) && feed.readParts) {
        const report = await importParts(db, feed, table, onProgress)
        if (report) files.push(report)
        continue
      }
      const file = await feed.read(table)
      if (!file) continue
      const context = contextOf(file, files, options, onProgress)
      // No row will be taken: the database is only asked what else is wrong with the file.
      if (isHopeless(file, options)) files.push(await db.tx((t) => checkOnly(t, file, context)))
      else {
        const report = await db.tx(async (t) => {
          const made = await importFile(t, file, { ...context, cursor: feed.cursorOf?.(table) })
          if (made.outcome === 'imported') await feed.taken?.(t, table)
          return made
        })
        files.push(report)
        taken.push({ file, report })
      }
      context.progress.finish()
    }
    await tellEmptyLists(db.kysely, taken)
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
  const pastHere = feed.readParts ? feed.tables.filter(isPast) : []
  for (const table of feed.tables) {
    if (isPast(table) && pastHere.includes(table)) continue
    const file = await feed.read(table)
    if (file) read.push(file)
  }
  const past: TriedParts[] = []
  for (const table of pastHere) past.push(await readTried(feed, table))
  class Undone extends Error {}
  let report = reportOf([])
  try {
    await db.tx(async (t) => {
      const files: FileReport[] = []
      const taken: TakenFile[] = []
      for (const file of read) {
        const context = { ...contextOf(file, files, options, onProgress), isTrial: true }
        const tried = await (isHopeless(file, options) ? checkOnly : importFile)(t, file, context)
        files.push(tried)
        taken.push({ file, report: tried })
        context.progress.finish()
      }
      for (const [at, parts] of past.entries()) {
        const tried = await tryParts(t, parts, past[at - 1]?.isCut ?? false)
        if (tried) files.push(tried)
      }
      await tellEmptyLists(t, taken)
      report = reportOf(files)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return report
}

/**
 * Takes the good rows of a batch in one transaction, in which `settle` is told what became of it. While a batch of its
 * kind waits for a person, further ones join it, and all are judged together (R296).
 *
 * @param source the name under which it waits when a guard stops it
 * @throws ImportBusyError; FeedError in a demo shop; whatever `settle` throws: then nothing was taken
 */
export async function takeBatch(
  db: Db,
  file: FeedFile<FeedTable>,
  { source, isTrial }: { source: string; isTrial: boolean },
  settle: (t: Tx, report: FileReport) => Promise<void>,
): Promise<FileReport> {
  await assertNoDemo(db)
  const report = await db.tx(async (t) => {
    const context = contextOf(file, [], { partial: true, waits: source }, () => {})
    const made = await importFile(t, file, { ...context, isTrial })
    await tellEmptyLists(t, [{ file, report: made }])
    await settle(t, made)
    return made
  })
  await db.tx(raiseIfDue)
  return report
}

/**
 * All changes that a stored file would make now; undefined where it can't be compared, because it needs another file.
 * @throws ImportBusyError
 */
export async function changesOf(db: Db, file: FeedFile<FeedTable>): Promise<FeedPreview | undefined> {
  let all: FeedPreview | undefined
  const context = contextOf(file, [], { partial: true, waits: '' }, () => {})
  const tellAll = (preview: FeedPreview) => {
    all = preview
  }
  await db.tx((t) => importFile(t, file, { ...context, isTrial: true, tellAll }))
  return all
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
  file.problems.length > 0 && (!(partial || isNews(file.table)) || file.rows.length === 0)
