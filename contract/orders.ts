/** Orders (R103, R104, R107, R9, R10, R22, R23). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { firstTen } from './first-ten.ts'
import { fulfilmentRowFields, fulfilmentState } from './fulfilment-state.ts'
import { clientId, id, idText, optionalAddressIdText, optionalClientIdText } from './ids.ts'
import { decidedSubstitute, reviewArticle } from './review.ts'
import { MAX_QUANTITY, MAX_RULE_REASON } from './rules.ts'
import { vatSums } from './vat.ts'
import {
  flag,
  flagText,
  instant,
  int,
  money,
  optionalIntText,
  optionalMoneyText,
  pageIndex,
  textParam,
  wireObject,
} from './wire.ts'

/** An order's numbers: `orderId` is the web number; `erpNumber` stays null until the ERP answers. */
export const orderNumbers = wireObject({
  orderId: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
})
export type OrderNumbers = z.output<typeof orderNumbers>

/** An order's number in words: the ERP's, or the shop's own until the ERP has given one (R26). */
export const numberText = ({ orderId, erpNumber }: OrderNumbers): string =>
  erpNumber === null ? `Numero de pedido web: ${orderId}` : `Numero de pedido: ${erpNumber}`

/** Address ids of a pickup, and of a client who has no address (R105). */
export const PICKUP = 0
export const NO_ADDRESS = -1
/** `cond=-1`: the client's own sale condition (R10). */
export const OWN_CONDITION = -1

/** The sale line a condition belongs to (R104). */
export const saleLineOf = (condition: number): 'j' | 'c' => (condition === 1 || condition === 2 ? 'j' : 'c')
export const SALE_CONDITIONS = [1, 2, 4] as const

/** Most lines of an order that names its lines. */
export const MAX_ORDER_LINES = 5_000
const quantity = int.check(z.minimum(0), z.maximum(MAX_QUANTITY))
export const orderedLine = wireObject({
  articleId: ['idart', id],
  /** Zero: it was taken out of the cart. */
  quantity: ['cantidad', quantity],
  note: ['obs', z.string().check(z.maxLength(500))],
  /** Cents that one unit cost on the screen. */
  unitPrice: ['precio', money],
  /** Whether an unusual quantity is to be asked about (R34), because nobody has been asked yet. */
  ask: ['preguntar', z.optional(z.boolean())],
})
export const knownLine = wireObject({ articleId: ['idart', id], quantity: ['cantidad', quantity] })
/** An order as a screen showed it, which may be another cart than the server's (R225). */
export interface ShownOrder {
  readonly lines: readonly z.output<typeof orderedLine>[]
  /** Null: the screen has never read the server's cart. */
  readonly known: readonly z.output<typeof knownLine>[] | null
}

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedido',
  access: { who: 'signedIn', page: 'PEDIDOS', client: 'query.idcli', write: true },
  refusals: ['CONFLICT'],
  takesKey: true,
  summary:
    'Confirma el carrito como pedido. Con el encabezado Idempotency-Key, repetirlo responde el mismo pedido; con otros datos es un 409 con el número del que ya está hecho.',
  query: wireObject({
    clientId: ['idcli', optionalClientIdText],
    addressId: ['dir', optionalAddressIdText],
    note: ['obs', textParam],
    condition: ['cond', optionalIntText],
    /** The total that the screen showed; another one is a 409 with the lines that changed. */
    shownTotal: ['total', optionalMoneyText],
    /** Why a supervisor or admin sends it below the least amount of an order (R363). */
    ruleReason: ['motivo', z.optional(z.string().check(z.maxLength(MAX_RULE_REASON)))],
  }),
  body: wireObject({
    /** The lines to order, exactly these; absent: the cart as the server has it. */
    lines: ['renglones', z.optional(z.array(orderedLine).check(z.maxLength(MAX_ORDER_LINES)))],
    /**
     * The server's cart as the screen knew it. An article may stand here with several quantities: then any of them may be
     * stored. Absent: the screen has never read the cart, and nothing is compared.
     */
    known: ['carrito', z.optional(z.array(knownLine))],
  }),
  response: orderNumbers,
})

