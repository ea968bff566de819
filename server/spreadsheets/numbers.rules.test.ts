import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../../contract/amounts.ts'
import { readsAnything } from '../../testkit/typed-text.ts'
import { commasAreThousands, readNumber, readPrice, readQuantity } from './numbers.rules.ts'

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
  ['6 12', null],
  ['1 200 5', null],
  ['0.125', null],
  ['000.125', null],
  ['1 200,50', 1200.5],
  ['$ -5', -5],
  ['- 5', -5],
  ['12 $', 12],
  ['99999999999999999999', null],
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

test('a cell with two numbers is asked about, and so is a fraction of a unit', () => {
  expect(readQuantity('6 12')).toEqual({ value: null, doubt: '«6 12» no es una cantidad' })
  expect(readQuantity('0,500')).toEqual({ value: null, doubt: '«0,500» no es una cantidad entera' })
  // Where a comma may be either, the user is asked (R24).
  expect(readQuantity('1,000').doubt).toBe('«1,000»: ¿son 1.000?')
  expect(commasAreThousands(['1,234.50', '0,500'])).toBe(false)
})

test('an amount is the same with dots, blanks or nothing for its thousands, and with a peso sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      const shown = formatAmount(cents)
      for (const text of [shown, shown.replaceAll('.', ' '), shown.replaceAll('.', ''), `$ ${shown}`, `$${shown}`])
        expect([text, readPrice(text)]).toEqual([text, { value: cents / 100 }])
    }),
  )
})

test('a number of a cell has the digits of the cell, or there is none', () =>
  readsAnything((text) => {
    const value = readNumber(text)
    if (value === null) return
    const digits = (shown: string) => shown.replace(/\D/g, '').replace(/^0+|0+$/g, '')
    const written = Math.abs(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    expect(digits(written)).toBe(digits(text))
    for (const read of [readQuantity(text), readPrice(text)])
      if (read.value === null && !read.doubt) expect(value).toBeLessThan(0)
  }))
