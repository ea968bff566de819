/** A price list that a client filled in, on its way into the own cart (R11, R24, R215). */
import { linesAnswer, MAX_LINES_AT_ONCE } from './cart-lines.ts'
import { endpoint, raw } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { wireObject } from './wire.ts'

/** Most articles that one list may ask for; rows without a quantity don't count. */
export const LIST_MAX_LINES = MAX_LINES_AT_ONCE
/** Most rows of the file. */
export const LIST_MAX_ROWS = 20_000
export const LIST_MAX_BYTES = 20 * 1024 * 1024

export const reviewList = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/lista/revisar',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  summary: 'Lee una lista de precios con cantidades y muestra, fila por fila, qué se cargaría en el carrito.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  body: raw('multipart/form-data'),
  response: linesAnswer,
})
