/**
 * Saved lists and carts put aside (R368, R369): named sets of lines of a user for a client. The one stays when it is loaded into
 * the cart, the other ends.
 */
import * as z from 'zod/mini'
import { sentState } from './buyer-rights.ts'
import { endpoint } from './endpoint.ts'
import { addressId, clientId, id, idText, optionalClientIdText } from './ids.ts'
import { MAX_ORDER_LINES, orderedLine, orderNumbers, repeatedLine } from './orders.ts'
import { decidedSubstitute, reviewArticle, reviewArticleFields } from './review.ts'
import { MAX_NOTE, MAX_QUANTITY } from './rules.ts'
import { flag, instant, int, money, optionalIntText, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Lists and carts put aside of one user for one client. */
export const MOST_LISTS = 200
export const MOST_LIST_LINES = 5_000
export const MAX_LIST_NAME = 80

/** Why a list is refused. */
export const savedListTexts = {
  name: 'Escriba un nombre para la lista',
  nameTaken: 'Ya tiene una lista con ese nombre',
  empty: 'Una lista necesita al menos un artículo',
  emptyCart: 'El carrito está vacío: no hay nada para dejar aparte',
  notOwn: 'Solo quien hizo la lista puede dejar de compartirla',
  gone: 'Esa lista ya no está: quizás alguien la retomó o la borró',
  unknown: 'Un artículo de la lista ya no existe',
  isSent: 'Ese carrito se envió a confirmar: se cambian sus artículos, no su nombre',
  nobodyConfirms: 'En su empresa nadie confirma pedidos por ahora: comuníquese con nosotros',
  notSent: 'Quien confirma pedidos no los envía a confirmar: confírmelo desde el carrito',
  notYours: 'Solo quien lo envió puede retomarlo o borrarlo',
  mayNotDecide: 'Usted arma pedidos: otra persona de su empresa confirma este',
  returned: 'Ese pedido ya fue devuelto a quien lo armó',
  word: 'Escriba por qué lo devuelve',
  tooMany: `Puede tener hasta ${MOST_LISTS} listas por cliente: borre alguna`,
} as const

const listKind = wireWords({ list: 'lista', aside: 'aparte' })

const name = z
  .string()
  .check(z.trim(), z.minLength(1, savedListTexts.name), z.maxLength(MAX_LIST_NAME, 'El nombre es demasiado largo'))

/** What became of a cart that was sent to be confirmed (R372), and how its maker wants it. */
const sentCart = wireObject({
  state: ['estado', sentState],
  sentAt: ['enviadoEl', instant],
  /** The delivery address that the maker chose, PICKUP or NO_ADDRESS, and the observation. */
  addressId: ['dir', int],
  note: ['obs', z.string()],
  /** Who sent it back, and what was said with it; '' while it waits. */
  decidedBy: ['resueltoPor', z.string()],
  word: ['palabra', z.string()],
})

/** A list as it stands among the others. */
export const savedList = wireObject({
  id: ['id', int],
  kind: ['tipo', listKind],
  name: ['nombre', z.string()],
  /** Whether all who order for the client see it and may change it; else its maker alone. */
  shared: ['compartida', flag],
  archived: ['archivada', flag],
  lineCount: ['renglones', int],
  /** Who made it; '' where the caller did. */
  madeBy: ['creadaPor', z.string()],
  changedAt: ['cambiada', instant],
  version: ['version', int],
  /** Of a cart that was sent to be confirmed. */
  sent: ['envio', z.optional(sentCart)],
})
export type SavedList = z.output<typeof savedList>

/** A line of a list: its article at today's price for the client, and why it can't be ordered today, if it can't. */
const savedLine = wireObject({
  ...reviewArticleFields,
  quantity: ['cantidad', int],
  note: ['obs', z.string()],
  /** Cents of a unit when the list was saved; 0 without a price. */
  unitPriceBefore: ['precioAnterior', money],
  reason: ['motivo', z.optional(z.string())],
  /** Articles like one that can't be ordered, the likeliest first. */
  proposals: ['propuestas', z.optional(z.array(reviewArticle))],
  /** What takes the place of one that can't be ordered, as was decided (R375). */
  substitute: ['reemplazo', z.optional(decidedSubstitute)],
})
export type SavedLine = z.output<typeof savedLine>

const lines = z
  .array(
    wireObject({
      articleId: ['idart', id],
      quantity: ['cantidad', int.check(z.minimum(1), z.maximum(MAX_QUANTITY))],
      note: ['obs', z.string().check(z.maxLength(MAX_NOTE, 'La observación es demasiado larga'))],
    }),
  )
  .check(z.minLength(1, savedListTexts.empty), z.maxLength(MOST_LIST_LINES, `Hasta ${MOST_LIST_LINES} renglones`))

const read = { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' } as const
const write = { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true } as const
const ofClient = { clientId: ['idcli', optionalClientIdText] } as const
const bodyClient = { clientId: ['idcli', z.nullish(clientId)] } as const
const params = wireObject({ id: ['id', idText] })

export const listSavedLists = endpoint({
  method: 'GET',
  path: '/api/pedidos/listas-guardadas',
  access: read,
  kept: true,
  summary: 'Las listas guardadas y los carritos dejados aparte de un cliente, los últimos primero.',
  query: wireObject(ofClient),
  response: z.array(savedList),
})

export const getSavedList = endpoint({
  method: 'GET',
  path: '/api/pedidos/listas-guardadas/:id',
  access: read,
  kept: true,
  summary: 'Una lista guardada con sus artículos, a los precios de hoy.',
  params,
  query: wireObject(ofClient),
  response: wireObject({ list: ['lista', savedList], lines: ['articulos', z.array(savedLine)] }),
})

export const createSavedList = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Guarda renglones como lista; sin renglones deja aparte el carrito, que queda vacío.',
  body: wireObject({
    ...bodyClient,
    name: ['nombre', name],
    shared: ['compartida', flag],
    lines: ['renglones', z.optional(lines)],
  }),
  response: savedList,
})

