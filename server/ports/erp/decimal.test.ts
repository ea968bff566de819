import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readsAnything } from '../../../testkit/typed-text.ts'
import { amount, count, cuit, day, flag, id } from './columns.ts'
import { CellRefused, findDecimalSign, readHundredths } from './decimal.ts'

describe('readHundredths', () => {
  it.each([
    ['1234,50', ',', 123450],
    ['1234.5', '.', 123450],
    ['7', ',', 700],
    ['0,00', ',', 0],
    ['-3,25', ',', -325],
    [33.33, ',', 3333],
    [1.1 + 2.2, ',', 330],
    [12, '.', 1200],
    ['1500,0000', ',', 150000],
    ['12.3400', '.', 1234],
    ['1500,000', ',', 150000],
    ['0.000', '.', 0],
  ] as const)('reads %j with %j', (cell, sign, hundredths) => {
    expect(readHundredths(cell, sign)).toBe(hundredths)
  })

  it.each([
    ['1.234,50', ',', 'separador de miles'],
    ['1,234.50', '.', 'separador de miles'],
    ['1.234', ',', 'separador de miles'],
    ['1,234', '.', 'separador de miles'],
    ['1.234.567', ',', 'separador de miles'],
    ['1.234', '.', 'separador de miles'],
    ['12.5', ',', 'coma decimal'],
    ['12,5', '.', 'punto decimal'],
    ['12,3456', ',', 'más de dos decimales'],
    ['1500,22642', ',', 'más de dos decimales'],
    ['1500.0000', ',', 'coma decimal'],
    ['12,000', ',', 'tres decimales o un separador de miles'],
    [0.125, ',', 'más de dos decimales'],
    ['12a', ',', 'no es un número'],
    ['$ 12', ',', 'no es un número'],
    ['1 234', ',', 'no es un número'],
    ['1e3', '.', 'no es un número'],
    [',5', ',', 'no es un número'],
    ['5,', ',', 'no es un número'],
    ['', ',', 'no es un número'],
    [Number.NaN, ',', 'decimales'],
  ] as const)('refuses %j with %j', (cell, sign, message) => {
    expect(() => readHundredths(cell, sign)).toThrow(CellRefused)
    expect(() => readHundredths(cell, sign)).toThrow(message)
  })

  it('takes a cell that is too long for a number for none, and shows its beginning (R274)', () => {
    const cell = `1${','.repeat(1_000_000)}`
    expect(() => readHundredths(cell, ',')).toThrow(`«1${','.repeat(39)}» no es un número`)
  })

  it('reads every amount with two decimals to the cent, as text and as number', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.constantFrom(',', '.'), (cents, sign) => {
        const text = `${Math.floor(cents / 100)}${sign}${String(cents % 100).padStart(2, '0')}`
        expect(readHundredths(text, sign as ',' | '.')).toBe(cents)
        expect(readHundredths(cents / 100, sign as ',' | '.')).toBe(cents)
      }),
    )
  })
})

test('any cell is its own value or a refusal, in every kind of column', () => {
  const columns = [amount('X'), count('X'), id('X'), flag('X'), cuit('X'), day('X')]
  readsAnything(
    (text) => {
      const read = readHundredths(text, ',')
      expect(
        BigInt(
          text
            .trim()
            .replace(/([.,]\d\d)0+$/, '$1')
            .replace(/[.,](\d)$/, ',$10')
            .replace(/[^\d-]/g, ''),
        ),
      ).toBe(BigInt(read) / (/[.,]/.test(text) ? 1n : 100n))
    },
    [CellRefused],
  )
  for (const column of columns) readsAnything((text) => column.read(text, ','), [CellRefused])
})

describe('findDecimalSign', () => {
  it.each([
    [['1,50', '2', '3,5'], ','],
    [['1.50', '2', '3.5'], '.'],
    [['1.50', '2,25', '3.5'], '.'],
    [['1.234', '5.678'], undefined],
    [['1.234,5'], ','],
    [['1,234.5', '2'], '.'],
    [['1.234.567'], ','],
    [['1500.000', '12.000'], '.'],
    [[], undefined],
    [[1.5, 2.5, null], undefined],
  ] as const)('of %j is %j', (cells, sign) => {
    expect(findDecimalSign(cells)).toBe(sign)
  })
})
