import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPrice, roundToMultiple, unitPrice } from './rules.ts'

test('the unit price is the list price less the discount, halves up', () => {
  expect(unitPrice(38_30, 500)).toBe(36_39)
  expect(unitPrice(1, 5000)).toBe(1)
  expect(unitPrice(100_00, 10_000)).toBe(0)
})

test('the unit price is never more than half a cent from the exact one', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000_00), fc.integer({ min: 0, max: 10_000 }), (list, discount) => {
      const exact = (BigInt(list) * BigInt(10_000 - discount) * 2n + 10_000n) / 20_000n
      expect(unitPrice(list, discount)).toBe(Number(exact))
    }),
  )
})

test('what comes to nothing by discount or rounding has no price (R6)', () => {
  expect(hasPrice({ listPrice: 0, discount: 0 })).toBe(false)
  expect(hasPrice({ listPrice: 100_00, discount: 10_000 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 60_00 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 50_00 })).toBe(true)
})

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
