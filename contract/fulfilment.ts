/** What became of an order after it was sent (R304, R305): its fulfilment, its lines, the ERP's papers about it. */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { fulfilmentRowFields, fulfilmentState, settableWords } from './fulfilment-state.ts'
import { id, idText, optionalClientIdText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { instant, int, money, optionalDayText, optionalMoneyText, pageIndex, textParam, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Who told of a step. */
export const fulfilmentSource = wireWords({ shop: 'tienda', erp: 'ERP', office: 'oficina' })

/** One step of an order's fulfilment, the earliest first. */
export const fulfilmentStep = wireObject({
  state: ['ESTADO', fulfilmentState],
  /** The state in words; of `other` the words of the ERP. */
  text: ['TEXTO', z.string()],
  at: ['FECHA', instant],
  source: ['ORIGEN', fulfilmentSource],
  /** Who of the office set it; in answers to staff alone. */
  by: ['usuario', z.optional(z.string())],
  /** Carrier, guide number and bultos, where the step is a dispatch; '' and null where nobody told. */
  carrier: ['EXPRESO', z.string()],
  guide: ['GUIA', z.string()],
  packages: ['BULTOS', z.nullable(int)],
  reason: ['MOTIVO', z.string()],
})
export type FulfilmentStep = z.output<typeof fulfilmentStep>

const lineFields = {
  articleId: ['IDART_PEDI', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  /** Units per pack; 0 where nobody knows. */
  unitsPerPack: ['UXB', int],
  /** Units. */
  ordered: ['CANTIDAD_PEDI', int],
  /** Null: nobody has taken the order yet. */
  accepted: ['ACEPTADO', z.nullable(int)],
  dispatched: ['DESPACHADO', int],
  /** Accepted and not dispatched yet. */
  pending: ['PENDIENTE', int],
  /** Ordered and not accepted: they will not come. */
  missing: ['FALTANTE', int],
  /** Why units are pending or missing; '' where nobody told. */
  reason: ['MOTIVO', z.string()],
  /** The code of the article that comes instead; '' for none. */
  replacedBy: ['REEMPLAZO', z.string()],
} as const
/** A line of an order, and what became of it. An article that nobody ordered and that was dispatched has `ordered` 0. */
export const fulfilmentLine = wireObject(lineFields)
export type FulfilmentLine = z.output<typeof fulfilmentLine>

/** What left together: one remito, guide or day. */
export const dispatch = wireObject({
  at: ['FECHA', instant],
  /** Number of the remito; '' where nobody told. */
  note: ['REMITO', z.string()],
  carrier: ['EXPRESO', z.string()],
  guide: ['GUIA', z.string()],
  packages: ['BULTOS', z.nullable(int)],
  lines: [
    'RENGLONES',
    z.array(
      wireObject({
        articleId: ['IDART_PEDI', int],
        code: ['CODIGO_ART', z.string()],
        description: ['DESCRIP_ART', z.string()],
        unitsPerPack: ['UXB', int],
        quantity: ['CANTIDAD', int],
      }),
    ),
  ],
})
export type Dispatch = z.output<typeof dispatch>

/** A paper of the ERP about an order: a link, a PDF that the shop stores, or only its number. */
export const orderPaper = wireObject({
  id: ['id', int],
  /** As the ERP or the office wrote it: 'Factura A', 'remito'. */
  kind: ['TIPO', z.string()],
  number: ['NUMERO', z.string()],
  /** yyyy-mm-dd */
  day: ['FECHA', z.string()],
  amount: ['IMPORTE', z.nullable(money)],
  /** An https address outside; the server never opens it. Null for none. */
  link: ['ENLACE', z.nullable(z.string())],
  /** Whether `getOrderPaper` answers its PDF. */
  hasFile: ['archivo', z.boolean()],
})
export type OrderPaper = z.output<typeof orderPaper>

export const fulfilment = wireObject({
  orderId: ['IDCON_PED', int],
  ...fulfilmentRowFields,
  steps: ['PASOS', z.array(fulfilmentStep)],
  /** By code. */
  lines: ['RENGLONES', z.array(fulfilmentLine)],
  /** The earliest first. */
  dispatches: ['DESPACHOS', z.array(dispatch)],
  /** The latest first. */
  papers: ['COMPROBANTES', z.array(orderPaper)],
})
export type Fulfilment = z.output<typeof fulfilment>

export const getFulfilment = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/curso',
  access: { who: 'signedIn' },
  kept: true,
  refusals: ['FORBIDDEN'],
  summary: 'Qué fue de un pedido: sus pasos, cada renglón, los despachos y los comprobantes.',
  params: wireObject({ id: ['id', idText] }),
  response: fulfilment,
})

export const getOrderPaper = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/comprobantes/:comprobante',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'El PDF de un comprobante de un pedido.',
  params: wireObject({ id: ['id', idText], paperId: ['comprobante', idText] }),
  response: raw('application/pdf'),
})

