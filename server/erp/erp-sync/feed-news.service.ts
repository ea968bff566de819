/** Polling the ERP's feed while the shop runs, and importing what is new (R30). */

import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../../db/demo-mark.ts'
import { silentLog } from '../../db/log.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { type BatchOutcome, type BatchReport, type ErpFeed, FeedError, type SettledFile } from '../../ports/erp/erp.ts'
import { retryDependent } from './answer-waiting.service.ts'
import { storeRun } from './erp-runs.queries.ts'
import { noteRun } from './erp-runs.service.ts'
import {
  type FileReport,
  ImportBusyError,
  type ImportReport,
  importFeed,
  reportJson,
  reportText,
  unreadJson,
} from './erp-sync.service.ts'
import { noteImportByHand, noteReading } from './feed-state.service.ts'
import { settledFile } from './waiting.service.ts'

/** A feed that waits to be imported. */
export interface FeedNews {
  /** Its name in the list of imports. */
  source: string
  /** @throws FeedError when it cannot be read at all */
  open(): Promise<ErpFeed>
  /** Whether the ERP is told what was not taken: a service has no folder to look into. */
  readonly tellsErp?: boolean
  /** Called after the import with what became of the files that were not taken ('refused': none could be read). */
  finish?(outcome: BatchOutcome, report: BatchReport): Promise<void>
}

/** A place that is polled for feeds. */
export interface FeedSource {
  /** What is new; undefined when nothing is. */
  look(signal: AbortSignal): Promise<FeedNews | undefined>
  /** What it holds now, without taking it. @throws FeedError when it cannot be read at all */
  peek(signal: AbortSignal): Promise<ErpFeed>
  /** Puts away files that waited for a person, by what became of each. */
  settle?(stateOf: (source: string, file: string) => Promise<SettledFile | 'waiting'>): Promise<void>
  /** Milliseconds between two looks. */
  readonly everyMs: number
}

const LONGEST_PAUSE_MS = 3_600_000

/** Imports what a source has; undefined when it has nothing. What cannot be read at all is reported, not thrown. */
export async function importNews(
  db: Db,
  source: FeedSource,
  signal: AbortSignal,
  log: Log = silentLog,
): Promise<{ complete: boolean; text: string } | undefined> {
  if (await hasDemoData(db.kysely)) return refuseInDemo(db, log)
  await source.settle?.((name, file) => settledFile(db.kysely, name, file))
  const news = await source.look(signal)
  if (!news) return undefined
  let report: ImportReport
  try {
    report = await importFeed(db, await news.open(), { waits: news.source })
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    const text = `${error.message}\r\n`
    await news.finish?.('refused', { text, json: unreadJson(error.message) })
    const json = unreadJson(error.message)
    await noteRun(db, { source: news.source, complete: false, text, json, tellErp: news.tellsErp === true })
    await noteReading(db, { fault: error.message }, log)
    return { complete: false, text }
  }
  const text = reportText(report)
  await news.finish?.(notTaken(report), { text, json: reportJson(report) })
  const written = report.files.some(({ inserted, changed, deactivated }) => inserted + changed + deactivated > 0)
  if (written || !report.complete) {
    const tellErp = news.tellsErp === true && !report.complete
    const json = reportJson(report)
    await noteRun(db, { source: news.source, complete: report.complete, text, json, tellErp })
  }
  await noteReading(db, report, log)
  if (written) await retryDependent(db, log)
  if (written) log.info({ source: news.source, complete: report.complete, ...sums(report) }, 'feed taken')
  return { complete: report.complete, text }
}

const notTaken = ({ files }: ImportReport): BatchOutcome =>
  new Map(
    files.flatMap(({ file, outcome }) =>
      outcome === 'refused' || outcome === 'waiting' ? [[file, outcome] as const] : [],
    ),
  )

function sums({ files }: ImportReport) {
  const sum = (value: (file: FileReport) => number) => files.reduce((all, file) => all + value(file), 0)
  return {
    inserted: sum(({ inserted }) => inserted),
    changed: sum(({ changed }) => changed),
    deactivated: sum(({ deactivated }) => deactivated),
  }
}

/** Reports that a demo shop takes no feed. Files in the feed's folder wait until the shop is a real one (R233). */
async function refuseInDemo(db: Db, log: Log) {
  const text = `${DEMO_HOLDS_THE_SHOP}\r\n`
  await storeRun(db.kysely, { source: 'ERP', complete: false, text })
  await noteReading(db, { fault: DEMO_HOLDS_THE_SHOP }, log)
  return { complete: false, text }
}

/** Stores the report of `bulto import` in the list of imports. */
export async function storeCommandRun(db: Db, report: ImportReport): Promise<void> {
  await storeRun(db.kysely, {
    source: 'bulto import',
    complete: report.complete,
    text: reportText(report),
  })
  await noteImportByHand(db, report.files)
  await retryDependent(db, silentLog)
}

/**
 * Makes the handler of the job that polls the feed for as long as the shop runs. A failure is reported once and tried
 * again with backoff, up to an hour: the job itself is never given up. Without a source it ends.
 *
 * @param before what comes first in each look: the ERP's answers
 * @param after what may need the feed's articles: its pictures
 */
export function erpFeedHandler(
  db: Db,
  source: FeedSource | undefined,
  log: Log,
  {
    before = async () => {},
    after = async () => {},
  }: { before?: (signal: AbortSignal) => Promise<void>; after?: (signal: AbortSignal) => Promise<void> } = {},
): Handler<'erpFeed'> {
  let failures = 0
  return async (_, { signal }) => {
    if (!source) return undefined
    try {
      await before(signal)
      await importNews(db, source, signal, log)
      await after(signal)
      failures = 0
    } catch (error) {
      // Another import is running: the files stay where they are and are taken at a later look.
      if (error instanceof ImportBusyError) return { againInMs: source.everyMs }
      failures++
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, failures }, 'the ERP could not be read')
      await storeRun(db.kysely, { source: 'ERP', complete: false, text: `${message}\r\n` })
    }
    return { againInMs: Math.min(LONGEST_PAUSE_MS, source.everyMs * 2 ** Math.min(failures, 12)) }
  }
}
