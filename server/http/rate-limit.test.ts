import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import { createLimit, visitorKey } from './rate-limit.ts'

const MINUTE = 60_000

/** A limit on a clock that the test moves. */
function limitAt(options: { most: number; windowMs: number; maxKeys?: number; message?: string }) {
  const clock = { now: 1_000_000 }
  return { clock, limit: createLimit({ ...options, now: () => clock.now }) }
}

/** The refusal of a call; undefined when there is none. */
function refusal(work: () => void): Refusal | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe('a limit', () => {
  test('goes by no clock that somebody sets: a day back changes nothing', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const limit = createLimit({ most: 1, windowMs: MINUTE })
      limit.take('a')
      for (const jump of [-86_400_000, 2 * 86_400_000]) {
        vi.setSystemTime(Date.now() + jump)
        const refused = refusal(() => limit.take('a'))
        expect(refused?.code).toBe('TOO_MANY')
        expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('lets as many through as it says, then answers 429 with the seconds to wait', () => {
    const { clock, limit } = limitAt({ most: 3, windowMs: MINUTE, message: 'Demasiadas consultas' })
    limit.take('a')
    clock.now += 10_000
    limit.take('a')
    limit.take('a')
    clock.now += 500
    const error = refusal(() => limit.take('a'))
    expect(error).toMatchObject({
      code: 'TOO_MANY',
      message: 'Demasiadas consultas',
      headers: { 'retry-after': '50' },
    })
  })

  test('slides: each one makes room when its own window is over', () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    limit.take('a')
    clock.now += 30_000
    limit.take('a')
    clock.now += 29_999
    expect(refusal(() => limit.take('a'))?.headers).toEqual({ 'retry-after': '1' })
    clock.now += 1
    limit.take('a')
    expect(refusal(() => limit.take('a'))?.headers).toEqual({ 'retry-after': '30' })
  })

  test('counts each key for itself', () => {
    const { limit } = limitAt({ most: 1, windowMs: MINUTE })
    limit.take('a')
    expect(refusal(() => limit.take('b'))).toBeUndefined()
    expect(refusal(() => limit.take('a'))).toBeDefined()
  })

  test('does not count what it refused, so that trying on does not lengthen the wait', () => {
    const { clock, limit } = limitAt({ most: 1, windowMs: MINUTE })
    limit.take('a')
    for (let i = 0; i < 50; i++) expect(refusal(() => limit.take('a'))).toBeDefined()
    clock.now += MINUTE
    expect(refusal(() => limit.take('a'))).toBeUndefined()
  })

  test('can count failures alone', () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    for (let i = 0; i < 10; i++) limit.check('a')
    limit.count('a')
    limit.check('a')
    limit.count('a')
    expect(refusal(() => limit.check('a'))).toBeDefined()
    clock.now += MINUTE
    expect(refusal(() => limit.check('a'))).toBeUndefined()
  })

  test('failures counted beyond the limit keep the latest ones only', () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    for (let second = 0; second < 5; second++) {
      limit.count('a')
      clock.now += 1_000
    }
    // The two latest are 1 and 2 seconds old.
    expect(refusal(() => limit.check('a'))?.headers).toEqual({ 'retry-after': '58' })
  })

  test('can answer yes or no', () => {
    const { limit } = limitAt({ most: 1, windowMs: MINUTE })
    expect([limit.admits('a'), limit.admits('a'), limit.admits('b')]).toEqual([true, false, true])
  })

  test('remembers a bounded number of keys and forgets the one unused for longest', () => {
    const { limit } = limitAt({ most: 2, windowMs: MINUTE, maxKeys: 3 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) limit.count(key)
    expect(limit.size).toBe(3)
    expect(refusal(() => limit.check('a'))).toBeDefined()
    limit.count('b')
    expect(refusal(() => limit.check('b'))).toBeUndefined()
  })

  test('forgets a key whose window is over', () => {
    const { clock, limit } = limitAt({ most: 2, windowMs: MINUTE })
    limit.count('a')
    clock.now += MINUTE
    limit.check('a')
    expect(limit.size).toBe(0)
  })

  test('never lets more than its number through in any window', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (most, pauses) => {
        const { clock, limit } = limitAt({ most, windowMs: 100 })
        const admitted: number[] = []
        for (const pause of pauses) {
          clock.now += pause
          const recent = admitted.filter((instant) => instant > clock.now - 100).length
          const through = limit.admits('a')
          expect(through).toBe(recent < most)
          if (through) admitted.push(clock.now)
        }
      }),
    )
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
