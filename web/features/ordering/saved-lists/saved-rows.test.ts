import { expect, test } from 'vitest'
import type { SavedLine } from '../../../../contract/saved-lists.ts'
import { accepted, linesOf, stateOf, withArticle, withQuantity } from '../../../shop/review/review-rows.ts'
import {
  atTodaysPrices,
  hasChanged,
  isIncomplete,
  linesToSave,
  movesSinceSaved,
  newRow,
  savedRows,
} from './saved-rows.ts'

const article = { articleId: 9, code: '0052', description: 'Oso', unitPrice: 150_00, multiple: 6, unitsPerPack: 12 }
const line = (given: Partial<SavedLine>): SavedLine => ({
  ...{ ...article, quantity: 12, note: '', unitPriceBefore: 100_00 },
  ...given,
})
const bear = line({ note: 'marrón' })
const gone = line({
  articleId: 7,
  code: 'P-1',
  unitPrice: 0,
  quantity: 3,
  reason: 'Este artículo ya no está a la venta',
})
const rows = () => savedRows([bear, gone], () => 0)

test('what can be ordered is ready; what cannot waits for another article, and stays in the list as it was', () => {
  expect(rows().map(stateOf)).toEqual(['ready', 'article'])
  expect(linesToSave(rows())).toEqual([
    { articleId: 9, quantity: 12, note: 'marrón' },
    { articleId: 7, quantity: 3, note: '' },
  ])
  expect(hasChanged(rows(), [bear, gone])).toBe(false)
})

test('a quantity, another article and a row taken out are changes of the list', () => {
  const [first, second] = rows()
  const other = { ...article, articleId: 20, multiple: 1 }
  expect(linesToSave([withQuantity(first!, '20'), withArticle(second!, other)])).toEqual([
    // In its multiple, as it would be ordered.
    { articleId: 9, quantity: 18, note: 'marrón' },
    { articleId: 20, quantity: 3, note: '' },
  ])
  const without = [{ ...first!, discarded: true }, second!]
  expect(linesToSave(without)).toEqual([{ articleId: 7, quantity: 3, note: '' }])
  expect(hasChanged(without, [bear, gone])).toBe(true)
})

test('a row for another article counts once it has one and a quantity', () => {
  const row = newRow()
  expect(linesToSave([row])).toEqual([])
  expect(linesToSave([withQuantity(withArticle(row, article), '6')])).toEqual([{ articleId: 9, quantity: 6, note: '' }])
})

test('a row without a quantity that can be read is incomplete, and so is a new one without an article; neither is dropped in silence', () => {
  const [first, second] = rows()
  expect([first!, second!].map(isIncomplete)).toEqual([false, false])
  for (const typed of ['', 'dos', '0']) expect(isIncomplete(withQuantity(first!, typed))).toBe(true)
  expect(isIncomplete(newRow())).toBe(true)
  expect(isIncomplete({ ...newRow(), discarded: true })).toBe(false)
})

test('a list that is read again has today’s prices, and what somebody changed in its rows stays', () => {
  const [first, second] = rows()
  const changed = [withQuantity(first!, '24'), { ...second!, discarded: true }, newRow()]
  const dearer = line({ note: 'marrón', unitPrice: 175_00 })
  const again = atTodaysPrices(changed, [dearer, gone])
  expect(again.map(({ typed, discarded }) => [typed, discarded])).toEqual([
    ['24', false],
    ['3', true],
    ['', false],
  ])
  expect(linesOf(again)).toMatchObject([{ quantity: 24, unitPrice: 175_00 }])
  // Off sale by now, it says so, whatever takes its place.
  const off = { ...dearer, unitPrice: 0, reason: 'Este artículo ya no está a la venta' }
  const substitute = { ...article, articleId: 30, decidedBy: 'client' as const }
  for (const more of [{}, { substitute, proposals: [{ ...article, articleId: 30 }] }]) {
    const [row] = atTodaysPrices(changed, [{ ...off, ...more }, gone])
    expect(row).toMatchObject({ reason: off.reason, instead: { articleId: 9 } })
  }
})

test('a multiple that has changed since is no change that somebody made', () => {
  const odd = line({ quantity: 7 })
  expect(
    hasChanged(
      savedRows([odd], () => 0),
      [odd],
    ),
  ).toBe(false)
})

test('the prices of what is ready are compared with those of the day on which the list was saved', () => {
  expect(movesSinceSaved(rows(), [bear, gone])).toMatchObject({ before: 12 * 100_00, now: 12 * 150_00 })
  expect(movesSinceSaved([accepted(rows()[1]!, true)], [gone])).toBeNull()
})

test('what takes an article’s place by itself is ordered, and the list keeps the article that was saved', () => {
  const substitute = { ...article, articleId: 20, code: 'P-2', multiple: 1, decidedBy: 'client' as const }
  const taken = { ...gone, substitute, proposals: [substitute] }
  const [row] = savedRows([taken], () => 0)
  expect(stateOf(row!)).toBe('ready')
  expect(row).toMatchObject({ article: { code: 'P-2' }, instead: { code: 'P-1', decidedBy: 'client' } })
  expect(linesToSave([row!])).toEqual([{ articleId: 7, quantity: 3, note: '' }])
  expect(linesToSave([withArticle(row!, { ...article, articleId: 30 })])).toMatchObject([{ articleId: 30 }])
})
