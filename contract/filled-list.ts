/** A list that a client filled in, the shop's or the client's own, on its way into the client's cart (R11, R24, R215, R240). */
import { MAX_LINES_AT_ONCE } from './cart-lines.ts'
import { endpoint, raw } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { chosenColumns, sheetReview } from './sheet-columns.ts'
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
  summary:
    'Lee una lista con cantidades y muestra, fila por fila, qué se cargaría en el carrito, o pregunta qué es cada columna.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText], columns: ['columnas', chosenColumns] }),
  body: raw('multipart/form-data'),
  response: sheetReview,
})
