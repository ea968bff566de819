import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount, formatPesos } from './amounts.ts'

test.each([
  [155_981_850, '$ 1.559.818,50'],
  [4_703_446, '$ 47.034,46'],
  [100_000, '$ 1.000,00'],
  [99_999, '$ 999,99'],
  [5, '$ 0,05'],
  [0, '$ 0,00'],
  [-50_000_000, '−$ 500.000,00'],
])('%i cents are %s', (cents, shown) => {
  expect(formatPesos(cents)).toBe(shown)
})

test('an amount is read back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (cents) => {
      const shown = formatPesos(cents)
      expect(shown).toMatch(/^\$ \d{1,3}(\.\d{3})*,\d{2}$/)
      expect(BigInt(shown.replace(/\D/g, ''))).toBe(BigInt(cents))
    }),
  )
})

test('numbers have dots for thousands', () => {
  expect(formatCount(1_234_567)).toBe('1.234.567')
})
