import { expect, test } from 'vitest'
import type { ListLine } from '../../../contract/cart-lines.ts'
import type { ReviewRow } from '../../../contract/review.ts'
import { asLine, linesOf, stateOf, withArticle, withoutAnswered, withQuantity } from './review-rows.ts'
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
const texts = [
  { kind: 'courtesy' as const, lines: [0, 5], text: 'Hola\nGracias' },
  { kind: 'text' as const, lines: [4], text: 'el A2 sin caja por favor' },
]
const read = { rows: [row(1), row(3)], texts, remarks: [], notices: ['1 código venía sin sus ceros'] }

/** A text of two lines, another that nobody read, and courtesies. */
function opened(): ReviewState {
  let last = 0
  return withRead(
    { rows: [], notices: [], stored: [] },
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
const stateAfter = (state: ReviewState, ids: readonly number[]): ReviewState => {
  const lines = linesOf(state.rows.filter(({ id }) => ids.includes(id)))
  return withStored(state, lines, { lines: ids.map(answered), notices: [] })
}
const written = ({ rows }: ReviewState) => rows.map(({ text }) => text)

test('lines and texts are one list in the order in which they were written; courtesies ask for nothing', () => {
  expect(written(opened())).toEqual(['Hola\nGracias', 'A1 x 2', 'A3 x 2', 'el A2 sin caja por favor'])
  expect(opened().rows.map(stateOf)).toEqual(['discarded', 'ready', 'ready', 'text'])
})

test('what an older shop answers as a remark is a text in its place', () => {
  const remarks = [{ lines: [2], text: 'para el viernes', rows: [] }]
  const rows = rowsOfRead({ ...read, texts: undefined, remarks }, () => 1)
  expect(rows.map(({ text, kind }) => [text, kind])).toEqual([
    ['A1 x 2', 'line'],
    ['para el viernes', 'text'],
    ['A3 x 2', 'line'],
  ])
})

test('adding takes the lines; a text stays until it is answered, and nothing is left after that', () => {
  const stored = stateAfter(opened(), [2, 3])
  expect(written(stored)).toEqual(['Hola\nGracias', 'el A2 sin caja por favor'])
  const dismissed = stored.rows.map((one) => (one.kind === 'text' ? { ...one, discarded: true } : one))
  expect(withoutAnswered(dismissed)).toEqual([])
})

test('a text that is a line after all asks for its article, searched by its words, and for its quantity', () => {
  const [, , , text] = opened().rows
  const line = asLine(text!)
  expect(line.words).toBe('caja favor')
  expect(stateOf(line)).toBe('article')
  const chosen = withArticle(line, row(2).articles[0]!)
  expect(stateOf(chosen)).toBe('quantity')
  expect(linesOf([withQuantity(chosen, '6')])).toMatchObject([{ article: { code: 'A2' }, quantity: 6 }])
})

test('a line that is refused stays with the reason', () => {
  const state = opened()
  const refused = { row: 3, code: 'A3', dropped: true, reason: 'No está a la venta' }
  const after = withStored(state, linesOf(state.rows), { lines: [answered(1)], notices: [refused] })
  expect(after.rows.map(({ id, refused: reason }) => [id, reason])).toEqual([
    [1, ''],
    [3, 'No está a la venta'],
    [4, ''],
  ])
  expect(after.stored.map(({ code }) => code)).toEqual(['A1'])
})

test('what holds for many rows is said until lines are stored', () => {
  expect(opened().notices).toHaveLength(1)
  expect(stateAfter(opened(), [2]).notices).toEqual([])
})
