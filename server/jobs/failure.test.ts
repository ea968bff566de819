import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pauseAfter } from './failure.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attempt = fc.integer({ min: 1, max: 200 })

test('pauses grow from seconds to an hour', () => {
  expect([1, 2, 3, 10, 11, 72].map((n) => pauseAfter(n, 1))).toEqual([
    5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ])
})

test('a pause lies between half of it and all of it', () => {
  fc.assert(
    fc.property(attempt, random, (n, chance) => {
      const longest = pauseAfter(n, 1)
      expect(pauseAfter(n, chance)).toBeGreaterThanOrEqual(longest / 2)
      expect(pauseAfter(n, chance)).toBeLessThanOrEqual(longest)
    }),
  )
})

test('until the longest one, no pause is shorter than the one before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), random, random, (n, chance, next) => {
      expect(pauseAfter(n + 1, next)).toBeGreaterThanOrEqual(pauseAfter(n, chance))
    }),
  )
})
