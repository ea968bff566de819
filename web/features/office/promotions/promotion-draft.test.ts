import { describe, expect, test } from 'vitest'
import type { PriceList } from '../../../../contract/price-lists.ts'
import { type PromotionBody, promotionTexts } from '../../../../contract/promotions.ts'
import { bodyOf, draftOf, listField, problemsOf } from './promotion-draft.ts'

const list = (id: number | null): PriceList => ({
  id,
  name: `Lista ${id}`,
  active: true,
  clients: 0,
  articles: 0,
  next: null,
  isOwn: false,
})
const lists = [list(null), list(4), list(9)]

const branch = { brandId: null, categoryId: null, subcategoryId: null }
const byPercent: PromotionBody = {
  ...{ name: 'Día del Niño', percent: 12_50, covers: 'articles', ...branch, articles: '00123\n45', lists: null },
  ...{ begins: '2026-12-01', ends: '2026-12-24T18:30' },
}
const byPrice: PromotionBody = { ...byPercent, percent: null, articles: '00123\t1.250,50', lists: [0, 9] }
const ofBranch: PromotionBody = {
  ...{ ...byPercent, covers: 'category', articles: '' },
  ...{ brandId: 3, categoryId: 5, subcategoryId: 8, begins: '2026-12-01T09:05', ends: '2026-12-01' },
}

test.each([
  ['by percent', byPercent],
  ['by price, for some lists', byPrice],
  ['of a branch', ofBranch],
])('a stored promotion %s is sent as it was, where nobody changes it', (_, stored) => {
  const draft = draftOf({ ...stored, version: 3 }, lists)
  expect(bodyOf(draft, lists)).toEqual(stored)
  expect(draft.version).toBe(3)
  expect(Object.values(problemsOf(draft, lists)).filter(Boolean)).toEqual([])
})

test('a promotion by price is of its articles, whatever branch was chosen before', () => {
  const draft = { ...draftOf(ofBranch, lists), way: 'price' as const, articles: '7\t10' }
  expect(bodyOf(draft, lists)).toMatchObject({ percent: null, covers: 'articles', ...branch, articles: '7\t10' })
})

test('an hour of one digit is sent with two', () => {
  expect(bodyOf({ ...draftOf(byPercent, lists), beginHour: '9:05' }, lists).begins).toBe('2026-12-01T09:05')
})

describe('what is wrong is told at its field', () => {
  const problems = (changes: object) =>
    Object.fromEntries(
      Object.entries(problemsOf({ ...draftOf(byPercent, lists), ...changes }, lists)).filter(([, text]) => text),
    )
  test.each([
    [{ percent: '0,99' }, { percent: promotionTexts.percent }],
    [{ percent: '90,01' }, { percent: promotionTexts.percent }],
    [{ percent: 'diez' }, { percent: promotionTexts.percent }],
    [{ articles: ' \n ' }, { articles: promotionTexts.articles }],
    [{ covers: 'brand' }, { brandId: promotionTexts.brand }],
    [{ covers: 'category', brandId: '3' }, { categoryId: 'Elija una categoría' }],
    [{ forAll: false }, { [listField(list(null))]: promotionTexts.lists }],
    [{ beginDay: '' }, { beginDay: promotionTexts.begins }],
    [{ endDay: '' }, { endDay: promotionTexts.ends }],
    [{ beginHour: '24:00' }, { beginHour: promotionTexts.hour }],
    [{ endHour: '9' }, { endHour: promotionTexts.hour }],
    [{ endDay: '2026-11-30' }, { endDay: promotionTexts.endsBefore }],
    [{ endDay: '2026-12-01', beginHour: '18:30' }, { endDay: promotionTexts.endsBefore }],
  ])('%j', (changes, wanted) => {
    expect(problems(changes)).toEqual(wanted)
  })

  test('a day may begin at an hour and hold to its end', () => {
    expect(problems({ endDay: '2026-12-01', beginHour: '18:30', endHour: '' })).toEqual({})
  })
})
