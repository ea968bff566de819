import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './numbers.rules.ts'

test.each([
  ['1.234,50', 1234.5],
  ['1.234', 1234],
  ['12.345.678', 12_345_678],
  ['1234,5', 1234.5],
  ['1234.50', 1234.5],
  ['0,5', 0.5],
  [',5', 0.5],
  ['$ 1.234,50', 1234.5],
  [' 12 ', 12],
  ['-3', -3],
  [7.25, 7.25],
  ['1,234.50', null],
  ['1.23,4', null],
  ['12a', null],
  ['', null],
  [null, null],
  [true, null],
  ['.', null],
  ['1.234.5', null],
  ['1e5', null],
  ['=1+1', null],
] as const)('%j is read as %j', (cell, number) => {
  expect(readNumber(cell)).toBe(number)
})

test('what Argentines write is read as what they mean', () => {
  const written = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
      expect(readNumber(written.format(cents / 100))).toBe(cents / 100 || 0)
    }),
  )
})
