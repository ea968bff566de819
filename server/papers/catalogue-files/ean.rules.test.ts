import { expect, test } from 'vitest'
import { barsOf } from './ean.rules.ts'

// From the standard's own example, digit by digit: 5 901234 123457.
test('the bars of an EAN-13 are those of the standard', () => {
  expect(barsOf('5901234123457')).toBe(
    '101' +
      '0001011' +
      '0100111' +
      '0110011' +
      '0010011' +
      '0111101' +
      '0011101' +
      '01010' +
      '1100110' +
      '1101100' +
      '1000010' +
      '1011100' +
      '1001110' +
      '1000100' +
      '101',
  )
})

test('eight digits have bars of their own, twelve are thirteen with a zero before', () => {
  expect(barsOf('96385074')).toHaveLength(67)
  expect(barsOf('036000291452')).toBe(barsOf('0036000291452'))
})

test('what is no article number has no bars', () => {
  for (const text of ['', 'RY10013', '5901234123458', '590123412345', '12345678901234']) expect(barsOf(text)).toBeNull()
})
