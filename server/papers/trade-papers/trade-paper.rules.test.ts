import { expect, test } from 'vitest'
import { discountOf } from './trade-paper.rules.ts'
import type { PaperLine, TradePaper } from './trade-paper.types.ts'

/** A paper of two units of each price, and what they come to. */
function paperOf(...prices: NonNullable<PaperLine['price']>[]): TradePaper {
  const lines = prices.map((price) => ({ price, quantity: 2 }) as PaperLine)
  return { lines, total: prices.reduce((sum, { unit }) => sum + 2 * unit, 0) } as unknown as TradePaper
}

test('the discounts of all lines are told as one sum; none where a price was agreed, which no discount explains', () => {
  const reduced = { list: 100_00, discount: 1000, unit: 90_00 }
  const plain = { list: 50_00, discount: 0, unit: 50_00 }
  const agreed = { list: 100_00, discount: null, unit: 60_00 }
  expect(discountOf(paperOf(reduced, plain))).toBe(20_00)
  expect(discountOf(paperOf(plain))).toBe(0)
  expect(discountOf(paperOf(reduced, agreed))).toBe(0)
})
