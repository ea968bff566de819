import { describe, expect, test } from 'vitest'
import type { CartLine } from '../../../../contract/cart.ts'
import { type BrandNames, findLines, groupLines, NO_BRAND, orderLines } from './arrange-lines.ts'

const line = (code: string, more: Partial<CartLine> = {}) =>
  ({
    code,
    alias: '',
    description: `Artículo ${code}`,
    brandId: 1,
    sold: true,
    listPrice: 1000,
    discount: 0,
    quantity: 1,
    ...more,
  }) as CartLine

const brands: BrandNames = new Map([
  [2, { name: 'Rayuela', at: 0 }],
  [1, { name: 'Aventura', at: 5 }],
])
const doll = line('RY-10013', { description: 'Muñeca de trapo', brandId: 2, quantity: 2 })
const ball = line('00231', { alias: 'PEL-7', description: 'Pelota rayada', quantity: 12 })
const car = line('AB20', { description: 'auto a fricción', brandId: null, quantity: 5 })
const gone = line('AB21', { description: 'Zorro', sold: false, quantity: 90 })
const cart = [doll, ball, car, gone]
const codes = (lines: readonly CartLine[]) => lines.map(({ code }) => code)

describe('finding in the cart', () => {
  test.each([
    ['', ['RY-10013', '00231', 'AB20', 'AB21']],
    ['ry10013', ['RY-10013']],
    ['ry 10013', ['RY-10013']],
    ['231', ['00231']],
    ['pel7', ['00231']],
    ['munieca', []],
    ['MUÑECA', ['RY-10013']],
    ['trapo muneca', ['RY-10013']],
    ['friccion', ['AB20']],
    ['ab2', ['AB20', 'AB21']],
    ['-', ['RY-10013', '00231']],
  ])('%j', (text, expected) => {
    expect(codes(findLines(cart, text))).toEqual(expected)
  })
})

test('the orders: as entered, the shop’s brands, the alphabet without capitals and accents, the largest amount', () => {
  expect(codes(orderLines(cart, 'entry', brands))).toEqual(codes(cart))
  expect(codes(orderLines(cart, 'brand', brands))).toEqual(['RY-10013', '00231', 'AB21', 'AB20'])
  expect(codes(orderLines(cart, 'name', brands))).toEqual(['AB20', 'RY-10013', '00231', 'AB21'])
  // What cannot be ordered costs nothing.
  expect(codes(orderLines(cart, 'amount', brands))).toEqual(['00231', 'AB20', 'RY-10013', 'AB21'])
})

test('groups by brand, with what their lines come to', () => {
  expect(groupLines(cart, brands).map(({ name, lines, total }) => [name, codes(lines), total])).toEqual([
    ['Rayuela', ['RY-10013'], 2000],
    ['Aventura', ['00231', 'AB21'], 12_000],
    [NO_BRAND, ['AB20'], 5000],
  ])
})
