/** What accepting a difference does to an order (R22, R225, R228). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChangedLine } from '../../../contract/orders.ts'
import type { OrderedLine } from './device-store.ts'
import { amountOf, linesAsAccepted, linesLeft } from './order-changes.ts'

const line = (articleId: number, quantity: number, unitPrice: number): OrderedLine => ({
  articleId,
  quantity,
  unitPrice,
  code: `C${articleId}`,
  description: '',
  note: 'rojo',
})
const changed = (more: Partial<ChangedLine> & { articleId: number }): ChangedLine => ({
  code: '',
  description: '',
  quantity: 6,
  unitPrice: 100,
  sold: true,
  ...more,
})

test('a price and a multiple of today take the place of what was shown', () => {
  const order = { lines: [line(1, 5, 90), line(2, 4, 50)], known: [{ articleId: 1, quantity: 5 }] }
  const { lines } = linesAsAccepted(order, [changed({ articleId: 1, quantity: 6, unitPrice: 100 })])
  expect(lines).toEqual([line(1, 6, 100), line(2, 4, 50)])
  expect(amountOf(lines)).toBe(6 * 100 + 4 * 50)
})

test.each([
  ['not sold any more', { sold: false }],
  ['without a price', { unitPrice: 0 }],
])('what is %s leaves the order', (_, why) => {
  const { lines } = linesAsAccepted({ lines: [line(1, 5, 90), line(2, 4, 50)], known: [] }, [
    changed({ articleId: 1, ...why }),
  ])
  expect(amountOf(lines)).toBe(200)
  // Named with zero: the server takes it out of the cart, too.
  expect(lines).toContainEqual({ ...line(1, 0, 90) })
})

test('what the cart holds beside the order is known from then on and stays out of it', () => {
  const order = { lines: [line(1, 5, 90)], known: [{ articleId: 1, quantity: 5 }] }
  const accepted = linesAsAccepted(order, [changed({ articleId: 9, quantity: 0, inCart: 24 })])
  expect(accepted.lines).toEqual(order.lines)
  expect(accepted.known).toContainEqual({ articleId: 9, quantity: 24 })
  expect(accepted.known).toContainEqual({ articleId: 1, quantity: 5 })
})

test('an accepted quantity has its question answered, also when the line goes back to the cart (R34)', () => {
  const typed = { articleId: 1, code: 'C1', quantity: 2400, stamp: 'a', known: [] }
  const order = {
    lines: [
      { ...line(1, 2400, 100), typed },
      { ...line(2, 4, 50), typed },
    ],
    known: [],
  }
  const { lines } = linesAsAccepted(order, [changed({ articleId: 1, quantity: 2400, question: '¿2.400?' })])
  expect(lines.map((accepted) => accepted.typed?.confirmed)).toEqual([true, undefined])
  expect(amountOf(lines)).toBe(2400 * 100 + 4 * 50)
})

test('accepting never adds an article, and changes none that was not told', () => {
  const lines = fc.uniqueArray(fc.record({ id: fc.nat(20), quantity: fc.nat(99), price: fc.nat(9999) }), {
    selector: ({ id }) => id,
  })
  const changes = fc.uniqueArray(
    fc.record({ id: fc.nat(25), quantity: fc.nat(99), price: fc.nat(9999), sold: fc.boolean() }),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(lines, changes, (before, told) => {
      const order = { lines: before.map(({ id, quantity, price }) => line(id, quantity, price)), known: [] }
      const after = linesAsAccepted(
        order,
        told.map(({ id, quantity, price, sold }) => changed({ articleId: id, quantity, unitPrice: price, sold })),
      ).lines
      expect(after.map(({ articleId }) => articleId)).toEqual(before.map(({ id }) => id))
      const ids = new Set(told.map(({ id }) => id))
      expect(after.filter(({ articleId }) => !ids.has(articleId))).toEqual(
        order.lines.filter(({ articleId }) => !ids.has(articleId)),
      )
    }),
  )
})

test('the cart keeps of an order what the one that stands lacks', () => {
  const left = linesLeft(
    [line(1, 12, 10), line(2, 6, 10), line(3, 5, 10), line(4, 0, 10)],
    [line(1, 4, 10), line(2, 8, 10), line(4, 1, 10), line(9, 1, 10)],
  )
  expect(left.map((kept) => [kept.line.articleId, kept.quantity])).toEqual([
    [1, 8],
    [2, 0],
    [3, 5],
  ])
})