export const changeSavedList = endpoint({
  method: 'PUT',
  path: '/api/pedidos/listas-guardadas/:id',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Cambia el nombre, los renglones o para quiénes es una lista; lo que falta queda como está.',
  params,
  body: wireObject({
    ...bodyClient,
    name: ['nombre', z.optional(name)],
    shared: ['compartida', z.optional(flag)],
    archived: ['archivada', z.optional(flag)],
    lines: ['renglones', z.optional(lines)],
    version: ['version', z.optional(int)],
  }),
  response: savedList,
})

export const deleteSavedList = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/listas-guardadas/:id',
  access: { ...read, write: true },
  refusals: ['CONFLICT'],
  summary: 'Borra una lista guardada.',
  params,
  query: wireObject({ ...ofClient, version: ['version', optionalIntText] }),
  response: wireObject({ id: ['id', int] }),
})

export const loadSavedList = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas/:id/cargar',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Carga una lista en el carrito a los precios de hoy; un carrito dejado aparte se retoma y deja de estarlo.',
  params,
  body: wireObject({ ...bodyClient, clearCart: ['borrar', z.optional(flag)] }),
  response: z.array(repeatedLine),
})

/** Longest word with which a cart is sent back. */
export const MAX_WORD = 300

/** Sends the caller's cart to those who confirm orders (R372): it is put aside, and the cart is empty then. */
export const sendCart = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas/enviar',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Envía el carrito de quien arma pedidos a quienes los confirman; el carrito queda vacío.',
  body: wireObject({
    ...bodyClient,
    name: ['nombre', name],
    addressId: ['dir', addressId],
    note: ['obs', z.string().check(z.maxLength(MAX_NOTE, 'La observación es demasiado larga'))],
  }),
  response: savedList,
})

/** Of two who confirm at once one makes the order; the other's refusal names who did, and the order's number. */
export const confirmSentCart = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas/:id/confirmar',
  access: { ...write, page: 'PEDIDOS' },
  refusals: ['CONFLICT'],
  summary: 'Confirma como pedido propio lo que otro comprador envió a confirmar; repetirlo responde el mismo pedido.',
  params,
  body: wireObject({
    ...bodyClient,
    addressId: ['dir', addressId],
    note: ['obs', z.string().check(z.maxLength(MAX_NOTE, 'La observación es demasiado larga'))],
    /** The lines as the screen shows them, exactly these, and what they come to; another price is a 409, as of any order. */
    lines: [
      'renglones',
      z.array(orderedLine).check(z.minLength(1, savedListTexts.empty), z.maxLength(MAX_ORDER_LINES)),
    ],
    shownTotal: ['total', money],
    /** Of the list as it was read. */
    version: ['version', int],
  }),
  response: orderNumbers,
})

export const returnSentCart = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas/:id/devolver',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Devuelve a quien lo armó, con una palabra, lo que se envió a confirmar.',
  params,
  body: wireObject({
    ...bodyClient,
    word: [
      'palabra',
      z
        .string()
        .check(z.trim(), z.minLength(1, savedListTexts.word), z.maxLength(MAX_WORD, `Hasta ${MAX_WORD} caracteres`)),
    ],
  }),
  response: savedList,
})
