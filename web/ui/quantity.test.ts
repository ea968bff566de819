import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount } from '../../contract/amounts.ts'
import { MAX_QUANTITY } from '../../contract/rules.ts'
import { readsAnything } from '../../testkit/typed-text.ts'
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
  ['12 u.', '«12 u.» no es una cantidad'],
  ['1.23.4', '«1.23.4» no es una cantidad'],
  ['1e3', '«1e3» no es una cantidad'],
  ['6 12', '«6 12» no es una cantidad'],
  ['1 200 5', '«1 200 5» no es una cantidad'],
  ['0.125', '«0.125» no es un número entero: escriba unidades enteras'],
  ['0,500', '«0,500» no es un número entero: escriba unidades enteras'],
  ['- 4', '«- 4» es menos que cero: escriba cuántas unidades quiere'],
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

const quantities = fc.integer({ min: 0, max: MAX_QUANTITY })

test('a quantity is the same however it is written', () => {
  fc.assert(
    fc.property(quantities, fc.nat(4), (quantity, zeros) => {
      const dotted = formatCount(quantity)
      const texts = [String(quantity), dotted, dotted.replaceAll('.', ' '), dotted.replaceAll('.', '\u00a0')]
      for (const text of [...texts, `${dotted},00`, ` ${quantity} `, `${'0'.repeat(zeros)}${quantity}`])
        expect([text, typedQuantity(text)]).toEqual([text, quantity])
    }),
  )
})

test('two numbers in one box are never one', () => {
  fc.assert(
    fc.property(quantities, fc.nat(99), fc.constantFrom(' ', ', ', ' - ', '/', 'x', '\n'), (first, second, sign) => {
      expect(typedQuantity(`${first}${sign}${second}`)).toBeNull()
    }),
  )
})

test('any text is a quantity of exactly its digits, or the box says why', () =>
  readsAnything((text) => {
    const { quantity, problem } = readQuantity(text)
    if (quantity === null) {
      expect(problem).not.toBe('')
      return
    }
    const whole = text.replace(/[.,]0{0,2}\s*$/, '').replace(/\D/g, '')
    expect(quantity).toBe(Number(whole))
  }))