export const paperTexts = {
  kind: 'Escriba qué comprobante es, por ejemplo factura',
  number: 'Escriba el número del comprobante',
  tooLarge: 'El archivo no puede superar los 10 MB',
} as const
/** Bytes. */
export const PAPER_MAX_BYTES = 10 * 1024 * 1024

/** Stores a PDF about an order (multipart field `file`); answers the paper's id. */
export const addOrderPaper = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/comprobantes',
  access: { who: 'supervisor' },
  refusals: ['TOO_LARGE', 'WRONG_TYPE', 'TIMEOUT'],
  summary: 'Sube un comprobante de un pedido en PDF.',
  params: wireObject({ id: ['id', idText] }),
  query: wireObject({
    kind: ['tipo', textParam],
    number: ['numero', textParam],
    /** Absent: today. */
    day: ['fecha', optionalDayText],
    amount: ['importe', optionalMoneyText],
  }),
  body: raw('multipart/form-data'),
  response: int,
})

/** Removes a paper that somebody uploaded; the ERP's own are the ERP's. */
export const removeOrderPaper = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/productos/pedidos/:id/comprobantes/:comprobante',
  access: { who: 'supervisor' },
  summary: 'Quita un comprobante que se subió a mano.',
  params: wireObject({ id: ['id', idText], paperId: ['comprobante', idText] }),
  response: z.boolean(),
})

/** A line with units still to be delivered. */
export const pendingLine = wireObject({
  orderId: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  createdAt: ['FECHA_CARGA_PED', instant],
  clientId: ['IDCLI_PED', int],
  businessName: ['razon', z.string()],
  fulfilmentState: fulfilmentRowFields.fulfilmentState,
  fulfilmentText: fulfilmentRowFields.fulfilmentText,
  ...lineFields,
  /** All lines that match; on the first row of a page. */
  matches: ['cantPaginas', z.optional(int)],
})
export type PendingLine = z.output<typeof pendingLine>
export const PENDING_PAGE_SIZE = 25

/** Lines still pending: a client's own, a seller's clients', all for supervisors and admins; the oldest order first. */
export const listPendingLines = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/pendientes',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary: 'Pendientes de entrega: renglones de pedidos que todavía no salieron, de a 25.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    /** For staff: the lines of one client. */
    clientId: ['idcli', optionalClientIdText],
    /** Each word must stand in the article's code or description, the order's numbers or the client's name. */
    text: ['n', textParam],
  }),
  response: z.array(pendingLine),
})

/** Most orders whose state is set at once. */
export const MOST_STATES = 500
export const fulfilmentTexts = {
  changed: 'Otra persona cambió el estado de algunos de estos pedidos. Revíselos antes de cambiarlos',
  undone: 'Este cambio ya se deshizo',
  /** The ERP was never told of such orders, and no job is left that would tell it. */
  withdrawn: (orderIds: readonly number[]) =>
    orderIds.length === 1
      ? `El pedido web ${orderIds[0]} se canceló antes de pasar a preparación y no vuelve: haga uno nuevo`
      : `Los pedidos web ${orderIds.join(', ')} se cancelaron antes de pasar a preparación y no vuelven: haga otros nuevos`,
} as const

/** An order whose fulfilment changed since it was read, in `details` of the 409. */
export const changedFulfilment = wireObject({
  orderId: ['IDCON_PED', int],
  ...fulfilmentRowFields,
})

/** Sets the state of orders by hand, all or none. Orders that have it already stay as they are. */
export const setOrderStates = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/curso',
  access: { who: 'supervisor' },
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Pone el estado de varios pedidos a la vez, a mano.',
  body: wireObject({
    orders: [
      'pedidos',
      z
        .array(wireObject({ id: ['IDCON_PED', id], version: ['CURSO_VERSION', z.optional(int)] }))
        .check(z.minLength(1), z.maxLength(MOST_STATES)),
    ],
    state: ['ESTADO', wireWords(settableWords)],
    /** Told to the client with the state. */
    reason: ['MOTIVO', z.optional(z.string().check(z.maxLength(300)))],
    carrier: ['EXPRESO', z.optional(z.string().check(z.maxLength(100)))],
    guide: ['GUIA', z.optional(z.string().check(z.maxLength(60)))],
    packages: ['BULTOS', z.optional(z.nullable(int.check(z.minimum(0))))],
  }),
  response: wireObject({
    /** The change, which `undoOrderStates` takes back; null when no order changed. */
    batchId: ['id', z.nullable(int)],
    changed: ['cambiados', int],
  }),
})

/** Takes a change of states back, whatever came after: what others told since stands. */
export const undoOrderStates = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/curso/:id/deshacer',
  access: { who: 'supervisor' },
  refusals: ['CONFLICT'],
  summary: 'Deshace un cambio de estados hecho a mano; responde de cuántos pedidos.',
  params: wireObject({ id: ['id', idText] }),
  response: int,
})
