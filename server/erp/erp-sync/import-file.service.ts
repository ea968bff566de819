/** Taking in one file of a feed, or a batch, in a transaction: what it needs, what stops it, what is kept waiting. */
import { dueCatalogueVersion } from '../../db/catalogue-version.ts'
import {
  type FeedFile,
  type FeedProblem,
  type FeedTable,
  ImportBusyError,
  isNews,
  isPast,
  type NewsTable,
  type PastTable,
} from '../../ports/erp/erp.ts'
import { takeNews } from '../order-updates/order-updates.service.ts'
import { takePast } from '../past-orders/past-orders.service.ts'
import { readIds, refreshStatistics, tryImportLock } from './erp-sync.queries.ts'
import { type FileReport, refusedReport } from './erp-sync.report.ts'
import { targets } from './erp-sync.targets.ts'
import type { OwnedByErp } from './erp-sync.types.ts'
import { digestOf, previewOf } from './feed-preview.service.ts'
import type { Guard } from './guards.rules.ts'
import type { ImportContext, StoppedFile, Tx } from './import-context.ts'
import { codesOf, importListings } from './import-listings.service.ts'
import { importOwned } from './import-owned.service.ts'
import { asItCounts } from './list-prices.service.ts'
import { readArticleCodes } from './listings.queries.ts'
import { joined, keepWaiting, openFile, replaceWaiting, waitingKinds } from './waiting.service.ts'

/** A refused file is still compared with the database, so that all its bad rows are told at once. */
export async function checkOnly(t: Tx, file: FeedFile<FeedTable>, context: ImportContext): Promise<FileReport> {
  const found = file.rows.length === 0 || isNews(file.table) ? [] : await findUnknown(t, file, context)
  return refusedReport(file, [...file.problems, ...found])
}

/**
 * Takes one file in the transaction given, or keeps what was stopped waiting for a person.
 * @throws ImportBusyError while another import runs
 */
