import { expect, test } from 'vitest'
import type { LineToChange } from '../../../../contract/order-changes.ts'
import { isOpen, type OpenRow, withQuantity } from '../../../shop/review/review-rows.ts'
import { changeRows, isChanged, linesToSend, newRow, rowsOver, withAgreed, withRefusal } from './change-rows.ts'

const line = (articleId: number, more: Partial<LineToChange> = {}): LineToChange => ({
  ...{ articleId, code: `A${articleId}`, description: 'x', unitPrice: 12_00, multiple: 1, unitsPerPack: 1 },
  ...{ quantity: 2, note: '', agreedPrice: 10_00, sold: true, ...more },
})
const typed = (rows: readonly OpenRow[], id: number, text: string) =>
  rows.map((row) => (row.id === id ? withQuantity(row, text) : row))
const sent = (rows: readonly OpenRow[]) =>
  linesToSend(rows).map(({ articleId, quantity, unitPrice }) => [articleId, quantity, unitPrice])

test('a line keeps the price of the order while its quantity stays, and again when it is typed back', () => {
  const lines = [line(1), line(2)]
  const rows = changeRows(lines)
  expect(isChanged(withAgreed(rows, lines), lines)).toBe(false)
  const more = withAgreed(typed(rows, 1, '3'), lines)
  expect(sent(more)).toEqual([
    [1, 3, 12_00],
    [2, 2, 10_00],
  ])
  expect(isChanged(more, lines)).toBe(true)
  expect(isChanged(withAgreed(typed(more, 1, '2'), lines), lines)).toBe(false)
})

test('what is not sold any more, or by another number, stays as it was ordered, and waits where it is changed', () => {
  const lines = [line(1, { sold: false, unitPrice: 0 }), line(2, { multiple: 12 })]
  const rows = changeRows(lines)
  expect(sent(withAgreed(rows, lines))).toEqual([
    [1, 2, 10_00],
    [2, 2, 10_00],
  ])
  const changed = withAgreed(typed(rows, 1, '3'), lines)
  expect(changed.map(isOpen)).toEqual([true, false])
})

test('a new row is a change, though nothing is chosen yet', () => {
  const lines = [line(1)]
  expect(isChanged([newRow(), ...withAgreed(changeRows(lines), lines)], lines)).toBe(true)
})

test('what the shop answers is at its price, and waits until somebody has looked at it', () => {
  const lines = [line(1), line(2), line(3)]
  const rows = withAgreed(typed(typed(changeRows(lines), 1, '3'), 2, '600'), lines)
  const told = { code: '', description: '', sold: true }
  const after = withRefusal(rows, [
    { ...told, articleId: 1, quantity: 3, unitPrice: 15_00 },
    { ...told, articleId: 2, quantity: 600, unitPrice: 12_00, question: '¿600 unidades? Es más de 20 bultos' },
  ])
  expect(after.map(({ refused }) => refused)).toEqual([
    'Ahora 3 a $\u00a015,00',
    '¿600 unidades? Es más de 20 bultos',
    '',
  ])
  expect(after.map(isOpen)).toEqual([true, true, false])
  expect(after[0]?.article?.unitPrice).toBe(15_00)
  const gone = withRefusal(rows, [{ ...told, articleId: 1, quantity: 3, unitPrice: 0, sold: false }])
  expect(gone.map(isOpen)).toEqual([true, false, false])
})

test('over a version of somebody else one’s own changes stay, and all else is as it is now', () => {
  const begun = [line(1), line(2), line(3), line(4), line(5)]
  const mine = typed(typed(changeRows(begun), 2, '7'), 5, '9').map((row) =>
    row.id === 3 ? { ...row, discarded: true } : row,
  )
  // Meanwhile the office changed 1, 2 and 3, took 4 and 5 out and added 6.
  const now = [line(1, { quantity: 20 }), line(2, { quantity: 30 }), line(3, { quantity: 40 }), line(6)]
  const rows = rowsOver(mine, { begun, now })
  expect(sent(withAgreed(rows, now))).toEqual([
    [1, 20, 10_00],
    [2, 7, 12_00],
    [6, 2, 10_00],
    [5, 9, 12_00],
  ])
  expect(rows.filter(({ discarded }) => discarded).map(({ id }) => id)).toEqual([3])
  // Who changed nothing has what is there now.
  expect(isChanged(rowsOver(changeRows(begun), { begun, now }), now)).toBe(false)
})
