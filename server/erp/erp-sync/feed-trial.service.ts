/** Dry runs: what the ERP's news would change, for an admin (R218). A job makes one; its row in `erp_run` tells how far. */
import * as z from 'zod/mini'
import { type FeedTrial, feedTrial, isTrying, noErp, type TriedFile } from '../../../contract/erp.ts'
import { texts } from '../../../contract/errors.ts'
import type { Db, Log, Queryable } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { cutText } from '../../lib/cut-text.ts'
import { FeedError } from '../../ports/erp/erp.ts'
import * as queries from './erp-runs.queries.ts'
import {
  type FileReport,
  groupedProblems,
  ImportBusyError,
  type ImportProgress,
  namedRows,
  tryFeed,
} from './erp-sync.service.ts'
import type { FeedSource } from './feed-news.service.ts'

/** Faults that are told of one file, and the characters in which each names its rows. */
const MOST_FAULTS = 100
const LONGEST_ROWS = 200

const begun = { state: 'en espera', file: '', done: 0, total: 0, reason: '', files: [] } as const

/** The last trial that was asked for; null when none was. */
export async function lastTrial(db: Queryable): Promise<FeedTrial | null> {
  const row = await queries.findTrial(db)
  return row ? z.decode(feedTrial, row.trial as z.input<typeof feedTrial>) : null
}

/** Begins a trial and answers it; while one is under way, answers that one. */
export async function beginTrial(db: Db): Promise<FeedTrial> {
  return db.tx(async (t, publish) => {
    await queries.lockRuns(t)
    const last = await lastTrial(t)
    if (last && isTrying(last)) return last
    const trial: FeedTrial = { ...begun, files: [], at: new Date().toISOString() }
    const runId = await queries.replaceTrial(t, z.encode(feedTrial, trial))
    await enqueue(t, { kind: 'erpTrial', payload: { runId } })
    publish('job')
    return trial
  })
}

/** Makes the handler of the job that `beginTrial` stores. A trial that fails is reported, not tried again. */
export function erpTrialHandler(db: Db, source: FeedSource | undefined, log: Log): Handler<'erpTrial'> {
  return async ({ runId }, { createdAt, signal }) => {
    const tell = (news: Partial<FeedTrial>) =>
      queries.storeTrial(db.kysely, runId, z.encode(feedTrial, { ...begun, files: [], at: createdAt, ...news }))
    const progress = storeOneAtATime((now: ImportProgress) => tell({ state: 'en curso', ...now }))
    try {
      if (!source) throw new FeedError(noErp)
      await tell({ state: 'en curso' })
      const report = await tryFeed(db, await source.peek(signal), { waits: 'Ensayo' }, progress.store)
      await progress.settled()
      await tell({ state: 'listo', files: report.files.map(toTriedFile) })
    } catch (error) {
      await progress.settled()
      // The worker is stopping; the next one begins the trial again.
      if (signal.aborted) throw error
      const isKnown = error instanceof FeedError || error instanceof ImportBusyError
      if (!isKnown) log.error({ err: error }, 'the trial of the ERP’s news failed')
      await tell({ state: 'no se pudo', reason: isKnown ? error.message : texts.internal })
    }
  }
}

/** Stores one value at a time and drops those that come meanwhile; an embedded database stores none until the trial ends. */
function storeOneAtATime<T>(store: (value: T) => Promise<unknown>) {
  let storing: Promise<unknown> | undefined
  return {
    store: (value: T) => {
      storing ??= store(value)
        .catch(() => {})
        .finally(() => {
          storing = undefined
        })
    },
    settled: async () => void (await storing),
  }
}

const outcomes = {
  imported: 'importado',
  partial: 'en parte',
  refused: 'rechazado',
  waiting: 'en espera',
} as const

function toTriedFile({ file, outcome, problems, remarks, guards, planned, ...done }: FileReport): TriedFile {
  const counts = { ...done, ...planned, ...(planned && { refused: 0 }) }
  const asked = guards.map(({ message }) => ({ place: '', message }))
  const found = groupedProblems([...problems, ...remarks]).map(({ column, message, rows }) => {
    const named = rows.length > 0 && namedRows(rows)
    const short = named && named.length > LONGEST_ROWS ? `${cutText(named, LONGEST_ROWS)}…` : named
    return { place: [short, column !== null && `columna ${column}`].filter(Boolean).join(', '), message }
  })
  const faults = [...asked, ...found]
  const { read, inserted, changed, unchanged, deactivated, refused } = counts
  return {
    file,
    outcome: outcomes[outcome],
    read,
    inserted,
    changed,
    unchanged,
    deactivated,
    refused,
    faults: faults.slice(0, MOST_FAULTS),
    more: Math.max(0, faults.length - MOST_FAULTS),
  }
}
