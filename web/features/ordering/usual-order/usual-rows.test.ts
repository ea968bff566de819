import { expect, test } from 'vitest'
import type { GoneLine, UsualLine } from '../../../../contract/usual-order.ts'
import { stateOf, withArticle, withQuantity } from '../../../shop/review/review-rows.ts'
import { changesOf, movesOf, usualRows, withChanges } from './usual-rows.ts'

const habit = {
  quantity: 24,
  due: true,
  everyDays: 21,
  times: 5,
  lastDay: '2026-10-25',
  daysAgo: 28,
  lastQuantity: 24,
  lastUnitPrice: 80_00,
}
const line = (articleId: number, more: Partial<UsualLine> = {}): UsualLine => ({
  articleId,
  code: `A${articleId}`,
  description: 'Pelota',
  unitPrice: 100_00,
  multiple: 6,
  unitsPerPack: 12,
  ...habit,
  ...more,
})
const order = {
  lines: [line(1), line(2), line(3, { due: false })],
  gone: [{ ...habit, articleId: 9, code: 'A9', description: 'Trompo', proposals: [line(4)] } satisfies GoneLine],
}
const rows = usualRows(order, (articleId) => (articleId === 2 ? 12 : 0))

test('what is due is ready, what is gone is a proposal of another one, the rest is out until it is asked for', () => {
  expect(rows.map((row) => [row.id, stateOf(row), row.aside ?? ''])).toEqual([
    [1, 'ready', ''],
    [2, 'discarded', 'Ya está en el carrito'],
    [9, 'proposal', ''],
    [3, 'discarded', 'Más adelante'],
  ])
  expect(rows[2]).toMatchObject({ reason: 'Ya no se vende: Trompo', article: { code: 'A4' } })
})

test('what somebody changed comes back over a new proposal; the rest is as it is proposed now', () => {
  const changed = rows.map((row) => {
    if (row.id === 1) return withQuantity(row, '30')
    if (row.id === 9) return withArticle(row, line(5))
    return row.id === 3 ? { ...row, discarded: false } : row
  })
  const changes = changesOf(changed, rows)
  expect(Object.keys(changes)).toEqual(['1', '3', '9'])
  const dearer = usualRows({ ...order, lines: order.lines.map((usual) => ({ ...usual, unitPrice: 120_00 })) }, () => 0)
  const again = withChanges(dearer, JSON.parse(JSON.stringify(changes)))
  expect(again.map((row) => [row.id, row.typed, row.article?.code, stateOf(row)])).toEqual([
    [1, '30', 'A1', 'ready'],
    [2, '24', 'A2', 'ready'],
    [9, '24', 'A5', 'ready'],
    [3, '24', 'A3', 'ready'],
  ])
  expect(again[0]?.article?.unitPrice).toBe(120_00)
})

test('only what is ready and was taken before is compared with the earlier prices', () => {
  expect(movesOf(rows, order.lines)).toMatchObject({ before: 24 * 80_00, now: 24 * 100_00 })
})

test('what was decided to take the place of what is gone is ready; what the cart has of it is not proposed again', () => {
  const substitute = { ...line(4), decidedBy: 'client' as const }
  const decided = { lines: [], gone: order.gone.map((gone) => ({ ...gone, substitute })) }
  const [row] = usualRows(decided, () => 0)
  expect(stateOf(row!)).toBe('ready')
  expect(row).toMatchObject({ article: { code: 'A4' }, instead: { code: 'A9', decidedBy: 'client' } })
  expect(usualRows(decided, (id) => (id === 4 ? 6 : 0)).map(stateOf)).toEqual(['discarded'])
})
