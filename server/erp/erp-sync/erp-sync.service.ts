/** Taking in what the ERP sends (R29, R30): the shop's own data is never touched. */
import { setTimeout } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { FeedPreview } from '../../../contract/erp.ts'
import { beginPrices } from '../../catalogue/catalogue.ts'
import { dueCatalogueVersion, raiseIfDue } from '../../db/catalogue-version.ts'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../../db/demo-mark.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import {
  checkRecord,
  type ErpFeed,
  FeedError,
  type FeedFile,
  type FeedProblem,
  type FeedTable,
  formatOf,
  ImportBusyError,
  isNews,
  isPast,
  keyParts,
  type NewsTable,
  type PastTable,
  type RowKey,
  type RowResult,
} from '../../ports/erp/erp.ts'
import { takeNews } from '../order-updates/order-updates.service.ts'
import { takePast } from '../past-orders/past-orders.service.ts'
import { auditImport } from './audit-import.service.ts'
import {
  countInUse,
  deactivateRows,
  freeCodes,
  handOver,
  insertRows,
  readIds,
  readStored,
  refreshStatistics,
  tryImportLock,
  updateRows,
} from './erp-sync.queries.ts'
import { type FileReport, type ImportReport, joinedReport, refusedReport } from './erp-sync.report.ts'
import {
  type Changes,
  findSuccessions,
  lackingColumns,
  moveCodes,
  planChanges,
  refuseOwnRows,
  tellLikeCodes,
} from './erp-sync.rules.ts'
import { targets } from './erp-sync.targets.ts'
import type { IncomingRow, OwnedByErp, Scalar, StoredRow } from './erp-sync.types.ts'
import { changeParts, digestOf, lostKeysOf, previewOf, previewOwned, shownNames } from './feed-preview.service.ts'
import { EXAMPLES, farMoves, findGuards, type Guard, type Judged, nameGuard, priceMoves } from './guards.rules.ts'
import { isDated } from './list-prices.rules.ts'
import { asItCounts, judgeDated, type TakenFile, tellEmptyLists } from './list-prices.service.ts'
import { readArticleCodes } from './listings.queries.ts'
import { changeListings, newNamesOf, storeListings } from './listings.service.ts'
import { placeSteps } from './price-steps.service.ts'
import { isPrices, judgeAhead, partsAhead, type SortedPrices, sortPrices, storeAhead } from './prices-ahead.service.ts'
import { noteChanges, noteRows, readLimits, readTaken } from './waiting.queries.ts'
import { joined, keepWaiting, openFile, replaceWaiting, waitingKinds } from './waiting.service.ts'

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

type Tx = Transaction<Tables>

export interface ImportOptions {
  /** Takes the good rows of a file that also has bad ones; such a file puts nothing out of use. */
  partial?: boolean
  /** Takes a file also when a guard would stop it (R297). */
  force?: boolean
  /** The name under which a file that a guard stops waits for a person; without it such a file is refused. */
  waits?: string
  /** The id of the accepted feed that this is: newer files of its kind stay away until it is taken. */
  accepted?: number
}

/** How far one file is, in rows. */
export interface ImportProgress {
  file: string
  done: number
  total: number
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

/** How often, and after how many milliseconds, a part is tried again while another import runs. */
const PART_TRIES = 50
const PART_WAIT_MS = 200

/**
 * Imports a file of orders of the past in parts, one transaction for each, so that neither memory nor the wait of others grows with it.
 * What was taken stays when it ends before its time: the same file again changes nothing of that. Undefined: there is no file.
 */
async function importParts(
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
    // Rows that are refused are told now, and come again once the ERP changed them: all the others are not read again.
    await feed.taken?.(t, table)
    if (inserted + changed + deactivated > 0) await refreshStatistics(t, ['past_order', 'past_order_line'])
  })
  return report
}

/** Remembers the orders that a part begins, for the parts after it; once it is taken: a transaction may be tried twice. */
function rememberOrders({ rows, wholeOrders }: FeedFile<PastTable>): void {
  for (const { record } of rows) if ('orderId' in record) wholeOrders?.add(record.orderId)
}

