/** Messages about the own orders by WhatsApp, for who agrees to them (R393). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flag, instant, wireObject } from './wire.ts'

export const orderMessageTexts = {
  number: 'Escriba el celular con su código de área, por ejemplo 387 400-0000',
  off: 'Esta tienda no envía avisos por WhatsApp',
} as const

/** What the signed-in user has agreed to. */
const consent = wireObject({
  /** Whether the shop sends such messages at all. */
  offered: ['ofrecidos', flag],
  /** The number's digits with the country's code; null for who did not agree. */
  phone: ['telefono', z.nullable(z.string())],
  agreedAt: ['desde', z.nullable(instant)],
})

export const getOrderMessages = endpoint({
  method: 'GET',
  path: '/api/usuarios/avisos-whatsapp',
  access: { who: 'signedIn' },
  summary: 'Si a quien pregunta se le avisa de sus pedidos por WhatsApp, a qué número y desde cuándo lo aceptó.',
  response: consent,
})

export const agreeToOrderMessages = endpoint({
  method: 'PUT',
  path: '/api/usuarios/avisos-whatsapp',
  access: { who: 'signedIn' },
  refusals: ['CONFLICT'],
  summary: 'Acepta que se le avise de sus pedidos por WhatsApp, a un número.',
  body: wireObject({ phone: ['telefono', z.string().check(z.maxLength(60))] }),
  response: consent,
})

export const endOrderMessages = endpoint({
  method: 'DELETE',
  path: '/api/usuarios/avisos-whatsapp',
  access: { who: 'signedIn' },
  summary: 'Deja de recibir avisos de sus pedidos por WhatsApp.',
  response: consent,
})
