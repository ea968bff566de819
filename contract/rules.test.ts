import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToMultiple } from './rules.ts'

test('a quantity becomes the nearest multiple, never less than one', () => {
  expect([1, 5, 6, 8, 9, 15].map((asked) => roundToMultiple(asked, 6))).toEqual([6, 6, 6, 6, 12, 18])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 500 }), (asked, multiple) => {
      const sold = roundToMultiple(asked, multiple)
      expect(sold % multiple).toBe(0)
      expect(sold).toBeGreaterThanOrEqual(multiple)
      if (asked >= multiple) expect(Math.abs(sold - asked) * 2).toBeLessThanOrEqual(multiple)
      expect(roundToMultiple(sold, multiple)).toBe(sold)
    }),
  )
})
