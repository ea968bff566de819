import { expect, test } from 'vitest'
import type { FulfilmentLine } from '../../../../contract/fulfilment.ts'
import type { OrderLine } from '../../../../contract/orders.ts'
import { isShort, isTold, missingLines, shownLines } from './order-lines.ts'

const agreed = (articleId: number, quantity: number): OrderLine => ({
  id: articleId,
  articleId,
  code: `A${articleId}`,
  description: 'Auto',
  unitPrice: 100_00,
  quantity,
  note: '',
})
const fulfilment = (articleId: number, more: Partial<FulfilmentLine>): FulfilmentLine => ({
  articleId,
  code: `A${articleId}`,
  description: 'Auto',
  unitsPerPack: 12,
  ordered: 24,
  accepted: 24,
  dispatched: 0,
  pending: 0,
  missing: 0,
  reason: '',
  replacedBy: '',
  ...more,
})

test('each agreed line has its fulfilment; what came without an order stands behind them, without a price', () => {
  const lines = shownLines(
    [agreed(1, 24), agreed(2, 24)],
    [fulfilment(1, { dispatched: 24 }), fulfilment(3, { ordered: 0, dispatched: 12 })],
  )
  expect(lines.map((line) => [line.articleId, line.quantity, line.unitPrice])).toEqual([
    [1, 24, 100_00],
    [2, 24, 100_00],
    [3, 0, null],
  ])
  expect(lines.map((line) => line.fulfilment?.dispatched)).toEqual([24, undefined, 12])
})

test('a line is short where units are still to come or never will', () => {
  const lines = shownLines(
    [agreed(1, 24), agreed(2, 24), agreed(3, 24), agreed(4, 24)],
    [fulfilment(1, { pending: 4 }), fulfilment(2, { missing: 24 }), fulfilment(3, { dispatched: 24 })],
  )
  expect(lines.map(isShort)).toEqual([true, true, false, false])
})

test('nothing is told of an order that nobody has taken', () => {
  expect(isTold(undefined)).toBe(false)
  expect(isTold([fulfilment(1, { accepted: null })])).toBe(false)
  expect(isTold([fulfilment(1, { accepted: 0, missing: 24 })])).toBe(true)
})

test('what will not come can be ordered again, unless it is the whole order', () => {
  const [whole, part, gone] = [
    fulfilment(1, {}),
    fulfilment(2, { accepted: 12, missing: 12 }),
    fulfilment(3, { accepted: 0, missing: 24 }),
  ]
  expect(missingLines([whole, part, gone])).toBe(2)
  expect(missingLines([part, gone])).toBe(2)
  expect(missingLines([part])).toBe(1)
  expect(missingLines([gone])).toBe(0)
  // Something came that nobody ordered.
  expect(missingLines([gone, fulfilment(4, { ordered: 0, accepted: null, dispatched: 6 })])).toBe(0)
  expect(missingLines([whole])).toBe(0)
  expect(missingLines(undefined)).toBe(0)
})
