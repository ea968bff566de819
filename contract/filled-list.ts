/** A price list that a client filled in, on its way into the own cart (R11, R24, R215). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { clientId, optionalClientIdText } from './ids.ts'
import { importNotice } from './order-import.ts'
import { int, money, wireObject } from './wire.ts'

/** Most articles that one list may ask for; rows without a quantity don't count. */
export const LIST_MAX_LINES = 5_000
/** Most rows of the file. */
export const LIST_MAX_ROWS = 20_000
export const LIST_MAX_BYTES = 20 * 1024 * 1024

/** A line that the list comes to, at today's price and multiple. */
const listLine = wireObject({
  row: ['fila', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** As the file has it: it may have decimals, which `quantity` never has. */
  askedQuantity: ['pedida', z.number()],
  quantity: ['cantidad', int],
  /** Cents one unit costs today; what the file says is not looked at. */
  unitPrice: ['precioUnitario', money],
  note: ['obs', z.string()],
  /** Units in the cart, which `quantity` takes the place of; 0 for none. */
  inCart: ['enCarrito', int],
})
export type ListLine = z.output<typeof listLine>

/** What becomes of a list. Each of its `rows` is a line, added to one, or left out, and the last two stand in `notices`. */
export const listReview = wireObject({
  lines: ['renglones', z.array(listLine)],
  total: ['total', money],
  notices: ['avisos', z.array(importNotice)],
  /** Rows that ask for something, and those that were left as they came. */
  rows: ['filas', int],
  untouched: ['sinCantidad', int],
})
export type ListReview = z.output<typeof listReview>

export const reviewList = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/lista/revisar',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  summary: 'Lee una lista de precios con cantidades y muestra, fila por fila, qué se cargaría en el carrito.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  body: raw('multipart/form-data'),
  response: listReview,
})

/** Sets the quantities in the caller's cart, so a second run changes nothing; what is not sold any more is told. */
export const loadList = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/lista',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  summary: 'Carga en el carrito los renglones de una lista revisada.',
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    lines: [
      'renglones',
      z
        .array(
          wireObject({
            row: ['fila', int],
            code: ['cod', z.string()],
            quantity: ['cantidad', z.number()],
            note: ['obs', z.nullish(z.string().check(z.maxLength(500)))],
          }),
        )
        .check(z.maxLength(LIST_MAX_LINES)),
    ],
  }),
  response: listReview,
})
