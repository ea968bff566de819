import { expect, test } from 'vitest'
import { quantityTip, readQuantity, stepQuantity } from './quantity.ts'

test('a typed quantity becomes a multiple; empty and zero stay nothing', () => {
  expect(readQuantity('1', 6)).toBe(6)
  expect(readQuantity('14', 6)).toBe(12)
  expect(readQuantity('15', 6)).toBe(18)
  expect(readQuantity('', 6)).toBe(0)
  expect(readQuantity('0', 6)).toBe(0)
})

test('a slip of the finger does not order a lorry', () => {
  expect(readQuantity('9999999', 1)).toBe(1_000_000)
  expect(readQuantity('9999999', 7) % 7).toBe(0)
  expect(readQuantity('9999999', 7)).toBeLessThanOrEqual(1_000_000)
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
