/** Waiting carts and the orders of the past, as the staff works with them (R100, R202, R204, R34, R210). */
import * as z from 'zod/mini'
import { pendingCart } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { erpState } from './erp.ts'
import { fulfilmentState } from './fulfilment-state.ts'
import { optionalClientIdText, optionalIdText } from './ids.ts'
import { orderChannel, orderRow } from './orders.ts'
import { pageSize } from './page-size.ts'
import {
  flagText,
  int,
  money,
  optionalDayText,
  optionalLevelText,
  pageIndex,
  sortText,
  textParam,
  wireObject,
} from './wire.ts'

/** Every cart with lines, the last touched first; a vendedor gets only those of the own clients. */
export const listCarts = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/all',
  access: { who: 'staff' },
  summary: 'Carritos pendientes (a un vendedor, los de sus clientes).',
  response: z.array(pendingCart),
})

/** Deletes every waiting cart and keeps their lines in the audit; answers how many carts there were. */
export const deleteCarts = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/itemsCarrito/all',
  access: { who: 'admin' },
  summary: 'Borra todos los carritos pendientes; responde cuántos eran.',
  response: int,
})

/** Minutes for which deleted carts can be brought back; the screen offers it for 10 s (R34). */
export const RESTORE_MINUTES = 10
export const nothingToRestore = 'No hay carritos borrados para recuperar'

/** What came back: lines whose article stands in the cart again stay as they are now, and are counted as `kept`. */
export const restoredCarts = wireObject({
  carts: ['carritos', int],
  lines: ['renglones', int],
  kept: ['conservados', int],
})
export type RestoredCarts = z.output<typeof restoredCarts>

/** Brings back the carts of others that the caller deleted last; 404 when there are none, or it was too long ago. */
export const restoreCarts = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/all/restaurar',
  access: { who: 'admin' },
  refusals: ['NOT_FOUND'],
  summary: 'Recupera los últimos carritos que borró quien llama, sin pisar lo que se cargó después.',
  response: restoredCarts,
})

/** Rows of a page of the historic orders (R204, R209). */
export const HISTORY_PAGE_SIZE = 20
/** The columns that historic orders can be sorted by; without one, the last orders come first. */
export const HISTORY_SORTS = ['createdAt', 'total'] as const

const historyFilter = {
  /** Each word must stand in the client's razón social, code or CUIT. */
  client: ['cli', textParam],
  /** The orders of one client. */
  clientId: ['idcli', optionalClientIdText],
  /** The orders that one user made; together with NO_CLIENT, those that the user made without a client. */
  userId: ['idusu', optionalIdText],
  /** The orders that one user made, and those of the user's client, whoever made them. */
  accountId: ['cuenta', optionalIdText],
  /** The orders of the clients that a seller has now; NO_SELLER: of those without one. */
  sellerId: ['v', optionalLevelText],
  /** Days in Argentina, both included. */
  from: ['desde', optionalDayText],
  to: ['hasta', optionalDayText],
  /** The state that the ERP gave the orders. */
  erpState: ['estado', z.optional(erpState)],
  /** The present state of their fulfilment (R304). */
  fulfilmentState: ['curso', z.optional(fulfilmentState)],
  /** Only held orders (R390). */
  held: ['espera', flagText],
} as const
const historyAccess = { who: 'staff', client: 'query.idcli', user: 'query.idusu' } as const

const {
  madeBy: _by,
  channel: _channel,
  note: _note,
  saleLine: _line,
  saleCondition: _condition,
  ...orderFields
} = orderRow.fields
/** A historic order; the first row of a page carries the count of all matches. */
export const historicOrder = wireObject({
  ...orderFields,
  /** Who made it and by which channel (R25). */
  madeBy: ['creadoPor', z.string()],
  channel: ['canal', orderChannel],
  note: ['OBS_PED', z.string()],
  saleLine: ['LINEA', z.string()],
  saleCondition: ['IDCDV_CLI', int],
  /** What the ERP said of it, and why; null where no ERP was asked. */
  erpState: ['ESTADO_ERP', z.nullish(erpState)],
  erpReason: ['MOTIVO_ERP', z.optional(z.string())],
  matches: ['cantPaginas', z.optional(int)],
})
export type HistoricOrder = z.output<typeof historicOrder>

/** The last orders first, 20 a page; a vendedor gets only those of the own clients. */
export const listHistory = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/historicos',
  access: historyAccess,
  summary: 'Pedidos de todos, de a 20, por cliente, vendedor y fechas; como planilla, todos los que coinciden.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    ...historyFilter,
    sort: ['o', sortText(HISTORY_SORTS)],
  }),
  response: z.array(historicOrder),
})

/** One article, added up over the orders that match. */
export const historicArticle = wireObject({
  articleId: ['IDART_PEDI', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  orders: ['pedidos', int],
  quantity: ['cantidad', int],
  amount: ['importe', money],
})
export type HistoricArticle = z.output<typeof historicArticle>

/** Articles are not added up over more clients than this: the sums would tell nothing of any of them. */
export const MOST_CLIENTS_ADDED_UP = 20
export const chooseOneClient = 'Busque un solo cliente para ver sus artículos'

/** A client, or a user without one, whose orders match. */
export const historicClient = wireObject({
  clientId: ['IDCLI_PED', int],
  /** Who made them; where there is no client each user counts for itself. */
  userId: ['idusu', z.nullable(int)],
  businessName: ['razon', z.string()],
  orders: ['pedidos', int],
  total: ['IMPORTE_CP', money],
})
export type HistoricClient = z.output<typeof historicClient>

/** The clients whose orders match, by name: one of them is chosen before articles are added up (R234). */
export const listHistoricClients = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/historicos/clientes',
  access: historyAccess,
  summary: 'Clientes de los pedidos que coinciden, hasta 20.',
  query: wireObject(historyFilter),
  response: z.array(historicClient),
})

/** The articles that a client ordered in a time, added up; those of the largest amount first. */
export const listHistoricArticles = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/historicos/articulos',
  access: historyAccess,
  summary: 'Artículos que pidió un cliente, sumados; también como planilla.',
  query: wireObject(historyFilter),
  response: z.array(historicArticle),
})