/** Does a part of a file; while another import runs it waits for its turn. @throws ImportBusyError after some seconds */
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
interface TriedParts {
  readonly parts: readonly FeedFile<PastTable>[]
  readonly isCut: boolean
}

/** Read before the transaction of a trial: reading asks the database for numbers (R407), and the embedded one has one connection. */
async function readTried(feed: ErpFeed, table: PastTable): Promise<TriedParts> {
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
async function tryParts(t: Tx, { parts, isCut }: TriedParts, lacksOrders: boolean): Promise<FileReport | undefined> {
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
 * All changes that a stored file would make now; undefined where it can't be compared, because it needs another one.
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
  /** All of it will be undone: nothing waits for a person. */
  isTrial?: boolean
  /** Is told all changes of the file, of which nothing is taken. */
  tellAll?: (preview: FeedPreview) => void
  /** How far a service's list was read with the file. */
  cursor?: unknown
  /** The file is a batch with those that waited before it. */
  joined?: boolean
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
  const found = file.rows.length === 0 || isNews(file.table) ? [] : await findUnknown(t, file, context)
  return refusedReport(file, [...file.problems, ...found])
}

async function importFile(t: Tx, given: FeedFile<FeedTable>, context: ImportContext): Promise<FileReport> {
  const file = asItCounts(given)
  if (!(await tryImportLock(t))) throw new ImportBusyError('Ya hay otra importación en curso; espere a que termine')
  context.progress.start()
  if (isNewsFile(file)) return importNewsFile(t, file, context)
  const unknown = await findUnknown(t, file, context)
  const behind = await whatItNeeds(t, file, unknown, context)
  if (behind) {
    const digest = await digestOf(file.rows.map(({ record }, at) => [at, record]))
    const guards = [behind]
    return stop(t, { file, guards, preview: previewOf(file, guards), digest, problems: [], context })
  }
  const report = isListings(file)
    ? await importListings(t, file, unknown, context)
    : await importOwned(t, file as FeedFile<OwnedByErp>, unknown, context)
  const isTaken = report.outcome === 'imported' || report.outcome === 'partial'
  if (isTaken && context.options.waits !== undefined && isBatch(file, context)) {
    if (!context.isTrial) await renewWaiting(t, file, context)
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

const isSteps = (file: FeedFile<OwnedByErp>): file is FeedFile<'priceSteps'> => file.table === 'priceSteps'
const codesOf = (file: FeedFile<'listings'>) => file.rows.map(({ record }) => record.articleCode)
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
  // A state that the shop does not know is told to the office; an order of the shop's among those of the past is as it should be.
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

/** Why a file waits that names records of another file which waits itself; undefined: it does not. */
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

/** After a batch was taken: its rows are newer than those of the same records that wait. */
async function renewWaiting(t: Tx, file: FeedFile<FeedTable>, context: ImportContext): Promise<void> {
  const open = await openFile(t, file.table)
  if (!open) return
  const renewed = joined(open.file, file, open.file.complete)
  const options = { waits: open.source }
  await importFile(t, renewed, { ...context, options, joined: true, cursor: open.cursor })
}

interface StoppedFile {
  file: FeedFile<FeedTable>
  guards: readonly Guard[]
  preview: FeedPreview
  digest: string
  problems: readonly FeedProblem[]
  context: ImportContext
}

/** Takes nothing of a file that guards stopped: it waits for a person where `options.waits` says so, else it is refused. */
async function stop(t: Tx, stopped: StoppedFile): Promise<FileReport> {
  const { file, guards, preview, digest, context } = stopped
  const { inserted, changed, unchanged, deactivated } = preview
  const report: FileReport = {
    ...refusedReport(file, [...stopped.problems], guards),
    planned: { inserted, changed, unchanged, deactivated },
  }
  const source = context.options.waits
  if (source === undefined) return report
  if (context.isTrial) return { ...report, outcome: 'waiting' }
  const open = isBatch(file, context) ? await openFile(t, file.table) : undefined
  // The rows of earlier batches wait as well: what is asked is all of them together.
  if (open) return importFile(t, joined(open.file, file, true), { ...context, joined: true, cursor: open.cursor })
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

async function importOwned(
  t: Tx,
  file: FeedFile<OwnedByErp>,
  unknown: readonly FeedProblem[],
  context: ImportContext,
): Promise<FileReport> {
  const { options, progress } = context
  const target = targets[file.table]
  const { headings } = file
  // What has begun meanwhile counts first: this file is news beside it.
  if (isPrices(file) && (await beginPrices(t))) await dueCatalogueVersion(t)
  const prices = isPrices(file) ? sortPrices(file.rows, Date.now()) : undefined
  const rows: readonly { row: number; record: object }[] = prices?.holding ?? file.rows
  const keyOf = (record: object) => (record as Record<string, RowKey>)[target.keyField] as RowKey
  const records = file.rows.map(({ record }) => record as Record<string, Scalar>)
  // A price that begins later is known by a text, and is not among what is stored here.
  const gone = new Set(prices ? file.gone.filter((key) => typeof key === 'number') : file.gone)
  const touched = {
    keys: [...records.map(keyOf), ...gone],
    codes: target.uniqueField
      ? records.flatMap((record) => (typeof record.code === 'string' ? [record.code] : []))
      : [],
    // What a price changes is told by the others of its article.
    articles: isDated(file)
      ? [...file.rows.map(({ record }) => record.articleId), ...file.gone.map((key) => keyParts(key)[1])]
      : [],
  }
  const stored = await readStored(t, target, file.complete ? undefined : touched)
  const problems = [...file.problems, ...unknown]
  const isAhead = new Set<object>(prices?.ahead.map(({ record }) => record))
  const isKnown = (record: object) => stored.has(keyOf(record)) && !isAhead.has(record)
  if (file.mayLack) problems.push(...lackingColumns(file, isKnown))
  /** The record whole: what its row lacks is as stored. */
  const whole = (record: object): Record<string, unknown> => {
    const before = file.mayLack ? stored.get(keyOf(record)) : undefined
    return before ? { ...target.toRecord(before.columns), ...record } : { ...record }
  }
  // What a row lacks is only known here: with it, the record must keep the rule, too.
  if (file.mayLack)
    problems.push(
      ...file.rows.flatMap(({ row, record }) => checkRecord(formatOf(file.table), headings, row, whole(record))),
    )
  const take = <R extends { row: number }>(rows: readonly R[]): R[] => {
    const badRows = new Set(problems.map(({ row }) => row))
    return rows.filter(({ row }) => !badRows.has(row))
  }
  let incoming: IncomingRow[] = take(rows).map(({ row, record }) => {
    return { row, ...target.toRow(whole(record)) }
  })
  problems.push(...refuseOwnRows(stored, incoming, headings[target.keyField] ?? null))
  incoming = take(incoming)

  const codeHeading = target.uniqueField && headings[target.uniqueField]
  const moves = codeHeading
    ? moveCodes(stored, incoming, {
        full: problems.length === 0 && file.complete,
        gone,
        isActive: target.isActive,
        heading: codeHeading,
      })
    : { problems: [], released: [], ended: new Map<RowKey, string>() }
  problems.push(...moves.problems)
  incoming = take(incoming).map((row) => {
    const code = moves.ended.get(row.key)
    return code === undefined ? row : { ...row, columns: { ...row.columns, code } }
  })
  const [ahead, past] = [take(prices?.ahead ?? []), take(prices?.past ?? [])]
  const isNothing = incoming.length + ahead.length + file.gone.length === 0
  if (problems.length > 0 && (!options.partial || isNothing)) return refusedReport(file, problems)

  // A file of which only a part is taken can't tell what is gone.
  const isWhole = problems.length === 0
  const full = isWhole && file.complete
  const planned = { full, gone, isActive: target.isActive }
  const changes = planChanges(stored, incoming, planned)
  if (!file.complete) changes.activeBefore = await countInUse(t, target)
  const successions = file.table === 'articles' ? findSuccessions(stored, incoming, planned) : []
  const told: FeedProblem[] = [
    ...successions.map(({ row }) => ({
      code: 'OTRO_ID' as const,
      row,
      column: headings[target.keyField] ?? null,
      message: 'El código cambió de ID: el artículo conserva su lugar, descuento, fotos y renglones de carritos',
    })),
    ...(file.table === 'articles' ? tellLikeCodes(stored, incoming, { ...planned, heading: codeHeading ?? '' }) : []),
  ]
  const limits = await readLimits(t)
  const judged: readonly Judged[] = isDated(file)
    ? await judgeDated(t, file, { changes, stored, full })
    : [await judgeWhole(t, file, { changes, stored, full, ahead })]
  const priced = judged.flatMap((group) => group.moves)
  if (!options.force) {
    const guards: Guard[] = []
    for (const group of judged) {
      const today = full ? { lost: 0, moved: 0 } : await readTaken(t, group.kind)
      guards.push(...findGuards({ ...group, plural: target.plural, limits, today }))
    }
    if (guards.length > 0 || context.tellAll) {
      const kept = { ...file, rows: take(file.rows), complete: full }
      const most = context.tellAll ? Number.POSITIVE_INFINITY : EXAMPLES
      const lostKeys = judged.flatMap((group) => group.lostKeys)
      const preview = await previewOwned(t, { file: kept, guards, changes, stored, moves: priced, lostKeys, most })
      context.tellAll?.(preview)
      const digest = await digestOf([...changeParts(changes), ...partsAhead(ahead)])
      return stop(t, { file: kept, guards, preview, digest, problems, context })
    }
  }
  if (full) await noteRows(t, file.table, file.rowCount)
  else if (!file.complete)
    for (const group of judged) await noteChanges(t, group.kind, group.changes.lost, farMoves(group.moves, limits))

  progress.advance(changes.unchanged)
  await deactivateRows(t, target, changes.deactivated)
  if (codeHeading) {
    const moving = changes.changed.filter(({ key, columns }) => stored.get(key)?.columns.code !== columns.code)
    await freeCodes(
      t,
      target.table,
      [...moving, ...moves.released].map(({ key }) => key),
    )
    await updateRows(t, target, moves.released, () => {})
  }
  await updateRows(t, target, changes.changed, progress.advance)
  await insertRows(t, target, changes.inserted, progress.advance)
  if (successions.length > 0) await handOver(t, successions)
  if (isSteps(file)) {
    const { changed, remarks } = await placeSteps(t, file)
    told.push(...remarks)
    // A step that nothing changed of may hold now that the shop has its branch.
    if (changed) await dueCatalogueVersion(t)
  }
  const laid = isPrices(file) ? await storeAhead(t, file, { rows: ahead, full }) : undefined
  // The instances look up the next beginning with each new version.
  if (laid && laid.inserted + laid.changed + laid.removed > 0) await dueCatalogueVersion(t)
  const { inCatalogue } = target
  if (
    typeof inCatalogue === 'object' &&
    changes.changed.some(({ key, columns }) => {
      const before = stored.get(key)?.columns ?? {}
      return inCatalogue.some((column) => column in columns && columns[column] !== before[column])
    })
  )
    await dueCatalogueVersion(t)
  await auditImport(t, { ...target, ...changes, stored, successions })
  const isPast = past.map(({ row }): [number, RowResult] => [row, 'unchanged'])
  return {
    ...refusedReport({ ...file, remarks: [...(file.remarks ?? []), ...told] }, problems),
    outcome: isWhole ? 'imported' : 'partial',
    inserted: changes.inserted.length + (laid?.inserted ?? 0),
    changed: changes.changed.length + (laid?.changed ?? 0),
    unchanged: changes.unchanged + (laid?.unchanged ?? 0) + past.length,
    deactivated: changes.deactivated.length + (laid?.removed ?? 0),
    refused: file.rowCount - incoming.length - ahead.length - past.length - (file.goneRows?.size ?? 0),
    ...(file.mayLack && {
      results: new Map([...resultsOf(file, incoming, changes), ...isPast, ...(laid?.results ?? [])]),
    }),
  }
}

interface Planned {
  changes: Changes
  stored: ReadonlyMap<RowKey, StoredRow>
  full: boolean
}

/** What guards judge of a file of other records than prices of lists: all of it together. */
async function judgeWhole(
  t: Tx,
  file: FeedFile<OwnedByErp>,
  { changes, stored, full, ahead }: Planned & { ahead: SortedPrices['ahead'] },
): Promise<Judged> {
  const { rowCount: last } = await readTaken(t, file.table)
  const keys = lostKeysOf(changes, stored, targets[file.table].isActive)
  const later = judgeAhead(ahead, stored)
  const lostLater = [...later.lost].filter((key) => !keys.includes(key))
  return {
    kind: file.table,
    of: '',
    changes: { ...changes, lost: changes.lost + lostLater.length },
    lostKeys: [...keys, ...lostLater],
    moves: file.table === 'prices' ? [...priceMoves(changes, stored), ...later.moves] : [],
    rows: full && last !== null ? { now: file.rowCount, last } : null,
  }
}

/** What became of each row of a batch. */
function resultsOf(
  { goneRows }: FeedFile<FeedTable>,
  incoming: readonly IncomingRow[],
  { inserted, changed, deactivated }: Changes,
): ReadonlyMap<number, RowResult> {
  const keys = (rows: readonly { key: RowKey }[]) => new Set(rows.map(({ key }) => key))
  const [isNew, isChanged, isGone] = [keys(inserted), keys(changed), new Set(deactivated)]
  const results = new Map<number, RowResult>()
  for (const { row, key } of incoming)
    results.set(row, isNew.has(key) ? 'inserted' : isChanged.has(key) ? 'changed' : 'unchanged')
  for (const [row, key] of goneRows ?? []) results.set(row, isGone.has(key) ? 'deactivated' : 'unchanged')
  return results
}

async function importListings(
  t: Tx,
  file: FeedFile<'listings'>,
  unknown: readonly FeedProblem[],
  context: ImportContext,
): Promise<FileReport> {
  const { options, progress } = context
  const problems = [...file.problems, ...unknown]
  const articles = await readArticleCodes(t, codesOf(file))
  if (file.mayLack) {
    const isListed = ({ articleCode }: { articleCode: string }) => articles.get(articleCode)?.listed === true
    problems.push(...lackingColumns(file, (record) => isListed(record as { articleCode: string })))
  }
  const badRows = new Set(problems.map(({ row }) => row))
  const rows = file.rows.filter(({ row }) => !badRows.has(row))
  if (problems.length > 0 && (!options.partial || rows.length === 0)) return refusedReport(file, problems)
  const found = rows.flatMap(({ row, record }) => {
    const article = articles.get(record.articleCode)
    return article ? [{ row, record, listed: article.listed, articleId: article.id }] : []
  })
  const missing = found.filter(({ listed }): boolean => !listed)
  const there = found.filter(({ listed }) => listed)
  const named = file.changesListings ? [...missing, ...there] : missing
  const { names, hasNames } = await newNamesOf(t, named, file.mayLack === true)
  const guards = options.force ? [] : nameGuard(names, hasNames)
  if (guards.length > 0 || context.tellAll) {
    const figures = { inserted: missing.length, unchanged: rows.length - missing.length }
    const preview = previewOf(file, guards, { ...figures, newNames: shownNames(names, context.tellAll !== undefined) })
    context.tellAll?.(preview)
    const digest = await digestOf(named.map(({ articleId, record }) => [articleId, record]))
    return stop(t, { file: { ...file, rows }, guards, preview, digest, problems, context })
  }
  progress.advance(rows.length - missing.length)
  await storeListings(t, missing, progress.advance)
  // A file says the same of listings at each reading; only a batch is answered which of its rows did nothing.
  const differing = file.mayLack ? await changeListings(t, there, file.changesListings === true) : new Set()
  const changed = file.changesListings ? differing.size : 0
  const resultOf = ({ row, listed }: { row: number; listed: boolean }): RowResult => {
    if (!listed) return 'inserted'
    if (!differing.has(row)) return 'unchanged'
    return file.changesListings ? 'changed' : 'kept'
  }
  return {
    ...refusedReport(file, problems),
    outcome: problems.length === 0 ? 'imported' : 'partial',
    inserted: missing.length,
    changed,
    unchanged: rows.length - missing.length - changed,
    refused: file.rowCount - rows.length,
    ...(file.mayLack && { results: new Map(found.map((row) => [row.row, resultOf(row)])) }),
  }
}
