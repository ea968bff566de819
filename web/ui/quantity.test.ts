import { expect, test } from 'vitest'
import { quantityTip, stepQuantity, typedQuantity } from './quantity.ts'

test('a typed quantity is read as it stands: the server rounds it and says so', () => {
  expect(typedQuantity('7')).toBe(7)
  expect(typedQuantity('9999999')).toBe(9_999_999)
  expect(typedQuantity('')).toBe(0)
  expect(typedQuantity('0')).toBe(0)
})

test('steps go by the multiple and never below it', () => {
  expect(stepQuantity('6', 6, 1)).toBe('12')
  expect(stepQuantity('6', 6, -1)).toBe('6')
  expect(stepQuantity('', 6, 1)).toBe('6')
  expect(stepQuantity('13', 6, -1)).toBe('6')
})

test('the tooltip is the one of the specification', () => {
  expect(quantityTip(12)).toBe('Venta de 12 unidades o multiplo')
})