export async function importFile(t: Tx, given: FeedFile<FeedTable>, context: ImportContext): Promise<FileReport> {
  const file = asItCounts(given)
  if (!(await tryImportLock(t))) throw new ImportBusyError('Ya hay otra importación en curso; espere a que termine')
  context.progress.start()
  if (isNewsFile(file)) return importNewsFile(t, file, context)
  const unknown = await findUnknown(t, file, context)
  const dependence = await whatItNeeds(t, file, unknown, context)
  if (dependence) {
    const digest = await digestOf(file.rows.map(({ record }, at) => [at, record]))
    const guards = [dependence]
    return stop(t, { file, guards, preview: previewOf(file, guards), digest, problems: [] }, context)
  }
  const made = isListings(file)
    ? await importListings(t, file, unknown, context)
    : await importOwned(t, file as FeedFile<OwnedByErp>, unknown, context)
  const report = 'digest' in made ? await stop(t, made, context) : made
  const isTaken = report.outcome === 'imported' || report.outcome === 'partial'
  if (isTaken && context.options.waits !== undefined && isBatch(file, context)) {
    if (!context.isTrial) await renewWaiting(t, withProblems(file, unknown), context)
  } else if (report.outcome === 'imported' && !context.isTrial) await replaceWaiting(t, file.table, context.options)
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

const isNewsFile = (file: FeedFile<FeedTable>): file is FeedFile<NewsTable | PastTable> => isNews(file.table)
const isPastFile = (file: FeedFile<NewsTable | PastTable>): file is FeedFile<PastTable> => isPast(file.table)

/** News of orders and accounts: each is about one order or client, so that good rows are taken beside bad ones (R305). */
async function importNewsFile(
  t: Tx,
  file: FeedFile<NewsTable | PastTable>,
  { progress }: ImportContext,
): Promise<FileReport> {
  const { problems, remarks, inserted, changed, removed, unchanged, results } = isPastFile(file)
    ? await takePast(t, file, progress.advance)
    : await takeNews(t, file as FeedFile<NewsTable>, progress.advance)
  const badRows = new Set([...file.problems, ...problems].map(({ row }) => row))
  // A state that the shop does not know is a problem, which the office is told. A past order that is the shop's own is none.
  const report = isPastFile(file)
    ? refusedReport({ ...file, remarks: [...(file.remarks ?? []), ...remarks] }, [...file.problems, ...problems])
    : refusedReport(file, [...file.problems, ...problems, ...remarks])
  if (badRows.size > 0 && inserted + changed + removed + unchanged === 0) return report
  return {
    ...report,
    outcome: badRows.size === 0 ? 'imported' : 'partial',
    inserted,
    changed,
    unchanged,
    deactivated: removed,
    refused: badRows.size,
    ...(file.mayLack && { results }),
  }
}

const isListings = (file: FeedFile<FeedTable>): file is FeedFile<'listings'> => file.table === 'listings'
const showsInCatalogue = (table: FeedTable) =>
  table === 'listings' || (!isNews(table) && targets[table].inCatalogue === true)

/** A record that does not exist, and its kind. */
type UnknownRecord = FeedProblem & { kind: FeedTable }

/** The guard that stops a file whose unknown records are all of kinds of which a file waits; undefined where they are not. */
async function whatItNeeds(
  t: Tx,
  file: FeedFile<FeedTable>,
  unknown: readonly UnknownRecord[],
  { options }: ImportContext,
): Promise<Guard | undefined> {
  if (options.waits === undefined || unknown.length === 0 || file.problems.length > 0) return undefined
  const waiting = await waitingKinds(t)
  const needed = new Set(unknown.map(({ kind }) => kind))
  const files = [...needed].map((kind) => waiting.get(kind))
  if (files.some((name) => name === undefined)) return undefined
  return {
    code: 'DEPENDE',
    message: `Nombra registros que no están todavía (${unknown.length}): espera lo que se decida de ${files.join(', ')}`,
  }
}

/** Whether a file holds some changes that its sender will not send again, unlike a service's list. */
const isBatch = (file: FeedFile<FeedTable>, { cursor, joined: isJoined }: ImportContext): boolean =>
  !file.complete && cursor === undefined && !isJoined

/** A file with all that is known to be wrong in it, each problem once. */
const withProblems = <F extends FeedFile<FeedTable>>(file: F, more: readonly FeedProblem[]): F => ({
  ...file,
  problems: [...file.problems, ...more.filter((problem) => !file.problems.includes(problem))],
})

/** Replaces rows that wait by those of a batch that was taken: of the same records, these are newer. */
async function renewWaiting(t: Tx, file: FeedFile<FeedTable>, context: ImportContext): Promise<void> {
  const open = await openFile(t, file.table)
  if (!open) return
  const renewed = joined(open.file, file, open.file.complete)
  const options = { waits: open.source }
  await importFile(t, renewed, { ...context, options, joined: true, cursor: open.cursor })
}

/** Takes nothing of a file that guards stopped: it waits for a person where `options.waits` says so, else it is refused. */
async function stop(t: Tx, stopped: StoppedFile, context: ImportContext): Promise<FileReport> {
  const { file, guards, preview, digest } = stopped
  const { inserted, changed, unchanged, deactivated } = preview
  const report: FileReport = {
    ...refusedReport(file, [...stopped.problems], guards),
    planned: { inserted, changed, unchanged, deactivated },
  }
  const source = context.options.waits
  if (source === undefined) return report
  if (context.isTrial) return { ...report, outcome: 'waiting' }
  const open = isBatch(file, context) ? await openFile(t, file.table) : undefined
  // The rows of earlier batches wait as well: a person is asked about all of them together.
  if (open) {
    const newer = withProblems(file, stopped.problems)
    const asked = await importFile(t, joined(open.file, newer, true), { ...context, joined: true, cursor: open.cursor })
    return { ...asked, problems: [...newer.problems, ...asked.problems] }
  }
  const { state, id } = await keepWaiting(t, { file, source, digest, preview, cursor: context.cursor })
  if (state === 'waiting') return { ...report, outcome: 'waiting', waitingId: id }
  const message = 'Una persona rechazó estos mismos cambios: corríjalos en el ERP y mándelos otra vez'
  return {
    ...report,
    problems: [{ code: 'RECHAZADO', row: null, column: null, message }, ...report.problems],
  }
}

/** Records that name another record which does not exist. */
async function findUnknown(
  t: Tx,
  file: FeedFile<FeedTable>,
  { refusedBefore }: ImportContext,
): Promise<UnknownRecord[]> {
  const because = (kind: FeedTable) => {
    const refused = refusedBefore.get(kind)
    return refused ? ` (${refused} no se importó completo)` : ''
  }
  if (isListings(file)) {
    const articles = await readArticleCodes(t, codesOf(file))
    return file.rows
      .filter(({ record }) => !articles.has(record.articleCode))
      .map(({ row, record }) => {
        const message = `El artículo «${record.articleCode}» no existe${because('articles')}`
        return {
          code: 'NO_EXISTE',
          row,
          column: file.headings.articleCode ?? null,
          message,
          kind: 'articles',
        }
      })
  }
  const problems: UnknownRecord[] = []
  const { references } = targets[file.table as OwnedByErp]
  for (const { field, table, kind, noun } of references) {
    const idOf = (record: object) => (record as Record<string, number | null | undefined>)[field] ?? null
    const wanted = new Set(file.rows.map(({ record }) => idOf(record)))
    const known = await readIds(
      t,
      table,
      [...wanted].filter((id) => id !== null),
    )
    for (const { row, record } of file.rows) {
      const id = idOf(record)
      if (id === null || known.has(id)) continue
      problems.push({
        code: 'NO_EXISTE',
        row,
        column: file.headings[field] ?? null,
        message: `${noun} ${id} no existe${because(kind)}`,
        kind,
      })
    }
  }
  return problems
}
