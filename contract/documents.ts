/** Files made of a cart (R107, R100: staff). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { optionalClientIdText, optionalIdText } from './ids.ts'
import { wireObject } from './wire.ts'

/** `prc`: 0 leaves the prices out; absent shows them, as 'Con precio' is on by default. */
const pricesShown = z.codec(z.optional(z.enum(['1', '0', 'true', 'false', ''])), z.boolean(), {
  decode: (text) => text !== '0' && text !== 'false',
  encode: (on) => (on ? ('1' as const) : ('0' as const)),
})
const cartOf = {
  userId: ['idusu', optionalIdText],
  clientId: ['idcli', optionalClientIdText],
  withPrices: ['prc', pricesShown],
} as const
const cartAccess = { who: 'staff', user: 'query.idusu', client: 'query.idcli' } as const

export const CART_SPREADSHEET = 'cotizacion.xlsx'
export const cartSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/carrito-excel',
  access: cartAccess,
  refusals: ['NOT_FOUND'],
  summary: 'Carrito como planilla (cotizacion.xlsx); prc 0 sin precios.',
  query: wireObject(cartOf),
  response: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
export const CART_PDF = 'cotizacion.pdf'
export const cartPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/catalogo-custom',
  access: cartAccess,
  refusals: ['NOT_FOUND'],
  summary: 'Carrito como PDF; prc 0 sin precios.',
  query: wireObject(cartOf),
  response: raw('application/pdf'),
})
