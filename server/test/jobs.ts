/** Tools for tests of jobs: a clock that the test sets, handlers that record their calls, a look at the table. */
import { silentLog } from '../db/log.ts'
import type { Db } from '../db/open.ts'
import { type Handlers, jobKinds, type PayloadOf } from '../jobs/kinds.ts'
import { enqueue, type NewJob } from '../jobs/outbox.ts'
import { startWorker, type Worker, type WorkerOptions } from '../jobs/worker.ts'

export interface TestClock {
  now: () => Date
  advance(ms: number): void
}

/** A clock that stands still until it is set. It starts ahead of the real one, so that a job stored now is due. */
export function testClock(): TestClock {
  let time = Date.parse('2040-01-01T12:00:00.000Z')
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
  }
}

/** A promise and the functions that settle it. */
export interface Deferred {
  promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}
export function deferred(): Deferred {
  let resolve = () => {}
  let reject = (_: Error) => {}
  const promise = new Promise<void>((keep, breakIt) => {
    resolve = keep
    reject = breakIt
  })
  return { promise, resolve, reject }
}

type Mail = PayloadOf<'newOrderMail'>
export const mailTo = (orderId: number, more: Pick<NewJob, 'uniqueKey' | 'runAt'> = {}): NewJob => ({
  kind: 'newOrderMail',
  payload: { orderId, to: 'compras@example.com', audience: 'client' },
  ...more,
})

/** Stores jobs and tells the workers. */
export const put = (db: Db, ...jobs: NewJob[]): Promise<(number | null)[]> =>
  db.tx(async (t, publish) => {
    const ids = []
    for (const job of jobs) ids.push(await enqueue(t, job))
    publish('job')
    return ids
  })

export const jobRows = (db: Db) => db.kysely.selectFrom('job').selectAll().orderBy('id').execute()

/** Handlers that only take mails about orders; another kind of job is a mistake in the test. */
export function handlersOf(newOrderMail: Handlers['newOrderMail']): Handlers {
  const unexpected = async () => {
    throw new Error('This test has no such jobs')
  }
  const all = Object.fromEntries(Object.keys(jobKinds).map((kind) => [kind, unexpected]))
  return { ...(all as unknown as Handlers), newOrderMail }
}

/** Runs all jobs of these kinds, whether or not they succeed, for so many hours of the clock. */
export async function runJobs(db: Db, clock: TestClock, handlers: Partial<Handlers>, hours = 1): Promise<void> {
  const all = { ...handlersOf(async () => {}), ...handlers }
  const worker = startWorker({ db, now: clock.now, log: silentLog, handlers: all })
  for (let hour = 0; hour < hours; hour++) {
    clock.advance(3_600_000)
    await worker.idle()
  }
  await worker.stop()
}

/**
 * Starts workers that all end with the test (`afterEach(workers.stop)`). They look at the table only when
 * told to, unless the test says otherwise.
 */
export function testWorkers() {
  let started: Worker[] = []
  return {
    start(
      db: Db,
      handle: (mail: Mail, job: Parameters<Handlers['newOrderMail']>[1]) => unknown,
      more: Partial<WorkerOptions> = {},
    ) {
      const handlers = handlersOf(async (payload, job) => void (await handle(payload, job)))
      const worker = startWorker({
        db,
        handlers,
        log: silentLog,
        random: () => 1,
        pollMs: 2 ** 31 - 1,
        ...more,
      })
      started.push(worker)
      return worker
    },
    async stop() {
      await Promise.all(started.map((worker) => worker.stop(0)))
      started = []
    },
  }
}
