/** The worker of the outbox: takes jobs, runs them, retries failed ones with backoff, and deletes old ones. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Log } from '../db/open.ts'
import { outageLog, outageOf } from '../db/outage.ts'
import { createAlarm } from './alarm.ts'
import { MAX_ATTEMPTS, PermanentFailure, pauseAfter } from './failure.ts'
import {
  bury,
  type ClaimedJob,
  claimJobs,
  deleteDone,
  extendLease,
  markDone,
  postpone,
  release,
  repeat,
} from './jobs.queries.ts'
import {
  type Again,
  type Handler,
  type Handlers,
  type JobInfo,
  type JobKind,
  jobKinds,
  LAST_KINDS,
  LINGERING,
} from './kinds.ts'
import { together } from './together.ts'

export interface WorkerOptions {
  db: Db
  /** Kinds without a handler are left to other workers. */
  handlers: Partial<Handlers>
  log: Log
  /** A test's clock; without it the database's clock counts, one for all instances. */
  now?: () => Date
  /** A number from 0 up to 1, like Math.random(); for the backoff. */
  random?: () => number
  /** The most jobs that run at the same time. */
  concurrency?: number
  /** Lease of a job in milliseconds; when it ends, other workers take the job for abandoned. */
  leaseMs?: number
  maxAttempts?: number
  /** Milliseconds between looks for jobs without being woken: for retries, and for lost notifications. */
  pollMs?: number
}

export interface Worker {
  /** Waits until no job is due and none runs. */
  idle(): Promise<void>
  /**
   * Takes no more jobs and waits for the running ones, at most `graceMs`; then releases jobs that still
   * run, for another worker, and aborts their signal.
   */
  stop(graceMs?: number): Promise<void>
}

const DAY_MS = 86_400_000
const KEEP_DONE_DAYS = 30
const LONGEST_ERROR = 1_000

/**
 * Starts to run the jobs of the outbox, each at least once. Several workers may share a database.
 * The worker goes on when the database fails.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, handlers, log, now, random = Math.random } = options
  const { concurrency = 4, leaseMs = 120_000, maxAttempts = MAX_ATTEMPTS, pollMs = 1_000 } = options
  const alarm = createAlarm()
  const tellOutage = outageLog(log)
  const abort = new AbortController()
  const running = new Map<ClaimedJob, Promise<void>>()
  let waiting: (() => void)[] = []
  let cleanedAt = Number.NEGATIVE_INFINITY
  let stopping = false

  const noteDone = together<number>((ids) => markDone(db.kysely, ids, now?.()))

  const unsubscribe = db.on('job', alarm.ring)
  const ended = loop()

  async function loop(): Promise<void> {
    while (!stopping) {
      const claimed = await round()
      if (claimed === 0 || running.size >= concurrency) await alarm.wait(pollMs)
    }
  }

  /** Claims as many jobs as it may still run, and starts them; returns how many it claimed. */
  async function round(): Promise<number> {
    // A caller of `idle` that begins to wait during this round waits for the next one: this round may have missed its job.
    const idleCallers = waiting
    waiting = []
    let claimed: ClaimedJob[] = []
    try {
      await clean()
      claimed = await claim()
      if (claimed.length === 0 && running.size === 0) for (const tell of idleCallers.splice(0)) tell()
    } catch (error) {
      const outage = outageOf(error)
      if (outage) tellOutage(outage, error)
      else log.error({ err: error }, 'jobs could not be read')
    }
    waiting.push(...idleCallers)
    return claimed.length
  }

  async function claim(): Promise<ClaimedJob[]> {
    const limit = concurrency - running.size
    if (limit <= 0) return []
    const kinds = Object.keys(handlers)
    const held = [...running.keys()].map(({ id }) => id)
    const jobs = await claimJobs(db.kysely, {
      now: now?.(),
      limit,
      kinds,
      last: LAST_KINDS,
      held,
      leaseMs,
      maxAttempts,
    })
    for (const job of jobs) {
      if (job.state === 'dead') log.error(named(job), 'job dead: abandoned in its last attempt')
      else start(job)
    }
    return jobs
  }

  function start(job: ClaimedJob): void {
    // Renewing at half the lease leaves time for a second try.
    const renewal = setInterval(() => {
      extendLease(db.kysely, job, now?.(), leaseMs).catch((error) =>
        log.warn({ ...named(job), err: error }, 'lease of a job not extended'),
      )
    }, leaseMs / 2)
    const done = attempt(job)
      .finally(() => clearInterval(renewal))
      .then((outcome) => record(job, outcome))
      .catch((error) => log.error({ ...named(job), err: error }, 'outcome of a job not stored: done again later'))
      .finally(() => {
        running.delete(job)
        alarm.ring()
      })
    running.set(job, done)
  }

  /** Runs the handler; returns its failure, `Again` for a recurring job, or null when the job is done. */
  async function attempt(job: ClaimedJob): Promise<Error | Again | null> {
    const { id, attempts, created_at } = job
    try {
      const kind = job.kind as JobKind
      const payload = jobKinds[kind].safeParse(job.payload)
      if (!payload.success) throw new PermanentFailure(`payload not understood: ${payload.error.message}`)
      const info: JobInfo = { id, kind, attempt: attempts, createdAt: created_at, signal: abort.signal }
      return (await (handlers[kind] as Handler<JobKind>)(payload.data, info)) ?? null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  async function record(job: ClaimedJob, outcome: Error | Again | null): Promise<void> {
    if (outcome && 'againInMs' in outcome) {
      await repeat(db.kysely, job, now?.(), outcome.againInMs)
      return
    }
    if (!outcome) {
      await noteDone(job.id)
      log.info(named(job), 'job done')
      return
    }
    // What a server said may hold the character NUL, which no text in the database can.
    const error = outcome.message.replaceAll('\0', '').slice(0, LONGEST_ERROR)
    if (outcome instanceof PermanentFailure || job.attempts >= maxAttempts) {
      await bury(db.kysely, job, error)
      log.error({ ...named(job), err: outcome }, 'job dead')
    } else {
      const pauseMs = pauseAfter(job.attempts, random())
      await postpone(db.kysely, job, { now: now?.(), pauseMs, error })
      log.warn({ ...named(job), err: outcome, pauseMs }, 'job failed, to be tried again')
    }
  }

  async function clean(): Promise<void> {
    const time = (now?.() ?? new Date()).getTime()
    if (time - cleanedAt < DAY_MS) return
    await deleteDone(db.kysely, KEEP_DONE_DAYS, now?.())
    cleanedAt = time
  }

  async function stop(graceMs: number): Promise<void> {
    stopping = true
    unsubscribe()
    alarm.ring()
    await ended
    for (const tell of waiting.splice(0)) tell()
    const grace = new AbortController()
    await Promise.race([
      Promise.all(running.values()),
      delay(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
    ])
    grace.abort()
    // The jobs are released before the abort: a handler that it makes fail does not count as a failed job.
    const releases = [...running.keys()].map((job) => release(db.kysely, job, LINGERING[job.kind as JobKind]))
    for (const { reason } of (await Promise.allSettled(releases)).filter((outcome) => outcome.status === 'rejected')) {
      log.error({ err: reason }, 'job not given back: free when its lease ends')
    }
    abort.abort()
  }

  let stopped: Promise<void> | undefined
  return {
    idle: async () => {
      if (stopping) return
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        alarm.ring()
      })
    },
    stop: (graceMs = 10_000) => (stopped ??= stop(graceMs)),
  }
}

const named = ({ id, kind, attempts }: ClaimedJob) => ({ job: id, kind, attempt: attempts })
