import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountAt, hasPrice, nextStep, priceAt, priceOf } from './price.ts'

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

const stepped = {
  listPrice: 100_00,
  discount: 0,
  multiple: 6,
  steps: [
    { units: 24, percent: 500, unitPrice: 95_00 },
    { units: 100, percent: 1_000, unitPrice: 90_00 },
  ],
}

test('a unit costs what the step says that its line reaches (R351)', () => {
  expect([1, 23, 24, 99, 100, 5_000].map((quantity) => priceAt(stepped, quantity))).toEqual([
    100_00, 100_00, 95_00, 95_00, 90_00, 90_00,
  ])
  expect([23, 24, 100].map((quantity) => discountAt(stepped, quantity))).toEqual([0, 500, 1_000])
  expect(priceAt({ ...stepped, steps: null }, 500)).toBe(100_00)
})

test('the next step is told in whole multiples, where it asks for no more than the line has', () => {
  const missing = (quantity: number) => nextStep(stepped, quantity)?.missing
  expect([6, 12, 18, 24, 48, 54, 96, 102].map(missing)).toEqual([
    undefined,
    12,
    6,
    undefined,
    undefined,
    48,
    6,
    undefined,
  ])
})
