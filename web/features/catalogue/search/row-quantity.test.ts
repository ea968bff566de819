import { expect, test } from 'vitest'
import { quantityText, unitsTyped } from './row-quantity.ts'

test.each([
  [0, 0, ''],
  [30, 0, '30'],
  [96, 48, '2'],
  [30, 48, ''],
  [0, 48, ''],
])('%i units in packs of %i stand as %j', (units, size, text) => {
  expect(quantityText(units, size)).toBe(text)
})

test.each([
  ['', 0, 0],
  ['', 48, 0],
  ['30', 0, 30],
  ['2', 48, 96],
  ['1.200', 0, 1_200],
  ['2,00', 48, 96],
  ['2,5', 48, null],
])('%j in packs of %i is %j units', (text, size, units) => {
  expect(unitsTyped(text, size).quantity).toBe(units)
})
