import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatCount, formatDate, formatMoney, formatPercent, formatPrice, formatTime } from './format.ts'

test('an amount has dot thousands and two decimals', () => {
  expect(formatMoney(155_981_850)).toBe('$\u00a01.559.818,50')
  expect(formatAmount(5)).toBe('0,05')
  expect(formatAmount(100_000)).toBe('1.000,00')
  expect(formatAmount(-123_456)).toBe('−1.234,56')
})

test('an amount reads back as the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      const read = Math.round(Number(formatAmount(cents).replace('−', '-').replaceAll('.', '').replace(',', '.')) * 100)
      expect(read === cents).toBe(true)
    }),
  )
})

test('an article without a price is to be asked for', () => {
  expect(formatPrice(0)).toBe('Consultar')
  expect(formatPrice(3639)).toBe('$\u00a036,39')
})

test('counts and percentages', () => {
  expect(formatCount(10_234)).toBe('10.234')
  expect(formatCount(999)).toBe('999')
  expect(formatPercent(500)).toBe('5%')
  expect(formatPercent(1250)).toBe('12,5%')
})

test('a date is the day in Argentina, three hours behind UTC', () => {
  expect(formatDate('2026-07-31T02:59:59.000Z')).toBe('30/07/2026')
  expect(formatDate('2026-07-31T03:00:00.000Z')).toBe('31/07/2026')
  expect(formatDate('never')).toBe('')
})

test('a moment is told by day and time in Argentina', () => {
  expect(formatTime('2026-03-02T01:05:00Z')).toBe('01/03 22:05')
  expect(formatTime('nada')).toBe('')
})
