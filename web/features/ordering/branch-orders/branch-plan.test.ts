import { expect, test } from 'vitest'
import type { BranchReview } from '../../../../contract/branch-orders.ts'
import type { ReviewRow } from '../../../../contract/review.ts'
import { withArticle } from '../../../shop/review/review-rows.ts'
import {
  articleOf,
  bodyOf,
  openRows,
  ordersOf,
  plannedOrders,
  planOf,
  withCells,
  withRefused,
  withTyped,
} from './branch-plan.ts'

const article = (articleId: number, more: object = {}) => ({
  ...{ articleId, code: `A${articleId}`, description: 'Auto', unitPrice: 10_00, steps: [], multiple: 6 },
  ...{ unitsPerPack: 12, vatRate: 21_00, ...more },
})
const line = (articleId: number, quantity: number, more: Partial<ReviewRow> = {}): ReviewRow => ({
  ...{ kind: 'line', lines: [2], text: '', reason: '', marks: [], addends: [], note: '', inCart: 0, agreedPrice: 0 },
  ...{ askedQuantity: quantity, quantity, articles: [article(articleId)] },
  ...more,
})
const unknown: Partial<ReviewRow> = {
  kind: 'question',
  quantity: null,
  articles: [],
  reason: 'No existe el artículo X',
}
const review = (more: Partial<BranchReview> = {}): BranchReview => ({
  branches: [
    { addressId: 11, name: 'Centro', place: 'Mitre 1' },
    { addressId: 12, name: '', place: 'Mitre 2' },
  ],
  rows: [
    {
      ...{ lines: [2], text: 'A1', asked: '' },
      cells: [
        { addressId: 11, row: line(1, 12) },
        { addressId: 12, row: line(1, 6) },
      ],
    },
    {
      ...{ lines: [3], text: 'X', asked: 'No existe el artículo X' },
      cells: [{ addressId: 12, row: line(0, 6, unknown) }],
    },
  ],
  ...{ said: [], refusal: '', least: 100_00, columns: { asking: false, reason: '', sheets: [] } },
  ...more,
})
const plan = planOf('pedido.csv', 'k', review())
const unitsOf = (given: typeof plan) =>
  ordersOf(given, false).map(({ lines }) => lines.map(({ article: { code }, quantity }) => [code, quantity]))

test('each branch orders what is certain, and tells its total, VAT and what it lacks for its least amount', () => {
  expect(unitsOf(plan)).toEqual([[['A1', 12]], [['A1', 6]]])
  expect(ordersOf(plan, false).map(({ units, total, final, missing }) => [units, total, final, missing])).toEqual([
    [12, 120_00, 145_20, 0],
    [6, 60_00, 72_60, 40_00],
  ])
  // Of prices of which nothing is known of VAT nothing is said of it.
  expect(ordersOf(plan, null).map(({ final }) => final)).toEqual([null, null])
})

test('an article that is chosen for a row is that of all its branches', () => {
  expect(openRows(plan)).toHaveLength(1)
  const [, row] = plan.rows
  const chosen = withCells(
    plan,
    row!.cells.map((cell) => cell.row.id),
    (cell) => withArticle(cell, article(2) as never),
  )
  expect(openRows(chosen)).toEqual([])
  expect(unitsOf(chosen)).toEqual([
    [['A1', 12]],
    [
      ['A1', 6],
      ['A2', 6],
    ],
  ])
})

test('what is typed goes to its branch, whether the sheet had a quantity there or not; empty orders nothing', () => {
  const [row] = plan.rows
  expect(unitsOf(withTyped(plan, row!, 11, '20'))).toEqual([[['A1', 18]], [['A1', 6]]])
  expect(unitsOf(withTyped(plan, row!, 11, ''))).toEqual([[], [['A1', 6]]])
  const one = planOf(
    'a',
    'k',
    review({ rows: [{ ...review().rows[0]!, cells: [{ addressId: 11, row: line(1, 12) }] }] }),
  )
  expect(unitsOf(withTyped(one, one.rows[0]!, 12, '6'))).toEqual([[['A1', 12]], [['A1', 6]]])
})

test('a branch that is left out is not sent, and nothing of it waits for an answer', () => {
  const without = { ...plan, leftOut: [12] }
  const orders = plannedOrders(ordersOf(without, false))
  expect(orders.map(({ branch }) => branch.addressId)).toEqual([11])
  expect(openRows(without)).toEqual([])
})

test('the request has the lines as they are shown, and a reason only where the order is below its least amount', () => {
  const reasoned = { ...plan, note: ' hoy ', reasons: { 11: 'x', 12: 'va con otro' } }
  expect(bodyOf(7, reasoned, plannedOrders(ordersOf(reasoned, false)))).toEqual({
    ...{ clientId: 7, note: 'hoy' },
    orders: [
      { addressId: 11, lines: [{ articleId: 1, quantity: 12, unitPrice: 10_00, ask: true, note: '' }] },
      {
        ...{ addressId: 12, ruleReason: 'va con otro' },
        lines: [{ articleId: 1, quantity: 6, unitPrice: 10_00, ask: true, note: '' }],
      },
    ],
  })
})

test('what the server refused stands in its cell with what it is now, and waits', () => {
  const changed = { articleId: 1, code: 'A1', description: 'Auto', quantity: 12, unitPrice: 12_00, sold: true }
  const repriced = withRefused(plan, [{ addressId: 11, reason: 'Cambiaron precios', lines: [changed] }])
  expect(repriced.refused).toEqual({ 11: 'Cambiaron precios' })
  const [cell] = repriced.rows[0]!.cells
  expect(cell!.row).toMatchObject({ refused: 'Ahora cuesta $\u00a012,00', article: { unitPrice: 12_00 } })
  expect(openRows(repriced)).toHaveLength(2)
  const gone = withRefused(plan, [{ addressId: 12, reason: 'x', lines: [{ ...changed, sold: false }] }])
  expect(articleOf(gone.rows[0]!)).toBeNull()
})
