import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { cases } from '../../testkit/cases.ts'
import { jobRows, mailTo, put, testClock, testWorkers } from '../test/jobs.ts'
import { withBothDatabases } from '../test/test-database.ts'

withBothDatabases('competing workers', (database) => {
  const workers = testWorkers()
  afterEach(workers.stop)

  test('do every job once for each attempt it needs, and never two at a time', async () => {
    const { db } = database()
    const failures = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(failures, fc.integer({ min: 2, max: 3 }), async (needed, howMany) => {
        await workers.stop()
        await db.kysely.deleteFrom('job').execute()
        const clock = testClock()
        const calls = needed.map(() => 0)
        const inHand = new Set<number>()
        let together = false
        const handle = async ({ orderId }: { orderId: number }) => {
          together ||= inHand.has(orderId)
          inHand.add(orderId)
          // A round trip in the middle, so that the workers interleave.
          await db.kysely.selectFrom('job').select('id').limit(1).execute()
          inHand.delete(orderId)
          calls[orderId] = (calls[orderId] ?? 0) + 1
          if ((calls[orderId] ?? 0) <= (needed[orderId] ?? 0)) throw new Error('not yet')
        }
        const team = Array.from({ length: howMany }, () => workers.start(db, handle, clock))
        await put(db, ...needed.map((_, orderId) => mailTo(orderId)))
        for (let round = 0; round <= 3; round++) {
          await Promise.all(team.map((worker) => worker.idle()))
          // A worker may have been idle while another one's failed job became due: nothing is due before the next turn.
          clock.advance(60_000)
        }
        expect(together).toBe(false)
        expect(calls).toEqual(needed.map((failed) => failed + 1))
        const rows = await jobRows(db)
        expect(rows.map(({ state }) => state)).toEqual(needed.map(() => 'done'))
        expect(rows.map(({ attempts }) => attempts)).toEqual(calls)
      }),
      { numRuns: cases(15) },
    )
  })
})
