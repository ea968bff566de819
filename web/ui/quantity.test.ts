import { expect, test } from 'vitest'
import { quantityTip, readQuantity, stepQuantity, typedQuantity } from './quantity.ts'

test.each([
  ['7', 7],
  ['', 0],
  ['  ', 0],
  ['0', 0],
  ['12,00', 12],
  ['12,0', 12],
  ['12.0', 12],
  ['12.00', 12],
  ['7,', 7],
  ['1.234', 1_234],
  ['1.234.567', null],
  ['12.345,00', 12_345],
  [' 1 200 ', 1_200],
  ['1.000.000', 1_000_000],
])('%j is read as an Argentine writes it: %j', (text, quantity) => {
  expect(typedQuantity(text)).toBe(quantity)
})

test.each([
  ['7,5', '«7,5» no es un número entero: escriba unidades enteras'],
  ['7.5', '«7.5» no es un número entero: escriba unidades enteras'],
  [',5', '«,5» no es un número entero: escriba unidades enteras'],
  ['-4', '«-4» es menos que cero: escriba cuántas unidades quiere'],
  ['1,234', '«1,234» no es claro: escriba la cantidad sin coma'],
  ['12,000', '«12,000» no es claro: escriba la cantidad sin coma'],
  ['doce', '«doce» no es una cantidad'],
  ['12 u.', '«12u.» no es una cantidad'],
  ['1.23.4', '«1.23.4» no es una cantidad'],
  ['1e3', '«1e3» no es una cantidad'],
  ['9999999', 'La cantidad es demasiado grande: el máximo de un renglón es 1.000.000 unidades'],
])('%j is no other number: it is told', (text, problem) => {
  expect(readQuantity(text)).toEqual({ quantity: null, problem })
})

test('steps go by the multiple and never below it', () => {
  expect(stepQuantity('6', 6, 1)).toBe('12')
  expect(stepQuantity('6', 6, -1)).toBe('6')
  expect(stepQuantity('', 6, 1)).toBe('6')
  expect(stepQuantity('13', 6, -1)).toBe('6')
  expect(stepQuantity('1.200', 6, 1)).toBe('1206')
})

test('the tooltip is the one of the specification', () => {
  expect(quantityTip(12)).toBe('Venta de 12 unidades o multiplo')
})