/** A line that stopped an order: why, and what it costs now (in `details` of the 409). */
export const changedLine = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  quantity: ['cantidad', int],
  unitPrice: ['precio', money],
  sold: ['enVenta', flag],
  /** Units in the server's cart, where the screen knew others; a line with quantity 0 is in the cart alone. */
  inCart: ['enCarrito', z.optional(int)],
  /** The question about its quantity (R34); whoever accepts the line has answered it. */
  question: ['pregunta', z.optional(z.string())],
})
export type ChangedLine = z.output<typeof changedLine>
/** Why an order is not cancelled (R331). */
export const cancelTexts = {
  taken: 'Ya está en preparación: consulte',
  preparesOnly: 'Usted arma pedidos: quien los confirma puede cancelarlos',
  reasonTooLong: 'El motivo es demasiado largo',
} as const
/** What is said of letting a held order go (R391). */
export const heldTexts = {
  notHeld: 'El pedido ya no está en espera',
  notYours: 'Los pedidos en espera los libera la oficina',
  notPrepared: 'El pedido está en espera: no se prepara hasta que se libere',
  noState: 'El pedido está en espera: libérelo antes de cambiar su estado, o cancélelo',
  reasonMissing: 'Diga por qué se libera',
} as const
export const totalChanged = 'Cambiaron artículos de su carrito. Revise los importes antes de enviar el pedido'
export const cartChanged = 'El carrito cambió en otro equipo o en otra ventana. Revise el pedido antes de enviarlo'
export const quantityAsked = 'Hay cantidades fuera de lo habitual. Revíselas antes de enviar el pedido'
export const noLongerSold = 'Hay artículos en el carrito que ya no están a la venta. Quítelos para enviar el pedido'
/** The text that refuses an order for want of stock; `short` are the codes with the units asked for and those in stock. */
export const notInStock = (short: readonly { code: string; quantity: number; stock: number }[]): string => {
  const lines = short.map((line) => `${line.code} (pidió ${line.quantity}, hay ${line.stock})`)
  return `No hay stock suficiente de ${firstTen(lines)}. Cambie las cantidades para enviar el pedido`
}
/**
 * The text when the idempotency key has made another order than this request asks for. `details` of the 409 has that order's
 * numbers (R22).
 */
export const orderStands = (numbers: OrderNumbers): string =>
  `Este pedido ya está hecho, con otros datos. ${numberText(numbers)}`
export const emptyCart = 'No hay items en tu carrito..'
export const addressRefused = 'Seleccione una direccion valida'

/** How an order came to be (R25): 'web', or 'import' from a spreadsheet. Only lines of carts have the channel 'repeat'. */
export const orderChannel = z.enum(['web', 'repeat', 'import'])
export type OrderChannel = z.output<typeof orderChannel>

const orderRowFields = {
  id: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  address: ['DIRECCION_PED', z.string()],
  /** Where it went: an address's id, PICKUP or NO_ADDRESS. */
  addressId: ['ID_DIR', int],
  createdAt: ['FECHA_CARGA_PED', instant],
  clientId: ['IDCLI_PED', int],
  businessName: ['razon', z.string()],
  total: ['IMPORTE_CP', money],
  lineCount: ['items', int],
  /** The client's own number for the order, from an imported sheet; '' for none. */
  clientNumber: ['NUMERO_CLI', z.optional(z.string())],
  /** The order's observation; older answers that a device kept lack it. */
  note: ['OBS_PED', z.optional(z.string())],
  /**
   * Its sale terms, who made it and by which channel; in answers to staff alone. A client is told who made it where
   * that was another buyer, or one prepared it and another confirmed it (R372): 'Armó Lola Paz, confirmó Ana Sosa'.
   */
  saleLine: ['LINEA', z.optional(z.string())],
  saleCondition: ['IDCDV_CLI', z.optional(int)],
  madeBy: ['creadoPor', z.optional(z.string())],
  channel: ['canal', z.optional(orderChannel)],
  ...fulfilmentRowFields,
} as const
export const orderRow = wireObject(orderRowFields)
export type OrderRow = z.output<typeof orderRow>

export const myOrders = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary: 'Mis pedidos, o los de un cliente, los últimos primero, de a 25.',
  query: wireObject({
    page: ['index', pageIndex],
    /** For staff: the orders of this client, whoever made them. */
    clientId: ['idcli', optionalClientIdText],
    /** Each word must stand in the order's numbers, date, address or client, or be the code of an article in it. */
    text: ['n', textParam],
    /** The present state of the orders (R304). */
    fulfilmentState: ['curso', z.optional(fulfilmentState)],
    /** Only held orders (R390). */
    held: ['espera', flagText],
    /** For a seller: the own orders and those of the clients that the seller has now. */
    ofClients: ['clientes', flagText],
  }),
  response: z.array(orderRow),
})

/** One order, with the mail addresses that its copies go to. */
export const orderDetail = wireObject({
  ...orderRowFields,
  /** The client's mail addresses that get a copy of it; none once the mails' jobs are deleted, after 30 days. */
  copyTo: ['copia', z.array(z.string())],
  /**
   * What it comes to with VAT, by the rates of its lines, and whether its prices held the VAT then (R357). Both are absent
   * for an order without rates or older than the two fields, and in older answers that a device kept.
   */
  vat: ['IVA_PED', z.optional(vatSums)],
  pricesWithVat: ['PRECIOS_CON_IVA', z.optional(flag)],
  /** Why it was sent below the least amount of an order (R363); in answers to staff alone. */
  ruleReason: ['MOTIVO_REGLA', z.optional(z.string())],
  /** Until when the reader may cancel it (R331) or change it (R383); absent where the reader may not, or not any more. */
  cancelableUntil: ['CANCELABLE_HASTA', z.optional(instant)],
  /** Of an order that was changed (R383): the version that this is, when it was made and by whom, as `orderVersion` has it. */
  version: ['VERSION_PED', z.optional(int)],
  changedAt: ['CAMBIADO_PED', z.optional(instant)],
  changedBy: ['CAMBIADO_POR', z.optional(z.string())],
  /** Whether it is held and the reader may let it go (R391), or cancel it (R390). */
  mayLetGo: ['PUEDE_LIBERAR', z.optional(flag)],
  mayCancelHeld: ['PUEDE_CANCELAR', z.optional(flag)],
})
export type OrderDetail = z.output<typeof orderDetail>

