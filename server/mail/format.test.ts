import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant, formatInteger, formatMoney } from './format.ts'

test.each([
  [155_981_850, '$ 1.559.818,50'],
  [4_703_446, '$ 47.034,46'],
  [100_000, '$ 1.000,00'],
  [99_999, '$ 999,99'],
  [5, '$ 0,05'],
  [0, '$ 0,00'],
])('%i cents are %s', (cents, shown) => {
  expect(formatMoney(cents)).toBe(shown)
})

test('an amount is read back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (cents) => {
      const shown = formatMoney(cents)
      expect(shown).toMatch(/^\$ \d{1,3}(\.\d{3})*,\d{2}$/)
      expect(BigInt(shown.replace(/\D/g, ''))).toBe(BigInt(cents))
    }),
  )
})

test('numbers and instants are shown the Argentine way', () => {
  expect(formatInteger(1_234_567)).toBe('1.234.567')
  expect(formatInstant('2026-01-01T02:05:00.000Z')).toBe('31/12/2025 23:05')
})
