import { expect, test } from 'vitest'
import { packsOf } from './product-text.ts'

test('packs of nothing are left out, and an assortment tells its number', () => {
  const packs = (unitsPerPack: number, innerPack: number, assortment: number) =>
    packsOf({ unitsPerPack, innerPack, assortment })
  expect(packs(48, 6, 12)).toBe('Bulto 48 · Int 6 · Surtido: 12')
  expect(packs(48, 0, 0)).toBe('Bulto 48')
  // A feed that only tells that it is assorted.
  expect(packs(0, 0, 1)).toBe('Surtido')
})
