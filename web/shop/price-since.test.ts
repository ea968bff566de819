import { expect, test } from 'vitest'
import type { CartLine } from '../../contract/cart.ts'
import { hasMoved, movesSincePut, partOf, priceMoves } from './price-since.ts'

test.each([
  [100, 115, '+15 %'],
  [300, 200, '−33,3 %'],
])('a price of %d that is %d now: %s', (before, now, words) => {
  expect(partOf(before, now)).toBe(words)
})

test('a price is told beside the last one only where both are known and differ', () => {
  expect(hasMoved(7200_00, 9087_00)).toBe(true)
  expect(hasMoved(7200_00, 7200_00)).toBe(false)
  // Never ordered before, ordered without a price, or without a price today.
  expect([hasMoved(undefined, 100), hasMoved(0, 100), hasMoved(100, 0)]).toEqual([false, false, false])
})

const line = (code: string, before: number, now: number, quantity: number) => ({
  code,
  description: code,
  before,
  now,
  quantity,
})

test('a total is compared over the lines whose two prices are known, and names the three that rose most', () => {
  const moves = priceMoves([
    line('00231', 100_00, 110_00, 10),
    line('RY10013', 50_00, 100_00, 2),
    line('AB20', 10_00, 9_00, 100),
    line('C4', 10_00, 13_00, 1),
    line('D5', 10_00, 12_00, 1),
    // New to the client, and not sold any more.
    line('NEW', 0, 500_00, 3),
    line('GONE', 500_00, 0, 0),
  ])
  // 1000 + 100 + 1000 + 10 + 10 before; 1100 + 200 + 900 + 13 + 12 now.
  expect(moves).toMatchObject({ before: 2120_00, now: 2225_00 })
  expect(moves?.risen.map(({ code }) => code)).toEqual(['RY10013', 'C4', 'D5'])
})

test('an order whose prices stand is no news', () => {
  expect(priceMoves([line('00231', 100_00, 100_00, 10), line('NEW', 0, 5_00, 1)])).toBeNull()
})

test('a cart is compared with what it cost when its lines were put there', () => {
  const put = (code: string, shownPrice: number | undefined, listPrice: number, more: object = {}) =>
    ({ code, description: code, shownPrice, listPrice, discount: 0, quantity: 10, sold: true, ...more }) as CartLine
  const same = put('00231', 100_00, 100_00)
  // Saved on this device alone: what it cost then is not known.
  const unsaved = put('12', undefined, 40_00)
  expect(movesSincePut([same, unsaved])).toBeNull()
  const risen = put('RY10013', 50_00, 75_00)
  // What can't be ordered is in no total.
  const left = put('GONE', 500_00, 600_00, { sold: false })
  expect(movesSincePut([same, unsaved, risen, left])).toMatchObject({
    before: 1_900_00,
    now: 2_150_00,
    risen: [{ code: 'RY10013' }],
  })
})
