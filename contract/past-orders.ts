/** Orders of the past: what a client ordered before the shop was there, or beside it, as the ERP tells it (R399). Read only. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId, idText, optionalClientIdText } from './ids.ts'
import { repeatedLine } from './orders.ts'
import { pageSize } from './page-size.ts'
import { flag, instant, int, money, pageIndex, textParam, wireObject } from './wire.ts'

const rowFields = {
  /** The ERP's key of it. */
  id: ['ID_ANT', int],
  /** The number that the client knows it by; '' where the ERP tells none. */
  number: ['NUMERO_ANT', z.string()],
  at: ['FECHA_ANT', instant],
  /** As the ERP writes it; '' for none. */
  state: ['ESTADO_ANT', z.string()],
  /** Cents; null where neither the ERP tells it nor every line has a price. */
  total: ['IMPORTE_ANT', z.nullable(money)],
  lineCount: ['items', int],
  clientId: ['ID_CLI', int],
  businessName: ['razon', z.string()],
} as const

export const pastOrderRow = wireObject({
  ...rowFields,
  /** All orders that match; on the first row of a page. */
  matches: ['cantPaginas', z.optional(int)],
})
export type PastOrderRow = z.output<typeof pastOrderRow>
export const PAST_PAGE_SIZE = 25

/** A client's own; for staff those of the client that is named, and none without one. The latest first. */
export const listPastOrders = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/anteriores',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary: 'Pedidos anteriores de un cliente, según el sistema de gestión, los últimos primero, de a 25.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    clientId: ['idcli', optionalClientIdText],
    /** Each word must stand in the order's number, date or state, or be the code of an article in it. */
    text: ['n', textParam],
  }),
  response: z.array(pastOrderRow),
})

const pastLine = wireObject({
  line: ['RENGLON_ANT', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  quantity: ['CANTIDAD_ANT', int],
  /** Cents one unit cost; null where the ERP does not tell it. */
  unitPrice: ['PRECIO_ANT', z.nullable(money)],
})
export type PastLine = z.output<typeof pastLine>

export const pastOrder = wireObject({ ...rowFields, lines: ['RENGLONES', z.array(pastLine)] })
export type PastOrder = z.output<typeof pastOrder>

export const getPastOrder = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/anteriores/:id',
  access: { who: 'signedIn' },
  kept: true,
  refusals: ['FORBIDDEN'],
  summary: 'Un pedido anterior con sus renglones.',
  params: wireObject({ id: ['id', idText] }),
  response: pastOrder,
})

export const repeatPastOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/anteriores/:id/repetir',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Carga los artículos de un pedido anterior en el carrito, a los precios de hoy, en un solo paso.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    clearCart: ['borrar', z.optional(flag)],
  }),
  response: z.array(repeatedLine),
})
