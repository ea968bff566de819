import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountAt, hasPrice, nextStep, priceAt, priceOf } from './price.ts'
import { BASE_LIST_ID, type OwnPrice, pricedBy, promotedIn, type RunningPromotion } from './price-terms.ts'
import { priceReason } from './price-words.ts'

test('the unit price is the list price less the discount, halves up', () => {
  expect(priceOf({ listPrice: 38_30, discount: 500 })).toBe(36_39)
  expect(priceOf({ listPrice: 1, discount: 5000 })).toBe(1)
  expect(priceOf({ listPrice: 100_00, discount: 10_000 })).toBe(0)
})

test('the unit price is exact, for any amount of whole cents', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000_000_000_00), fc.integer({ min: 0, max: 10_000 }), (listPrice, discount) => {
      const exact = (BigInt(listPrice) * BigInt(10_000 - discount) * 2n + 10_000n) / 20_000n
      expect(priceOf({ listPrice, discount })).toBe(Number(exact))
    }),
  )
})

test('what comes to nothing by discount or rounding has no price (R6)', () => {
  expect(hasPrice({ listPrice: 0, discount: 0 })).toBe(false)
  expect(hasPrice({ listPrice: 100_00, discount: 10_000 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 60_00 })).toBe(false)
  expect(hasPrice({ listPrice: 1, discount: 50_00 })).toBe(true)
})

const stepped = {
  listPrice: 100_00,
  discount: 0,
  multiple: 6,
  steps: [
    { units: 24, percent: 500, unitPrice: 95_00 },
    { units: 100, percent: 1_000, unitPrice: 90_00 },
  ],
}

test('a unit costs what the step says that its line reaches (R351)', () => {
  expect([1, 23, 24, 99, 100, 5_000].map((quantity) => priceAt(stepped, quantity))).toEqual([
    100_00, 100_00, 95_00, 95_00, 90_00, 90_00,
  ])
  expect([23, 24, 100].map((quantity) => discountAt(stepped, quantity))).toEqual([0, 500, 1_000])
  expect(priceAt({ ...stepped, steps: null }, 500)).toBe(100_00)
})

test('the next step is told in whole multiples, where it asks for no more than the line has', () => {
  const missing = (quantity: number) => nextStep(stepped, quantity)?.missing
  expect([6, 12, 18, 24, 48, 54, 96, 102].map(missing)).toEqual([
    undefined,
    12,
    6,
    undefined,
    undefined,
    48,
    6,
    undefined,
  ])
})

test('a step that is reached stands in words where a promotion would (R358)', () => {
  const article = { ...stepped, reason: 'Lista Interior', promotion: 'Promoción Día del Niño' }
  expect(priceReason(article, 6)).toBe('Lista Interior, Promoción Día del Niño')
  expect(priceReason(article, 24)).toBe('Lista Interior, −5 % desde 24')
})

const BASE = { list: null, isListWhole: false, bonus: 0 }
const promoted = (price?: number, percent?: number) => ({
  ...(price !== undefined && { price: { cents: price, name: 'Precio' } }),
  ...(percent !== undefined && { percent: { percent, name: 'Porcentaje' } }),
})

test.each([
  [
    'a lower price takes the place of the start and takes no discount',
    promoted(95_00, 5_000),
    95_00,
    0,
    'Promoción Precio',
  ],
  ['a price that is no lower is none', promoted(100_00), 100_00, 300, ''],
  ['the greater percent counts alone', promoted(undefined, 700), 100_00, 700, 'Promoción Porcentaje'],
  ['a percent that is no greater is none', promoted(undefined, 300), 100_00, 300, ''],
])('of promotions %s (R358)', (_, of, listPrice, discount, promotion) => {
  const priced = pricedBy(BASE, { ...stepped, discount: 300 }, { listed: undefined, own: undefined, promoted: of })
  expect(priced).toMatchObject({ listPrice, discount, promotion })
  expect(priced.steps?.map(({ percent }) => percent) ?? []).toEqual(
    listPrice < 100_00 ? [] : [500, 1_000].filter((percent) => percent > discount),
  )
})

test('an own price takes a percent where its row says so, and a lower price always; an article without a price stays so (R358)', () => {
  const priced = (own: OwnPrice | undefined, base: number) =>
    pricedBy(
      { ...BASE, bonus: 1_000 },
      { listPrice: base, discount: 0 },
      { listed: undefined, own, promoted: promoted(40_00, 2_000) },
    )
  const own = (listPrice: number, withDiscount: boolean) => priced({ listPrice, withDiscount }, 100_00)
  expect(own(30_00, false)).toMatchObject({ listPrice: 30_00, discount: 0, unitPrice: null, reason: 'Precio especial' })
  expect(own(30_00, true)).toMatchObject({ listPrice: 30_00, discount: 2_000, unitPrice: 21_60 })
  expect(own(50_00, false)).toMatchObject({
    listPrice: 40_00,
    discount: 0,
    unitPrice: 36_00,
    promotion: 'Promoción Precio',
  })
  expect(priced(undefined, 0)).toMatchObject({ listPrice: 0, unitPrice: 0, promotion: '' })
})

test('of promotions for several lists, those of the buyer count; of equal ones the first (R358)', () => {
  const of = (name: string, more: Partial<RunningPromotion>) => ({
    ...{ name, lists: null, percent: null, articleIds: [1, 2], prices: null, ...more },
  })
  const running = [
    of('A', { percent: 1_000 }),
    of('B', { percent: 1_000, articleIds: [2, 3] }),
    of('C', { prices: [50_00, 60_00], lists: [BASE_LIST_ID] }),
    of('D', { prices: [40_00, 70_00], lists: [7, BASE_LIST_ID] }),
  ]
  expect([...promotedIn(running, null)]).toEqual([
    [1, { percent: { percent: 1_000, name: 'A' }, price: { cents: 40_00, name: 'D' } }],
    [2, { percent: { percent: 1_000, name: 'A' }, price: { cents: 60_00, name: 'C' } }],
    [3, { percent: { percent: 1_000, name: 'B' } }],
  ])
  expect(promotedIn(running, 7).get(2)?.price).toEqual({ cents: 70_00, name: 'D' })
  expect(promotedIn(running, 8).get(1)?.price).toBeUndefined()
})
