import { expect, test } from 'vitest'
import { valueText } from '../../../shop/bulk-review/field-text.ts'
import { type BulkDraft, changesOf, emptyDraft, problemsOf } from './bulk-form.ts'

const draft = (change: Partial<BulkDraft>): BulkDraft => ({ ...emptyDraft, ...change })

test('only what is ticked is asked for', () => {
  expect(changesOf(draft({ discount: '10', hint: 'x' }))).toBeNull()
  expect(changesOf(draft({ setDiscount: true, discount: '12,5', hint: 'x' }))).toEqual({ discount: 1250 })
  expect(changesOf(draft({ setPromo: true, setActive: true, active: 'no', setHint: true }))).toEqual({
    promo: true,
    active: false,
    hint: '',
  })
})

test('a discount that is none asks for nothing, and is told once it is typed', () => {
  for (const discount of ['', '101', '10,555', 'diez', '-1'])
    expect(changesOf(draft({ setDiscount: true, discount, setPromo: true }))).toBeNull()
  expect(problemsOf(draft({ setDiscount: true, discount: '' }))).toEqual({})
  expect(problemsOf(draft({ setDiscount: true, discount: '101' }))).toHaveProperty('discount')
})

test('points are added with their sign, and are told when they are none', () => {
  const adding = (discount: string) => draft({ setDiscount: true, discountWay: 'add', discount })
  expect(['5', '+5,5', '-12.5', '0'].map((text) => changesOf(adding(text)))).toEqual([
    ...[{ addDiscount: 500 }, { addDiscount: 550 }, { addDiscount: -1250 }, { addDiscount: 0 }],
  ])
  for (const text of ['', '101', '--5', '5%']) expect(changesOf(adding(text))).toBeNull()
  expect(problemsOf(adding('-101')).discount).toBe(
    'Los puntos deben ser un número de -100 a 100, con hasta dos decimales',
  )
})

test('no choice of a brand or category is none at all, and a subcategory needs its category', () => {
  expect(changesOf(draft({ setBrand: true, setCategory: true }))).toEqual({ brandId: null, categoryId: null })
  const below = { setBrand: true, brand: '3', setSubcategory: true, subcategory: '120' }
  expect(changesOf(draft(below))).toEqual({ brandId: 3 })
  expect(changesOf(draft({ ...below, setCategory: true, category: '110' }))).toEqual({
    brandId: 3,
    categoryId: 110,
    subcategoryId: 120,
  })
  expect(changesOf(draft({ setSubcategory: true, subcategory: '120' }))).toBeNull()
})

test('values are read as people write them', () => {
  expect(valueText('discount', 12.5)).toBe('12,5 %')
  expect(valueText('active', false)).toBe('No')
  expect([valueText('brand', null), valueText('hint', ''), valueText('position', 0)]).toEqual([
    ...['sin asignar', 'vacío', '0'],
  ])
})
