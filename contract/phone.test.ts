import { expect, test } from 'vitest'
import { callLink, whatsappLink, whatsappNumber } from './phone.ts'

test.each([
  ['387 4000000', '5493874000000'],
  ['(0387) 15-4000000', '5493874000000'],
  ['11 2345-6789', '5491123456789'],
  ['011 15 2345 6789', '5491123456789'],
  ['02202 15 421234', '5492202421234'],
  ['+54 9 387 400-0000', '5493874000000'],
  ['+54 387 400 0000', '5493874000000'],
  ['0054 11 2345 6789', '5491123456789'],
  ['5491123456789', '5491123456789'],
  ['+598 99 123 456', '59899123456'],
])('%s is WhatsApp’s %s', (typed, number) => {
  expect(whatsappNumber(typed)).toBe(number)
})

test.each(['', '4000000', '387 4000000 / 387 4111111', 'no tiene', '387 154000000 12'])(
  '%s is no number of WhatsApp’s',
  (typed) => {
    expect(whatsappNumber(typed)).toBeNull()
    expect(whatsappLink(typed, 'Hola')).toBeNull()
  },
)

test('a chat begins with the text, a call keeps the plus', () => {
  expect(whatsappLink('387 4000000', '¿Qué tal? 5% & más')).toBe(
    'https://wa.me/5493874000000?text=%C2%BFQu%C3%A9%20tal%3F%205%25%20%26%20m%C3%A1s',
  )
  expect(callLink('+54 (387) 400-0000')).toBe('tel:+543874000000')
  expect(callLink('400-0000')).toBe('tel:4000000')
  expect(callLink('387 4000000 / 387 4111111')).toBeNull()
  expect(callLink('no tiene')).toBeNull()
})
