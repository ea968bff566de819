import { expect, test } from 'vitest'
import type { PendingCart } from '../../../../contract/clients.ts'
import { chatAbout, messageTo } from './cart-text.ts'

const cart: PendingCart = {
  userId: 1,
  clientId: 2,
  businessName: 'El Duende',
  email: '',
  cuit: '',
  seller: '',
  days: 5,
  total: 1_559_818_50,
  lineCount: 12,
  updatedAt: '',
  phone: '387 4000000',
  mobile: '',
  holder: '',
  holderType: 'cliente',
}

test('a message says what waits, since when and for how much', () => {
  expect(messageTo(cart, 'Bulto')).toBe(
    'Hola, El Duende. Le escribo de Bulto: tiene un carrito sin confirmar desde hace 5 días, con 12 artículos por ' +
      '$\u00a01.559.818,50. ¿Quiere que lo ayude a cerrar el pedido?',
  )
  expect(messageTo({ ...cart, days: 0, lineCount: 1 }, 'Bulto')).toContain('sin confirmar, con 1 artículo por')
})

test('the chat is with the mobile, else with the telephone, else there is none', () => {
  expect(chatAbout({ ...cart, mobile: '387 15 4111111' })).toContain('wa.me/5493874111111')
  expect(chatAbout({ ...cart, mobile: 'no tiene' })).toContain('wa.me/5493874000000')
  expect(chatAbout({ ...cart, phone: '4000000' })).toBeNull()
})
