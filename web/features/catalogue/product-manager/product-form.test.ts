import { expect, test } from 'vitest'
import type { ManagedRecord } from '../../../../contract/product-manager.ts'
import { bodyOf, draftOf, problemsOf } from './product-form.ts'

const record = (given: Partial<ManagedRecord>): ManagedRecord =>
  ({
    listingId: 7,
    position: 3,
    brandId: 1,
    categoryId: 100,
    subcategoryId: null,
    hint: '',
    discount: 550,
    promo: false,
    future: false,
    active: false,
    version: 4,
    ...given,
  }) as ManagedRecord

test('a stored listing is read and sent back as it was', () => {
  const draft = draftOf(record({}))
  expect(draft).toMatchObject({ position: '3', brandId: '1', subcategoryId: '', discount: '5,5' })
  expect(bodyOf(draft)).toEqual({
    position: 3,
    brandId: 1,
    categoryId: 100,
    subcategoryId: null,
    hint: '',
    discount: 550,
    promo: false,
    future: false,
    active: false,
    version: 4,
  })
})

test('an article that is not listed yet begins on sale, at the end of its place', () => {
  const draft = draftOf(record({ listingId: null, position: 0, brandId: null, discount: 0, version: 0 }))
  expect(draft).toMatchObject({ position: '', active: true, discount: '0' })
  expect(bodyOf(draft)).toMatchObject({ position: null, brandId: null })
})

test('discount 0 to 100 in steps of 0.01, order a whole number from 0 (R205)', () => {
  const wrong = (given: object) => Object.keys(problemsOf({ ...draftOf(record({})), ...given }))
  for (const discount of ['0', '100', '12,5', '0.01', ' 5 ']) expect(wrong({ discount })).toEqual([])
  for (const discount of ['-1', '100,01', '5,555', 'x', '']) expect(wrong({ discount })).toEqual(['discount'])
  for (const position of ['0', '999999', '']) expect(wrong({ position })).toEqual([])
  for (const position of ['-1', '1,5', 'x']) expect(wrong({ position })).toEqual(['position'])
})
