import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../db/log.ts'
import { deferred, jobRows, mailTo, put, testClock, testWorkers } from '../test/jobs.ts'
import { withBothDatabases } from '../test/test-database.ts'
import { PermanentFailure } from './failure.ts'
import { claimJobs, listDead, reviveJob } from './jobs.queries.ts'
import { LAST_KINDS } from './kinds.ts'
import { enqueue } from './outbox.ts'
import { startWorker } from './worker.ts'

withBothDatabases('worker', (database) => {
  const workers = testWorkers()
  afterEach(workers.stop)
  beforeEach(() => database().db.kysely.deleteFrom('job').execute())

  describe('storing and waking', () => {
    test('does a job as soon as its transaction commits', async () => {
      const { db } = database()
      const called = deferred()
      const seen: unknown[] = []
      const worker = workers.start(db, (mail, job) => {
        seen.push(mail, { id: job.id, attempt: job.attempt })
        called.resolve()
      })
      await worker.idle()
      const [id] = await put(db, mailTo(7))
      await called.promise
      await worker.idle()
      expect(seen).toEqual([mailTo(7).payload, { id, attempt: 1 }])
      expect(await jobRows(db)).toMatchObject([
        { id, state: 'done', attempts: 1, error: null, lease_until: null, done_at: expect.any(String) },
      ])
    })

    test('finds by itself what nobody told it about', async () => {
      const { db } = database()
      const called = deferred()
      const worker = workers.start(db, called.resolve, { pollMs: 5 })
      await worker.idle()
      await db.tx((t) => enqueue(t, mailTo(1)))
      await called.promise
    })

    test('stores nothing when the transaction is rolled back', async () => {
      const { db } = database()
      await expect(
        db.tx(async (t) => {
          await enqueue(t, mailTo(1))
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      expect(await jobRows(db)).toEqual([])
    })

    test('stores a unique key once, also when its job is done', async () => {
      const { db } = database()
      const [first, second] = await put(db, mailTo(1, { uniqueKey: 'a' }), mailTo(2, { uniqueKey: 'a' }))
      expect([typeof first, second]).toEqual(['number', null])
      const worker = workers.start(db, () => {})
      await worker.idle()
      expect(await put(db, mailTo(3, { uniqueKey: 'a' }))).toEqual([null])
      expect(await jobRows(db)).toMatchObject([{ payload: { orderId: 1 }, state: 'done' }])
    })

    test('waits for the instant a job is meant for', async () => {
      const { db } = database()
      const clock = testClock()
      const seen: number[] = []
      await put(db, mailTo(1, { runAt: new Date(clock.now().getTime() + 1_000) }))
      const worker = workers.start(db, ({ orderId }) => seen.push(orderId), clock)
      clock.advance(999)
      await worker.idle()
      expect(seen).toEqual([])
      clock.advance(1)
      await worker.idle()
      expect(seen).toEqual([1])
    })

    test('lets an order for the ERP and a code pass the mails about orders that wait longer', async () => {
      const { db } = database()
      const dispatch = { orderId: 1, about: 'dispatched', parcel: 'G-1', day: '2026-12-01' } as const
      const [mail, told, order, code] = await put(
        db,
        mailTo(1),
        { kind: 'courseMail', payload: dispatch },
        { kind: 'erpOrder', payload: { orderId: 1 } },
        { kind: 'resetCodeMail', payload: { userId: 1 } },
      )
      const kinds = ['newOrderMail', 'courseMail', 'erpOrder', 'resetCodeMail']
      const claim = { now: undefined, limit: 1, kinds, last: LAST_KINDS, held: [] }
      const next = async () => (await claimJobs(db.kysely, { ...claim, leaseMs: 1_000, maxAttempts: 5 }))[0]?.id
      expect([await next(), await next(), await next(), await next()]).toEqual([order, code, mail, told])
    })

    test('stores as many jobs as one file of the ERP makes', async () => {
      const { db } = database()
      const many = Array.from({ length: 25_000 }, (_, n) => mailTo(n + 1, { uniqueKey: `many-${n}` }))
      const ids = await put(db, ...many)
      expect(new Set(ids).size).toBe(many.length)
      expect((await put(db, ...many.slice(-2))).every((id) => id === null)).toBe(true)
    })

    test('takes the longest waiting first and does no more at once than it may', async () => {
      const { db } = database()
      const clock = testClock()
      const earlier = (ms: number) => new Date(clock.now().getTime() - ms)
      await put(
        db,
        mailTo(3, { runAt: earlier(1) }),
        mailTo(1, { runAt: earlier(9) }),
        mailTo(2, { runAt: earlier(5) }),
      )
      const seen: number[] = []
      await workers.start(db, ({ orderId }) => seen.push(orderId), { ...clock, concurrency: 1 }).idle()
      expect(seen).toEqual([1, 2, 3])

      let running = 0
      let most = 0
      const pair = [deferred(), deferred()]
      await workers.stop()
      await put(db, ...[4, 5, 6, 7].map((n) => mailTo(n)))
      const second = workers.start(
        db,
        async () => {
          running++
          most = Math.max(most, running)
          pair[running - 1]?.resolve()
          await pair[1]?.promise
          running--
        },
        { ...clock, concurrency: 2 },
      )
      await second.idle()
      expect(most).toBe(2)
    })
  })

  describe('failing', () => {
    test('tries again after growing pauses, and not before', async () => {
      const { db } = database()
      const clock = testClock()
      let calls = 0
      await put(db, mailTo(1))
      const worker = workers.start(
        db,
        () => {
          calls++
          if (calls < 4) throw new Error(`no ${calls}`)
        },
        clock,
      )
      await worker.idle()
      for (const [tried, pause] of [
        [1, 5_000],
        [2, 10_000],
        [3, 20_000],
      ] as const) {
        expect(await jobRows(db)).toMatchObject([{ state: 'pending', attempts: tried, error: `no ${tried}` }])
        clock.advance(pause - 1)
        await worker.idle()
        expect(calls).toBe(tried)
        clock.advance(1)
        await worker.idle()
        expect(calls).toBe(tried + 1)
      }
      expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 4, error: null }])
    })

    test('a job that fails holds up no other', async () => {
      const { db } = database()
      const done: number[] = []
      await put(db, mailTo(1), mailTo(2), mailTo(3))
      const fail = ({ orderId }: { orderId: number }) => {
        if (orderId === 1) throw new Error('no')
        done.push(orderId)
      }
      await workers.start(db, fail, { concurrency: 1 }).idle()
      expect(done).toEqual([2, 3])
    })

    test('gives up after the last attempt; the job stays, with its reason, and can be revived', async () => {
      const { db } = database()
      const clock = testClock()
      let broken = true
      const [id] = await put(db, mailTo(1))
      const worker = workers.start(
        db,
        () => {
          if (broken) throw new Error('mailbox on fire')
        },
        { ...clock, maxAttempts: 3 },
      )
      for (let n = 0; n < 5; n++) {
        await worker.idle()
        clock.advance(3_600_000)
      }
      expect(await listDead(db.kysely)).toMatchObject([{ id, attempts: 3, error: 'mailbox on fire' }])

      broken = false
      expect(await reviveJob(db.kysely, id as number)).toBe(true)
      await worker.idle()
      expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 1 }])
      expect(await reviveJob(db.kysely, id as number)).toBe(false)
    })

    test('gives up at once when trying again is pointless', async () => {
      const { db } = database()
      await put(db, mailTo(1))
      const refuse = () => {
        throw new PermanentFailure('no such mailbox')
      }
      await workers.start(db, refuse).idle()
      expect(await jobRows(db)).toMatchObject([{ state: 'dead', attempts: 1, error: 'no such mailbox' }])
    })

    test('keeps what a babbling server said, without the character that no database stores', async () => {
      const { db } = database()
      await put(db, mailTo(1))
      const babble = () => {
        throw new PermanentFailure('greeting \0 nobody understands')
      }
      await workers.start(db, babble).idle()
      expect(await jobRows(db)).toMatchObject([{ state: 'dead', error: 'greeting  nobody understands' }])
    })

    test('gives up a payload it does not understand and leaves alone a kind it does not know', async () => {
      const { db } = database()
      const row = (kind: string) => ({ kind, payload: '{"orderId":"seven"}' })
      await db.kysely
        .insertInto('job')
        .values([row('newOrderMail'), row('ofTomorrow')])
        .execute()
      let calls = 0
      await workers.start(db, () => calls++).idle()
      expect(calls).toBe(0)
      expect(await jobRows(db)).toMatchObject([
        { state: 'dead', error: expect.stringContaining('payload not understood') },
        { state: 'pending', attempts: 0 },
      ])
    })

    test('goes on when the database comes back', async () => {
      const { db } = database()
      let broken = true
      const asked = deferred()
      const called = deferred()
      const shaky = {
        ...db,
        get kysely() {
          if (!broken) return db.kysely
          asked.resolve()
          throw new Error('connection lost')
        },
      }
      await put(db, mailTo(1))
      workers.start(shaky, called.resolve, { pollMs: 5 })
      await asked.promise
      broken = false
      await called.promise
    })
  })

  describe('crashes and leases', () => {
    /** A worker that takes a job and is never heard of again. */
    const vanish = (now: Date, maxAttempts = 10) =>
      claimJobs(database().db.kysely, {
        now,
        limit: 1,
        kinds: ['newOrderMail'],
        last: [],
        held: [],
        leaseMs: 60_000,
        maxAttempts,
      })

    test('a job whose worker died is done by another one when the lease is over', async () => {
      const { db } = database()
      const clock = testClock()
      await put(db, mailTo(1))
      expect(await vanish(clock.now())).toHaveLength(1)
      const attempts: number[] = []
      const worker = workers.start(db, (_, job) => attempts.push(job.attempt), clock)
      clock.advance(59_999)
      await worker.idle()
      expect(attempts).toEqual([])
      clock.advance(1)
      await worker.idle()
      expect(attempts).toEqual([2])
      expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 2 }])
    })

    test('a job whose worker died in the last attempt dies: it may be what kills workers', async () => {
      const { db } = database()
      const clock = testClock()
      await put(db, mailTo(1))
      await vanish(clock.now(), 1)
      clock.advance(60_000)
      let calls = 0
      await workers.start(db, () => calls++, { ...clock, maxAttempts: 1 }).idle()
      expect(calls).toBe(0)
      expect(await jobRows(db)).toMatchObject([
        { state: 'dead', attempts: 1, error: expect.stringContaining('abandoned') },
      ])
    })

    test('a handler that outlives its lease is not called again by its own worker', async () => {
      const { db } = database()
      const clock = testClock()
      const slow = deferred()
      const begun = deferred()
      const other = deferred()
      const calls: number[] = []
      await put(db, mailTo(1))
      const worker = workers.start(
        db,
        async ({ orderId }) => {
          calls.push(orderId)
          if (orderId === 2) return other.resolve()
          begun.resolve()
          await slow.promise
        },
        { ...clock, leaseMs: 60_000 },
      )
      await begun.promise
      clock.advance(60_000)
      await put(db, mailTo(2))
      await other.promise
      slow.resolve()
      await worker.idle()
      expect(calls).toEqual([1, 2])
      expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 1 }, { state: 'done' }])
    })

    test('a job that takes longer than its lease stays with its worker, which renews the lease at its half', async () => {
      const { db } = database()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const clock = testClock()
        const slow = deferred()
        const begun = deferred()
        const attempts: number[] = []
        await put(db, mailTo(1))
        const options = { ...clock, leaseMs: 60_000 }
        const first = workers.start(
          db,
          () => {
            begun.resolve()
            return slow.promise
          },
          options,
        )
        await begun.promise
        const second = workers.start(db, (_, job) => attempts.push(job.attempt), options)
        for (const half of [1, 2, 3]) {
          clock.advance(30_000)
          vi.advanceTimersByTime(30_000)
          const until = new Date(clock.now().getTime() + 60_000).toISOString()
          await expect
            .poll(async () =>
              (await jobRows(db)).map(({ lease_until }) => lease_until && new Date(lease_until).toISOString()),
            )
            .toEqual([until])
          await second.idle()
          expect(attempts, `after ${half} halves`).toEqual([])
        }
        slow.resolve()
        await first.idle()
        expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 1 }])
      } finally {
        vi.useRealTimers()
      }
    })

    test('who lost a job to another worker can no longer put it back, only report it done', async () => {
      const { db } = database()
      const clock = testClock()
      const [slow, begun, taken, finish] = [deferred(), deferred(), deferred(), deferred()]
      await put(db, mailTo(1))
      const first = workers.start(
        db,
        () => {
          begun.resolve()
          return slow.promise
        },
        { ...clock, leaseMs: 60_000 },
      )
      await begun.promise
      clock.advance(60_000)
      const second = workers.start(
        db,
        () => {
          taken.resolve()
          return finish.promise
        },
        clock,
      )
      await taken.promise
      slow.reject(new Error('too late'))
      await first.idle()
      expect(await jobRows(db)).toMatchObject([{ state: 'running', attempts: 2, error: null }])
      finish.resolve()
      await second.idle()
      expect(await jobRows(db)).toMatchObject([{ state: 'done', attempts: 2 }])
    })
  })

  describe('stopping', () => {
    test('waits for what runs and takes nothing more', async () => {
      const { db } = database()
      const [begun, finish] = [deferred(), deferred()]
      const worker = workers.start(
        db,
        () => {
          begun.resolve()
          return finish.promise
        },
        { concurrency: 1 },
      )
      await put(db, mailTo(1), mailTo(2))
      await begun.promise
      const stopped = worker.stop()
      finish.resolve()
      await stopped
      expect(await jobRows(db)).toMatchObject([{ state: 'done' }, { state: 'pending', attempts: 0 }])
    })

    test('gives back what does not end in time, untried, and tells it to stop', async () => {
      const { db } = database()
      const [begun, aborted] = [deferred(), deferred()]
      const worker = workers.start(db, async (_, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve())
        begun.resolve()
        await aborted.promise
        throw new Error('interrupted')
      })
      await put(db, mailTo(1))
      await begun.promise
      await worker.stop(0)
      await aborted.promise
      expect(await jobRows(db)).toMatchObject([{ state: 'pending', attempts: 0, error: null }])

      let calls = 0
      await workers.start(db, () => calls++).idle()
      expect(calls).toBe(1)
    })

    test('waits before it sends an order to the ERP again whose call was under way', async () => {
      const { db } = database()
      const [begun, aborted] = [deferred(), deferred()]
      const erpOrder = async (_: unknown, { signal }: { signal: AbortSignal }) => {
        signal.addEventListener('abort', () => aborted.resolve())
        begun.resolve()
        await aborted.promise
      }
      const worker = startWorker({ db, log: silentLog, handlers: { erpOrder } })
      await put(db, { kind: 'erpOrder', payload: { orderId: 1 } })
      await begun.promise
      await worker.stop(0)
      const [job] = await db.kysely
        .selectFrom('job')
        .select(['state', sql<number>`extract(epoch from run_at - now())::float8`.as('wait')])
        .execute()
      expect(job?.state).toBe('pending')
      expect(job?.wait).toBeGreaterThan(120)
    })
  })

  test('removes what was done thirty days ago, and only that', async () => {
    const { db } = database()
    const clock = testClock()
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    const row = { kind: 'newOrderMail', payload: '{}' }
    await db.kysely
      .insertInto('job')
      .values([
        { ...row, state: 'done', done_at: daysAgo(31), unique_key: 'old' },
        { ...row, state: 'done', done_at: daysAgo(29), unique_key: 'recent' },
        { ...row, state: 'dead', created_at: daysAgo(400), unique_key: 'dead' },
      ])
      .execute()
    const worker = workers.start(db, () => {}, clock)
    await worker.idle()
    const keys = async () => (await jobRows(db)).map((job) => job.unique_key)
    expect(await keys()).toEqual(['recent', 'dead'])
    clock.advance(2 * 86_400_000)
    await worker.idle()
    expect(await keys()).toEqual(['dead'])
  })

  test('looks for due jobs through the index of the open ones', async () => {
    const { db } = database()
    await db.kysely.transaction().execute(async (t) => {
      await sql`set local enable_seqscan = off`.execute(t)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from job
        where state in ('pending', 'running') and run_at <= now() and (state = 'pending' or lease_until <= now())
        order by run_at, id limit 4`.execute(t)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('job_open')
    })
  })
})
