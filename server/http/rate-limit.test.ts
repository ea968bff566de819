import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cases } from '../../testkit/cases.ts'
import { Refusal } from '../refusal.ts'
import { withDatabases } from '../test/test-database.ts'
import { createLimit, type Limit, visitorKey } from './rate-limit.ts'

const MINUTE = 60_000

/** The refusal of a call; undefined when there is none. */
async function refusal(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

withDatabases('a limit', (database) => {
  let limits = 0
  /** A limit of its own, on a clock that the test moves. */
  function limitAt(options: { most: number; windowMs: number; message?: string }) {
    const clock = { now: 1_000_000 }
    limits++
    return {
      clock,
      limit: createLimit(database().db, { name: `limit ${limits}`, ...options, now: () => clock.now }),
    }
  }

  test('goes by the clock of the database: a day back on this machine changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const limit = createLimit(database().db, { name: 'clock', most: 1, windowMs: MINUTE })
      await limit.take('a')
      for (const jump of [-86_400_000, 2 * 86_400_000]) {
        vi.setSystemTime(Date.now() + jump)
        const refused = await refusal(limit.take('a'))
        expect(refused?.code).toBe('TOO_MANY')
        expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('lets as many through as it says, then answers 429 with the seconds to wait', async () => {
    const { clock, limit } = limitAt({ most: 3, windowMs: MINUTE, message: 'Demasiadas consultas' })
    await limit.take('a')
    clock.now += 10_000
    await limit.take('a')
    await limit.take('a')
    clock.now += 500
    expect(await refusal(limit.take('a'))).toMatchObject({
      code: 'TOO_MANY',
      message: 'Demasiadas consultas',
      headers: { 'retry-after': '50' },
    })
  })

  test('slides: each one makes room when its own window is over', async () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    await limit.take('a')
    clock.now += 30_000
    await limit.take('a')
    clock.now += 29_999
    expect((await refusal(limit.take('a')))?.headers).toEqual({ 'retry-after': '1' })
    clock.now += 1
    await limit.take('a')
    expect((await refusal(limit.take('a')))?.headers).toEqual({ 'retry-after': '30' })
  })

  test('work of an instance that died takes the room of others for a minute, not for the whole window', async () => {
    const { clock, limit } = limitAt({ most: 1, windowMs: 15 * MINUTE })
    await new Promise<void>((begun) => {
      const neverEnds = () => {
        begun()
        return new Promise<never>(() => undefined)
      }
      void limit.guard('a', neverEnds, () => true)
    })
    clock.now += MINUTE - 1
    expect(await limit.admits('a')).toBe(false)
    clock.now += 1
    expect(await limit.admits('a')).toBe(true)
  })

  test('counts each key for itself, and apart from the other limits', async () => {
    const { limit } = limitAt({ most: 1, windowMs: MINUTE })
    await limit.take('a')
    expect(await refusal(limit.take('b'))).toBeUndefined()
    expect(await refusal(limitAt({ most: 1, windowMs: MINUTE }).limit.take('a'))).toBeUndefined()
    expect(await refusal(limit.take('a'))).toBeDefined()
  })

  test('does not count what it refused, so that trying on does not lengthen the wait', async () => {
    const { clock, limit } = limitAt({ most: 1, windowMs: MINUTE })
    await limit.take('a')
    for (let i = 0; i < 10; i++) expect(await refusal(limit.take('a'))).toBeDefined()
    clock.now += MINUTE
    expect(await refusal(limit.take('a'))).toBeUndefined()
  })

  test('counted beyond the limit, the latest ones alone are kept', async () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    for (let second = 0; second < 5; second++) {
      await limit.count('a')
      clock.now += 1_000
    }
    // The two latest are 1 and 2 seconds old.
    expect((await refusal(limit.take('a')))?.headers).toEqual({ 'retry-after': '58' })
  })

  test('knows whether one was counted', async () => {
    const { clock, limit } = limitAt({ most: 1, windowMs: MINUTE })
    expect(await limit.has('a')).toBe(false)
    await limit.count('a')
    expect(await limit.has('a')).toBe(true)
    clock.now += MINUTE
    expect(await limit.has('a')).toBe(false)
  })

  test('lets as many through as it says when many come at once, to several instances', async () => {
    const { db } = database()
    const options = { name: 'at once', most: 7, windowMs: MINUTE }
    const instances = [createLimit(db, options), createLimit(db, options)]
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => (instances[n % 2] as Limit).admits('a')))
    expect(answers.filter(Boolean)).toHaveLength(7)
  })

  test('never lets more than its number through in any window', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 })
    const check = async (most: number, pauses: readonly number[]) => {
      const { clock, limit } = limitAt({ most, windowMs: 100 })
      const admitted: number[] = []
      for (const pause of pauses) {
        clock.now += pause
        const recent = admitted.filter((instant) => instant > clock.now - 100).length
        const through = await limit.admits('a')
        expect(through).toBe(recent < most)
        if (through) admitted.push(clock.now)
      }
    }
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, check), { numRuns: cases(20) })
  })

  test('keeps neither the address nor the mail of anybody', async () => {
    const { limit } = limitAt({ most: 1, windowMs: MINUTE })
    await limit.take('persona@example.test')
    const { rows } = await sql<{ row: string }>`select t::text as row from counted_try t`.execute(database().db.kysely)
    expect(rows.map(({ row }) => row).join()).not.toContain('persona')
    expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from('persona').toString('hex'))
  })
})

test.each([
  ['190.2.3.4', '190.2.3.4'],
  ['::ffff:190.2.3.4', '190.2.3.4'],
  ['2800:810:45a:1:aaaa::1', '2800:810:45a:1::/64'],
  ['2800:0810:045A:0001:bbbb:1:2:3', '2800:810:45a:1::/64'],
  ['2800:810::7', '2800:810:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('who %s is', (ip, key) => {
  expect(visitorKey(ip)).toBe(key)
})
