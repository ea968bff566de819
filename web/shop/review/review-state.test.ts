import { expect, test } from 'vitest'
import type { ListLine } from '../../../contract/cart-lines.ts'
import type { ReviewRow } from '../../../contract/review.ts'
import { linesOf } from './review-rows.ts'
import { type ReviewState, rowsOfRead, withRead, withStored } from './review-state.ts'

const row = (articleId: number): ReviewRow => ({
  kind: 'line',
  lines: [articleId],
  text: `A${articleId} x 2`,
  reason: '',
  marks: [],
  articles: [
    { articleId, code: `A${articleId}`, description: 'Pelota', unitPrice: 100_00, multiple: 1, unitsPerPack: 12 },
  ],
  askedQuantity: 2,
  quantity: 2,
  addends: [],
  note: '',
  inCart: 0,
  agreedPrice: 0,
})
const remark = { lines: [3], text: 'el A2 sin caja por favor', rows: [1] }
const read = { rows: [row(1), row(2)], remarks: [remark], notices: ['1 código venía sin sus ceros'] }

/** A text of two lines and a remark about the second. */
function opened(): ReviewState {
  let last = 0
  return withRead(
    { rows: [], remarks: [], notices: [], stored: [] },
    read,
    rowsOfRead(read, () => ++last),
  )
}
const answered = (articleId: number): ListLine => ({
  row: articleId,
  articleId,
  code: `A${articleId}`,
  description: 'Pelota',
  askedQuantity: 2,
  quantity: 2,
  unitPrice: 100_00,
  note: '',
  inCart: 0,
})
const stateAfter = (state: ReviewState, ids: readonly number[], remarksRead: boolean): ReviewState => {
  const lines = linesOf(state.rows.filter(({ id }) => ids.includes(id)))
  return withStored(state, lines, { lines: ids.map(answered), notices: [] }, remarksRead)
}

test('a single line of a text that is stored leaves what else the text says, until somebody says to have read it', () => {
  const partlyStored = stateAfter(opened(), [1], false)
  expect(partlyStored.rows.map(({ id }) => id)).toEqual([2])
  expect(partlyStored.remarks).toEqual([remark])
  expect(stateAfter(partlyStored, [2], true).remarks).toEqual([])
})

test('what was said to be read stays while a line of it is refused', () => {
  const state = opened()
  const refused = { row: 2, code: 'A2', dropped: true, reason: 'No está a la venta' }
  const after = withStored(state, linesOf(state.rows), { lines: [answered(1)], notices: [refused] }, true)
  expect(after.rows.map(({ id, refused: reason }) => [id, reason])).toEqual([[2, 'No está a la venta']])
  expect(after.remarks).toEqual([remark])
  expect(after.stored.map(({ code }) => code)).toEqual(['A1'])
})

test('a remark stands beside the rows that it names', () => {
  expect(opened().rows.map(({ remarks }) => remarks)).toEqual([[], ['el A2 sin caja por favor']])
})
