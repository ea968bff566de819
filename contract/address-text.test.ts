import { expect, test } from 'vitest'
import { addressInWords } from './address-text.ts'

const rosario = { street: 'San Martín 1250', locality: 'Rosario de la Frontera', provinceId: 9 }
test.each([
  [{ ...rosario, postalCode: '4190' }, 'San Martín 1250, 4190 Rosario de la Frontera, Salta'],
  [rosario, 'San Martín 1250, Rosario de la Frontera, Salta'],
  [{ ...rosario, provinceId: null }, 'San Martín 1250, Rosario de la Frontera'],
  [{ ...rosario, locality: ' ', postalCode: '' }, 'San Martín 1250, Salta'],
  [{ street: 'Mitre 1', locality: 'Salta', postalCode: '4400', provinceId: 9 }, 'Mitre 1, 4400 Salta'],
  [{ street: 'Mitre 1', locality: '', provinceId: null }, 'Mitre 1'],
])('an address is said with what is known of it (R248): %o', (parts, words) => {
  expect(addressInWords(parts)).toBe(words)
})
