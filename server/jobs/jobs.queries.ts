/** SQL of the outbox. A job is pending, running (a worker has it until its lease ends), done or dead. */
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Jobs of one statement: PostgreSQL takes 65,535 parameters in one, and a job has up to five. */
const JOBS_AT_ONCE = 5_000

/** Stores jobs, leaving out those whose unique key is taken; returns the ids of the others. */
export async function insertJobs(db: Queryable, jobs: readonly Insertable<Tables['job']>[]): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < jobs.length; at += JOBS_AT_ONCE) {
    const rows = await db
      .insertInto('job')
      .values(jobs.slice(at, at + JOBS_AT_ONCE))
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** An instant that a test gives; undefined uses the database's clock, which is one for all instances. */
export type Instant = Date | undefined
const at = (now: Instant): RawBuilder<Date> => (now ? sql`${now}::timestamptz` : sql`now()`)
const after = (now: Instant, ms: number): RawBuilder<Date> => sql`${at(now)} + ${ms / 1000} * interval '1 second'`

/** A job that a worker has taken. */
export interface ClaimedJob {
  id: number
  kind: string
  payload: unknown
  /** Dead when it was found abandoned after its last attempt. */
  state: 'running' | 'dead'
  attempts: number
  created_at: string
}

export interface Claim {
  now: Instant
  limit: number
  kinds: readonly string[]
  /** Kinds that are taken after all other due jobs. */
  last: readonly string[]
  /** Ids of jobs that the caller still runs: it does not get them again when their lease is over. */
  held: readonly number[]
  leaseMs: number
  maxAttempts: number
}

/**
 * Takes due jobs, the longest waiting first (those of `last` after all others), and jobs whose lease is over. No two callers
 * get the same job. A job that was abandoned in its last attempt becomes dead: it may kill the process that runs it. In a
 * drill all jobs wait (R301): they would reach the clients, the ERP and perhaps the files of the shop that it copies.
 */
export async function claimJobs(db: Queryable, claim: Claim): Promise<ClaimedJob[]> {
  const { now, limit, kinds, last, held, leaseMs, maxAttempts } = claim
  // A plain subquery may be evaluated more than once and then take more than the limit.
  const { rows } = await sql<ClaimedJob & { run_at: string }>`
    with due as materialized (
      select id, state = 'running' and attempts >= ${maxAttempts} as abandoned
      from job
      where state in ('pending', 'running')
        and not exists (select from drill)
        and run_at <= ${at(now)}
        and (state = 'pending' or lease_until <= ${at(now)})
        and kind = any(${kinds}::text[])
        and id <> all(${held}::bigint[])
      order by kind = any(${last}::text[]), run_at, id
      limit ${limit}
      for update skip locked
    )
    update job set
      state = case when abandoned then 'dead' else 'running' end,
      attempts = case when abandoned then attempts else attempts + 1 end,
      lease_until = case when abandoned then null else ${after(now, leaseMs)} end,
      error = case when abandoned then 'abandoned in its last attempt' else error end
    from due
    where job.id = due.id
    returning job.id, job.kind, job.payload, job.state, job.attempts, job.created_at, job.run_at`.execute(db)
  return rows.sort((a, b) => a.run_at.localeCompare(b.run_at) || a.id - b.id)
}

/** Marks jobs as done, even when their lease is over and another worker has them: their work is done. */
export async function markDone(db: Queryable, ids: readonly number[], now: Instant): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'done', done_at: at(now), lease_until: null, error: null })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', '<>', 'done')
    .execute()
}

/** An attempt at a job. A worker whose job another worker has taken since changes nothing: the attempt's number differs. */
export interface Attempt {
  id: number
  attempts: number
}
const updateAttempt = (db: Queryable, { id, attempts }: Attempt) =>
  db.updateTable('job').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'running')

