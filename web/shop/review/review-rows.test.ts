import { expect, test } from 'vitest'
import type { ReviewArticle, ReviewRow } from '../../../contract/review.ts'
import {
  accepted,
  harmlessProposals,
  linesOf,
  type OpenRow,
  openRow,
  otherPriceOf,
  proposalsOf,
  stateOf,
  totalOfLines,
  unitsOf,
  withArticle,
  withDecision,
  withLinesOf,
  withQuantity,
} from './review-rows.ts'

const article = (code: string, more: Partial<ReviewArticle> = {}): ReviewArticle => ({
  articleId: Number(code.replace(/\D/g, '')),
  code,
  description: `Artículo ${code}`,
  unitPrice: 100_00,
  multiple: 1,
  unitsPerPack: 12,
  ...more,
})
const row = (more: Partial<ReviewRow> = {}): ReviewRow => ({
  kind: 'line',
  lines: [1],
  text: '00231 x 24',
  reason: '',
  marks: [],
  articles: [article('00231')],
  askedQuantity: 24,
  quantity: 24,
  addends: [],
  note: '',
  inCart: 0,
  agreedPrice: 0,
  ...more,
})
const question = (more: Partial<ReviewRow> = {}): ReviewRow =>
  row({ kind: 'question', quantity: null, reason: 'No existe el código', ...more })

test('what was read for certain is ready; a proposal waits for a yes', () => {
  const [line, asked] = [openRow(1, row()), openRow(2, question())]
  expect([stateOf(line), stateOf(asked)]).toEqual(['ready', 'proposal'])
  expect(stateOf(accepted(asked, false))).toBe('ready')
})

test('what lacks an article, a price or a quantity says so and goes nowhere', () => {
  const rows = [
    openRow(1, question({ articles: [] })),
    openRow(2, question({ articles: [article('7', { unitPrice: 0 })] })),
    openRow(3, question({ askedQuantity: null })),
    withQuantity(openRow(4, row()), '0'),
  ]
  expect(rows.map(stateOf)).toEqual(['article', 'article', 'quantity', 'quantity'])
  expect(linesOf(rows.map((row) => accepted(row, true)))).toEqual([])
})

test('an agreed price has the price of today beside it, where that is another one (R33)', () => {
  const priceBeside = (agreedPrice: number, unitPrice = 100_00) =>
    otherPriceOf(openRow(1, row({ agreedPrice, articles: [article('7', { unitPrice })] })))
  expect([priceBeside(65_00), priceBeside(100_00), priceBeside(0), priceBeside(65_00, 0)]).toEqual([
    100_00,
    null,
    null,
    null,
  ])
})

test('a quantity goes by the multiple of the article that is chosen', () => {
  const asked = openRow(1, question({ askedQuantity: 10 }))
  expect(unitsOf(withArticle(asked, article('5', { multiple: 12 })))).toBe(12)
  expect(stateOf(withArticle(asked, article('5', { multiple: 12 })))).toBe('ready')
})

test('rows of one article are one line with the quantities added, so that none replaces the other in the cart', () => {
  const lines = linesOf([
    openRow(1, row({ note: 'rojo' })),
    openRow(2, row({ quantity: 12, askedQuantity: 12, note: 'azul' })),
    openRow(3, row({ articles: [article('9')], quantity: 2 })),
    { ...openRow(4, row()), discarded: true },
  ])
  expect(lines.map(({ id, ids, quantity, note }) => [id, ids, quantity, note])).toEqual([
    [1, [1, 2], 36, 'rojo / azul'],
    [3, [3], 2, ''],
  ])
  expect(totalOfLines(lines)).toBe(3800_00)
})

test('a line costs what its quantity costs, also where two rows reach it together (R351)', () => {
  const stepped = article('7', { steps: [{ units: 36, percent: 1000, unitPrice: 90_00 }] })
  const rowOf = (quantity: number) => row({ articles: [stepped], quantity, askedQuantity: quantity })
  const lines = linesOf([openRow(1, rowOf(24)), openRow(2, rowOf(12))])
  expect(lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([[36, 90_00]])
  expect(totalOfLines(lines)).toBe(36 * 90_00)
  expect(totalOfLines(linesOf([openRow(1, rowOf(24))]))).toBe(24 * 100_00)
})

test('all proposals can be accepted at once; what is incomplete is none of them', () => {
  const rows = [
    openRow(1, question()),
    openRow(2, question({ articles: [] })),
    openRow(3, row()),
    openRow(4, question({ askedQuantity: null })),
  ]
  expect(proposalsOf(rows).map(({ id }) => id)).toEqual([1])
})

test('what hurts is not accepted together with others: an unusual quantity, and from six rows on a third of the total', () => {
  const ids = (rows: readonly OpenRow[]) => harmlessProposals(rows).map(({ id }) => id)
  const unusual = openRow(9, question({ unusual: true }))
  expect(ids([unusual, openRow(1, question())])).toEqual([1])
  const dear = openRow(8, question({ askedQuantity: 147 }))
  const rows = [1, 2, 3, 4].map((id) => openRow(id, question()))
  expect(ids([...rows, dear])).toEqual([1, 2, 3, 4, 8])
  expect(ids([...rows, openRow(5, row()), dear])).toEqual([1, 2, 3, 4])
})

test('a refusal holds a row back until it is changed, or its quantity is said to be meant', () => {
  const refused = { ...openRow(1, row()), refused: '¿4.800 unidades? Lo máximo que se pidió hasta hoy es 48' }
  expect([stateOf(refused), linesOf([refused])]).toEqual(['refused', []])
  expect(linesOf([accepted(refused, true)])[0]).toMatchObject({ quantity: 24, confirmed: true })
  // Another quantity is asked about again.
  expect(linesOf([withQuantity(refused, '48')])[0]).toMatchObject({ quantity: 48, confirmed: false })
})

test('lines of a table that was read again keep their numbers in the text', () => {
  const read = {
    rows: [row({ lines: [1, 3] }), row({ lines: [2] })],
    texts: [{ kind: 'text' as const, lines: [2], text: 'urgente' }],
    remarks: [],
    notices: [],
    total: 0,
  }
  const { rows, texts = [] } = withLinesOf(read, [4, 5, 9])
  expect([...rows, ...texts].map(({ lines }) => lines)).toEqual([[4, 9], [5], [5]])
})

test('a decision about what takes an article’s place is of the article that was chosen, and ends with ‘no more’', () => {
  const instead = { articleId: 7, code: 'P-1', description: 'Pelota' }
  const asked = openRow(1, question({ instead, askedQuantity: 3, articles: [article('00231'), article('00232')] }))
  expect(stateOf(asked)).toBe('proposal')
  const decided = withDecision(asked, 'client')
  expect(stateOf(decided)).toBe('ready')
  expect(decided.instead?.decidedBy).toBe('client')
  expect(withArticle(decided, article('00231')).instead?.decidedBy).toBe('client')
  expect(withArticle(decided, article('00232')).instead?.decidedBy).toBeUndefined()
  const mark = 'En lugar de P-1 Pelota, como eligió antes'
  const forgotten = withDecision({ ...decided, marks: [mark, 'escrito 7'] }, undefined, [article('00233')])
  expect(forgotten).toMatchObject({ marks: ['escrito 7'], articles: [{ code: '00233' }], settled: false })
})