/** Query parameter of /mis-pedidos: the order whose items are open. */
export const ORDER_TO_SHOW = 'pedido'

/** One order, for the page that says it was sent and for the link that opens it. */
export const getOrder = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/datos',
  access: { who: 'signedIn' },
  kept: true,
  refusals: ['FORBIDDEN'],
  summary: 'Un pedido: su fila de Mis pedidos y a qué direcciones de correo va la copia del cliente.',
  params: wireObject({ id: ['id', idText] }),
  response: orderDetail,
})

/** Cancels an order that neither ERP nor depot has taken; once more changes nothing. */
export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/cancelar',
  access: { who: 'signedIn', page: 'CARRITO', write: true },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Cancela un pedido mientras nadie lo tomó para prepararlo.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    reason: ['motivo', z.string().check(z.trim(), z.maxLength(MAX_RULE_REASON, cancelTexts.reasonTooLong))],
  }),
  response: wireObject({ id: ['id', int] }),
})

/** Lets a held order go (R391): from then on it is as one that was made at that moment. */
export const letGoOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/liberar',
  access: { who: 'staff', write: true },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Libera un pedido que está en espera, con el motivo: sigue como si se hubiera hecho en ese momento.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    reason: [
      'motivo',
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, heldTexts.reasonMissing),
          z.maxLength(MAX_RULE_REASON, cancelTexts.reasonTooLong),
        ),
    ],
  }),
  response: wireObject({ id: ['id', int] }),
})

/** A line of an order as it was agreed: PRECIO_LPI is the price paid, so that line totals add up. */
export const orderLine = wireObject({
  id: ['id_ic', int],
  articleId: ['IDART_PEDI', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  unitPrice: ['PRECIO_LPI', money],
  quantity: ['CANTIDAD_PEDI', int],
  note: ['OBS1_PEDI', z.string()],
  /** How the price comes about, where it is not the article's own: '−10 % desde 24'. Older answers that a device kept lack it. */
  priceReason: ['MOTIVO_PRECIO', z.optional(z.string())],
})
export type OrderLine = z.output<typeof orderLine>

export const getOrderLines = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id',
  access: { who: 'signedIn' },
  kept: true,
  refusals: ['FORBIDDEN'],
  summary: 'Artículos de un pedido, por código.',
  params: wireObject({ id: ['id', idText] }),
  response: z.array(orderLine),
})

/** What became of each line of a repeated order: nothing is dropped silently (R23). */
export const repeatedLine = wireObject({
  articleId: ['IDART_IO', z.optional(int)],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  /** 'a-confirmar': proposed and not set, because units of it are still to come or will not come (R23, R308). */
  outcome: ['resultado', z.enum(['agregado', 'cantidad', 'sin-venta', 'a-confirmar'])],
  askedQuantity: ['pedida', int],
  quantity: ['cantidad', int],
  /** Cents one unit cost in the repeated order, and costs today; 0 today for what is not sold any more. */
  unitPriceBefore: ['precioAnterior', money],
  unitPrice: ['precioUnitario', money],
  /** Why a line was not taken, and articles like it; absent for lines that were. */
  reason: ['motivo', z.optional(z.string())],
  proposals: ['propuestas', z.optional(z.array(reviewArticle))],
  /** What went into the cart in its place (R375); `quantity` and `unitPrice` are the substitute's. */
  substitute: ['reemplazo', z.optional(decidedSubstitute)],
})
export type RepeatedLine = z.output<typeof repeatedLine>

export const repeatOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/repetir',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  refusals: ['CONFLICT'],
  summary: 'Carga los artículos de un pedido en el carrito, en un solo paso.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    clearCart: ['borrar', z.optional(flag)],
    /** Only the units that were ordered and will not come (R305). */
    onlyMissing: ['soloFaltantes', z.optional(flag)],
  }),
  response: z.array(repeatedLine),
})

/** The ERP's number of the caller's last order, for older callers; null without an order or while the ERP has not answered. */
export const lastOrderNumber = endpoint({
  method: 'GET',
  path: '/api/config/numped',
  access: { who: 'signedIn' },
  summary: 'Número del último pedido de quien llama.',
  response: z.nullable(int),
})
export const lastClientOrderNumber = endpoint({
  method: 'GET',
  path: '/api/config/numped/cli',
  access: { who: 'signedIn', client: 'query.idcli' },
  summary: 'Número del último pedido de un cliente.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.nullable(int),
})

/** Where the client's last order went; null without an order. The next order begins with this address (R35). */
export const lastDelivery = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedido/direccion',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary: 'Dirección del último pedido de un cliente: su ID_DIR, 0 retiro, −1 sin dirección.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.nullable(int),
})
