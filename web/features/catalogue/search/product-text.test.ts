import { expect, test } from 'vitest'
import { agesOf, packsOf, stockOf } from './product-text.ts'

test('packs of nothing are left out, and an assortment tells its number', () => {
  const packs = (unitsPerPack: number, innerPack: number, assortment: number) =>
    packsOf({ unitsPerPack, innerPack, assortment })
  expect(packs(48, 6, 12)).toBe('Bulto 48 · Int 6 · Surtido: 12')
  expect(packs(48, 0, 0)).toBe('Bulto 48')
  // A feed that only tells that it is assorted.
  expect(packs(0, 0, 1)).toBe('Surtido')
})

test('stock is told where it is known: there is some, less than a pack, or from when', () => {
  const of = (stock: number | undefined, arrivesOn?: string, unitsPerPack = 24) =>
    stockOf({ stock, arrivesOn, unitsPerPack, multiple: 1 })
  expect(of(undefined, '2026-12-03')).toBe('')
  expect(of(24)).toBe('Disponible')
  expect(of(23)).toBe('Últimas 23')
  expect(of(9, undefined, 0)).toBe('Últimas 9')
  expect(of(10, undefined, 0)).toBe('Disponible')
  expect(of(0, '2026-12-03')).toBe('Ingresa el 03/12')
  expect(of(0)).toBe('Sin stock')
})

test('ages are months up to two years, then years where they are whole (R367)', () => {
  expect([
    agesOf({ ageFrom: 36 }),
    agesOf({ ageFrom: 6, ageTo: 24 }),
    agesOf({ ageTo: 30 }),
    agesOf({ ageFrom: 1, ageTo: 18 }),
    agesOf({}),
  ]).toEqual(['Desde 3 años', '6 meses a 2 años', 'Hasta 30 meses', '1 mes a 18 meses', ''])
})
