/**
 * The outbox: a job is stored in the transaction that causes it, and the worker does it after the commit.
 * So a job is neither lost (crash, outage) nor done for a change that was rolled back.
 */

import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { insertJobs } from './jobs.queries.ts'
import type { JobKind, PayloadOf } from './kinds.ts'

interface JobOf<K extends JobKind> {
  kind: K
  payload: PayloadOf<K>
  /** A second job with the same key is not stored; kept as long as the first job is (30 days when done). */
  uniqueKey?: string
  /** The job runs at this instant at the earliest; without it at once. */
  runAt?: Date
}
export type NewJob = { [K in JobKind]: JobOf<K> }[JobKind]

/**
 * Stores a job in the caller's transaction. The caller publishes 'job' there, so that the worker wakes
 * at the commit; without that the job waits until the worker polls.
 *
 * @returns the job's id, or null when its unique key is taken
 */
export async function enqueue(t: Transaction<Tables>, job: NewJob): Promise<number | null> {
  const [id] = await enqueueAll(t, [job])
  return id ?? null
}

/** Stores several jobs with one statement; see `enqueue`. Returns the ids of those that were stored. */
export async function enqueueAll(t: Transaction<Tables>, jobs: readonly NewJob[]): Promise<number[]> {
  if (jobs.length === 0) return []
  return insertJobs(
    t,
    jobs.map(({ kind, payload, uniqueKey = null, runAt }) => ({
      kind,
      payload: JSON.stringify(payload),
      unique_key: uniqueKey,
      ...(runAt && { run_at: runAt }),
    })),
  )
}