/** Puts a failed job back, to be tried again after `pauseMs`. */
export async function postpone(
  db: Queryable,
  attempt: Attempt,
  { now, pauseMs, error }: { now: Instant; pauseMs: number; error: string },
): Promise<void> {
  await updateAttempt(db, attempt)
    .set({ state: 'pending', lease_until: null, run_at: after(now, pauseMs), error })
    .execute()
}

/** Puts a recurring job back, to be run again after `pauseMs`, with all its attempts. */
export async function repeat(db: Queryable, attempt: Attempt, now: Instant, pauseMs: number): Promise<void> {
  await updateAttempt(db, attempt)
    .set({ state: 'pending', lease_until: null, attempts: 0, run_at: after(now, pauseMs), error: null })
    .execute()
}

/** Extends the lease of a running job to `leaseMs` from now. */
export async function extendLease(db: Queryable, attempt: Attempt, now: Instant, leaseMs: number): Promise<void> {
  await updateAttempt(db, attempt)
    .set({ lease_until: sql<string>`${after(now, leaseMs)}` })
    .execute()
}

/** Gives a job up; it stays in the table with its reason until a person decides (see `reviveJob`). */
export async function bury(db: Queryable, attempt: Attempt, error: string): Promise<void> {
  await updateAttempt(db, attempt).set({ state: 'dead', lease_until: null, error }).execute()
}

/** Notes in a job that its unrepeatable step begins now. False when an earlier attempt began it: nobody knows its outcome. */
export async function beginOnce(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await sql`update job set payload = payload || '{"begun": true}'
    where id = ${id} and payload->'begun' is null returning id`.execute(db)
  return rows.length === 1
}

/** Takes the note of `beginOnce` back: the step surely had no effect. */
export async function forgetBeginning(db: Queryable, id: number): Promise<void> {
  await sql`update job set payload = payload - 'begun' where id = ${id}`.execute(db)
}

/** Gives a job back untried, for another worker to take at once, or when `afterMs` milliseconds have passed. */
export async function release(db: Queryable, attempt: Attempt, afterMs = 0): Promise<void> {
  await updateAttempt(db, attempt)
    .set({
      ...{ state: 'pending', lease_until: null, attempts: attempt.attempts - 1 },
      ...(afterMs > 0 && { run_at: sql`now() + ${afterMs / 1000} * interval '1 second'` }),
    })
    .execute()
}

/** Deletes jobs that were done more than `days` ago. Returns how many. */
export async function deleteDone(db: Queryable, days: number, now: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('state', '=', 'done')
    .where(sql<boolean>`done_at < ${at(now)} - ${days} * interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Jobs that were given up, the latest first: what somebody has to look at. */
export async function listDead(db: Queryable, limit = 100) {
  return db
    .selectFrom('job')
    .select(['id', 'kind', 'payload', 'attempts', 'error', 'created_at'])
    .where('state', '=', 'dead')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Makes sure that the one job of a recurring kind is in the table; one that is done or dead becomes due again. */
export async function ensureJob(db: Queryable, kind: string): Promise<void> {
  await sql`insert into job (kind, payload, unique_key) values (${kind}, '{}', ${kind})
    on conflict (unique_key) do update set state = 'pending', attempts = 0, run_at = now()
    where job.state in ('done', 'dead')`.execute(db)
}

/**
 * Puts a dead job back with all its attempts, without the note of `beginOnce`: a person wants it done. False when there is no
 * such job. The caller publishes 'job'.
 */
export async function reviveJob(db: Queryable, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'pending', attempts: 0, run_at: sql`now()`, payload: sql<string>`payload - 'begun'` })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface JobCount {
  kind: string
  state: 'pending' | 'running' | 'dead'
  count: number
  /** Seconds since the oldest job became due; null when none is due. */
  due_for: number | null
}

/** Jobs that are not done, by kind and state. */
export async function countJobs(db: Queryable): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select kind, state, count(*) as count,
      (extract(epoch from now() - min(run_at) filter (where state <> 'dead' and run_at <= now())))::float8 as due_for
    from job where state in ('pending', 'running') or state = 'dead'
    group by kind, state`.execute(db)
  return rows
}
