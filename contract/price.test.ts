import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPrice, priceOf } from './price.ts'

test('the unit price is the list price less the discount, halves up', () => {
  expect(priceOf({ listPrice: 38_30, discount: 500 })).toBe(36_39)
  expect(priceOf({ listPrice: 1, discount: 5000 })).toBe(1)
  expect(priceOf({ listPrice: 100_00, discount: 10_000 })).toBe(0)
})

test('the unit price is exact, for any amount of whole cents', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000_000_000_00), fc.integer({ min: 0, max: 10_000 }), (listPrice, discount) => {
      const exact = (BigInt(listPrice) * BigInt(10_000 - discount) * 2n + 10_000n) / 20_000n
      expect(priceOf({ listPrice, discount })).toBe(Number(exact))
    }),
  )
})

test('what comes to nothing by discount or rounding has no price (R6)', () => {
  expect(hasPrice({ listPrice: 0, discount: 0 })).toBe(false)
  expect(hasPrice({ listPrice: 100_00, discount: 10_000 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 60_00 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 50_00 })).toBe(true)
})
