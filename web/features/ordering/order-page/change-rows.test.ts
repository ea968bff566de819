import { expect, test } from 'vitest'
import type { LineToChange } from '../../../../contract/order-changes.ts'
import { isOpen, type OpenRow, withQuantity } from '../../../shop/review/review-rows.ts'
import { changeRows, isChanged, linesToSend, newRow, withAgreed, withRefusal } from './change-rows.ts'

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
