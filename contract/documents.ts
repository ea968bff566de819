/** Files made of a cart (spec 1 section 7, READINGS access table: staff). */
import { endpoint, raw } from './endpoint.ts'
import { flagText, optionalIntText, wireObject } from './wire.ts'

const cartOf = { userId: ['idusu', optionalIntText], clientId: ['idcli', optionalIntText] } as const
const access = { who: 'staff', user: 'query.idusu', client: 'query.idcli' } as const

export const CART_SPREADSHEET = 'cotizacion.xlsx'
export const cartSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/carrito-excel',
  access,
  summary: 'Carrito como planilla (cotizacion.xlsx).',
  query: wireObject({ ...cartOf, withPrices: ['prc', flagText] }),
  response: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
export const cartPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/catalogo-custom',
  access,
  summary: 'Carrito como PDF; prc 1 con precios.',
  query: wireObject({ ...cartOf, withPrices: ['prc', flagText] }),
  response: raw('application/pdf'),
})
