import { expect, test } from 'vitest'
import { deliveryInWords, noteInWords, saleTermsInWords } from './order-text.ts'
import { NO_ADDRESS, PICKUP } from './orders.ts'

test('an observation is shown whole, without its bar', () => {
  expect(noteInWords('sin caja|con moño rojo')).toBe('sin caja · con moño rojo')
  expect(noteInWords('12|rojo|azul')).toBe('12 · rojo · azul')
  expect(noteInWords('|Con moño rojo')).toBe('Con moño rojo')
  expect(noteInWords('12|')).toBe('12')
  expect(noteInWords(' Por la mañana\nTimbre 2 ')).toBe('Por la mañana\nTimbre 2')
  expect(noteInWords('')).toBe('')
})

test('a delivery says how and where to', () => {
  expect(deliveryInWords({ addressId: PICKUP, address: 'Retiro en el local' })).toBe('Retiro en el local')
  expect(deliveryInWords({ addressId: 5, address: 'Belgrano 1, Neuquén' })).toBe(
    'Envío a domicilio: Belgrano 1, Neuquén',
  )
  expect(deliveryInWords({ addressId: NO_ADDRESS, address: '' })).toBe('A coordinar')
  // The own address of a new user, after its order moved to the client (R234).
  expect(deliveryInWords({ addressId: NO_ADDRESS, address: 'Mitre 2, Lanús' })).toBe(
    'Envío a domicilio: Mitre 2, Lanús',
  )
})

test('sale terms in words, as they are chosen', () => {
  expect(saleTermsInWords({ saleLine: 'j', saleCondition: 2 })).toBe('Línea J, condición 2')
  expect(saleTermsInWords({ saleLine: '', saleCondition: 4 })).toBe('condición 4')
  expect(saleTermsInWords({})).toBe('')
})
