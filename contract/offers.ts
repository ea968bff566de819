/** Orders that a seller sends to a client, who accepts them by a link, without an account (R387, R388). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { firstTen } from './first-ten.ts'
import { addressId, clientId, id, optionalClientIdText } from './ids.ts'
import { linkKey } from './links.ts'
import { MAX_ORDER_LINES } from './orders.ts'
import { reviewArticleFields } from './review.ts'
import { MAX_NOTE, MAX_QUANTITY } from './rules.ts'
import { flag, instant, int, isDay, money, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Days that an order may be accepted when its seller chooses no other. */
export const OFFER_DAYS = 7
/** Characters of the word with which a client says no. */
export const MAX_NO_WORD = 500

/** Why an offer is refused, to the seller or to the client. */
export const offerTexts = {
  notSold: 'Hay artículos que no están a la venta: quítelos antes de enviarlo',
  onlyAside: 'Se envía para aceptar un carrito dejado aparte',
  declined: 'Ya se respondió que no a este pedido. Si lo quiere, pida otro enlace',
  /** In the place of what the account or the client's record says: whoever has the link may be anybody (R388). */
  notNow: 'Por ahora este pedido no se puede tomar: comuníquese con quien se lo envió',
  /** In the place of how many units are in stock. */
  short: (codes: readonly string[]) =>
    `No hay stock suficiente de ${firstTen(codes)}. Pida menos unidades, o comuníquese con quien se lo envió`,
  makerGone: 'Quien le envió este pedido ya no puede tomarlo: comuníquese con nosotros',
  wordTooLong: `Hasta ${MAX_NO_WORD} caracteres`,
} as const

export const offerStateWords = { waiting: 'espera', accepted: 'aceptado', declined: 'rechazado' } as const
const offerState = wireWords(offerStateWords)
export type OfferState = keyof typeof offerStateWords

/** A line as the client meets it: what it costs now, or what was quoted. */
const offerLine = wireObject({
  ...reviewArticleFields,
  quantity: ['cantidad', int],
  note: ['obs', z.string()],
  /** Cents that a unit cost when it was sent. */
  sentPrice: ['precioEnviado', money],
  /** Whether it can be ordered now. */
  sold: ['enVenta', flag],
})
export type OfferLine = z.output<typeof offerLine>

const numbers = {
  orderId: ['IDCON_PED', z.nullable(int)],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
} as const

export const offeredOrderWords = { made: 'hecho', held: 'enEspera', cancelled: 'cancelado' } as const
export type OfferedOrderState = keyof typeof offeredOrderWords
/** What became of the order that was accepted, without why: that is the client's matter, and whoever has the link may be anybody. */
const orderState = { orderState: ['pedidoEsta', z.nullable(wireWords(offeredOrderWords))] } as const

const open = { who: 'everyone' } as const

/** A POST though it only reads: the key stands in no address. */
export const openOffer = endpoint({
  method: 'POST',
  path: '/api/pedidos/aceptar/ver',
  access: open,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary:
    'El pedido que abre un enlace, a los precios que tiene ahora o a los cotizados; decidido ya, solo su número.',
  body: wireObject({ key: ['clave', linkKey] }),
  response: wireObject({
    state: ['estado', offerState],
    /** For whom it is, and who sent it. */
    client: ['cliente', z.string()],
    seller: ['vendedor', z.string()],
    quotation: ['cotizacion', z.nullable(int)],
    until: ['hasta', instant],
    addressId: ['dir', int],
    address: ['direccion', z.string()],
    note: ['obs', z.string()],
    lines: ['renglones', z.array(offerLine)],
    ...numbers,
    ...orderState,
  }),
})

/** Of all who press, on whatever device, one makes the order; the others are told its number. */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/pedidos/aceptar',
  access: open,
  refusals: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  summary: 'Acepta el pedido de un enlace, entero o en parte; repetirlo responde el mismo pedido.',
  body: wireObject({
    key: ['clave', linkKey],
    /** The lines as the screen shows them; what is not named is taken out. Another price is a 409 with the lines that changed. */
    lines: [
      'renglones',
      z
        .array(
          wireObject({
            articleId: ['idart', id],
            quantity: ['cantidad', int.check(z.minimum(0), z.maximum(MAX_QUANTITY))],
            unitPrice: ['precio', money],
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
    ],
    shownTotal: ['total', money],
  }),
  response: wireObject({
    orderId: ['IDCON_PED', int],
    erpNumber: ['NUMERO_PED', z.nullable(int)],
    ...orderState,
    /** Whether it had been accepted before. */
    already: ['ya', flag],
  }),
})

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/pedidos/aceptar/no',
  access: open,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Responde que no al pedido de un enlace, con una palabra si se quiere.',
  body: wireObject({
    key: ['clave', linkKey],
    word: ['palabra', z.string().check(z.trim(), z.maxLength(MAX_NO_WORD, offerTexts.wordTooLong))],
  }),
  response: wireObject({ state: ['estado', offerState] }),
})

const forClient = { clientId: ['idcli', clientId] } as const
const delivery = {
  addressId: ['dir', addressId],
  note: ['obs', z.string().check(z.maxLength(MAX_NOTE, 'La observación es demasiado larga'))],
} as const
const made = wireObject({
  id: ['id', int],
  /** Of the link; told this once. */
  key: ['clave', z.string()],
  until: ['hasta', instant],
  quotation: ['cotizacion', z.nullable(int)],
})
const write = { who: 'staff', client: 'body.idcli', write: true } as const

export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/pedidos/ofertas',
  access: write,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary:
    'Hace el enlace con el que un cliente acepta un carrito dejado aparte, a los precios del día en que lo acepte.',
  body: wireObject({
    ...forClient,
    ...delivery,
    listId: ['lista', id],
    /** The last day on which it may be accepted. */
    lastDay: ['hastaDia', z.string().check(z.refine(isDay, 'Debe ser una fecha, por ejemplo 2026-03-01'))],
  }),
  response: made,
})

export const offerQuotation = endpoint({
  method: 'POST',
  path: '/api/pedidos/ofertas/cotizacion',
  access: write,
  refusals: ['CONFLICT'],
  summary:
    'Hace el enlace con el que un cliente acepta el carrito como cotización: con su número, y sus precios hasta su día.',
  body: wireObject({ ...forClient, ...delivery }),
  response: made,
})

/** What became of what was sent to a client. */
const sentOffer = wireObject({
  id: ['id', int],
  state: ['estado', offerState],
  /** Its link while that works; null once it was used, withdrawn or ended. */
  linkId: ['enlace', z.nullable(int)],
  listId: ['lista', z.nullable(int)],
  quotation: ['cotizacion', z.nullable(int)],
  madeBy: ['hechoPor', z.string()],
  madeAt: ['hechoEl', instant],
  until: ['hasta', instant],
  decidedAt: ['resueltoEl', z.nullable(instant)],
  word: ['palabra', z.string()],
  ...numbers,
})
export type SentOffer = z.output<typeof sentOffer>

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/pedidos/ofertas',
  access: { who: 'staff', client: 'query.idcli' },
  summary: 'Lo que se envió a un cliente para que lo acepte y qué respondió, lo último primero; hasta 50.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.array(sentOffer),
})
