/**
 * Notices by mail: a user asks to be told when an article has a price or is in stock again, or when a price of a saved list
 * changes (R380 to R382).
 */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { clientId, idText, optionalClientIdText } from './ids.ts'
import { flag, instant, int, textParam, wireObject } from './wire.ts'

/** Articles that a user may wait for at one client. */
export const MOST_WISHES = 200
/** Lists that a user may have watched, and of how many articles one may be. */
export const MOST_WATCHES = 20
export const MOST_WATCHED_LINES = 500

/** Why a notice is refused. */
export const noticeTexts = {
  unknown: 'Ese artículo no existe',
  notSold: 'Ese artículo ya no está a la venta: no hay qué avisarle',
  isThere: 'Ese artículo ya tiene precio y no le falta stock: puede pedirlo',
  tooManyWishes: `Ya espera avisos de ${MOST_WISHES} artículos: quite alguno en «Mis listas»`,
  tooManyWatches: `Ya recibe avisos de ${MOST_WATCHES} listas: quite alguno en «Mis listas»`,
  onlyLists: 'Se avisa de los precios de una lista, no de un carrito aparte',
  tooLong: `Se avisa de listas de hasta ${MOST_WATCHED_LINES} artículos`,
} as const

/** An article that the user waits for. */
const wish = wireObject({
  articleId: ['idart', int],
  code: ['codigo', z.string()],
  description: ['descripcion', z.string()],
  /** What it lacked when the user asked. */
  lackedPrice: ['sinPrecio', flag],
  lackedStock: ['sinStock', flag],
  askedAt: ['pedidoEl', instant],
})
export type Wish = z.output<typeof wish>

const read = { who: 'signedIn', page: 'CATALOGO', client: 'query.idcli' } as const
const take = { ...read, write: true } as const
const write = { who: 'signedIn', page: 'CATALOGO', client: 'body.idcli', write: true } as const
const ofClient = wireObject({ clientId: ['idcli', optionalClientIdText] })
const bodyClient = wireObject({ clientId: ['idcli', z.nullish(clientId)] })
const article = wireObject({ articleId: ['idart', idText] })
const list = wireObject({ listId: ['id', idText] })

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/pedidos/avisos',
  access: read,
  kept: true,
  summary: 'De qué artículos y de qué listas guardadas espera avisos quien pregunta, para un cliente.',
  query: ofClient,
  response: wireObject({
    articles: ['articulos', z.array(wish)],
    /** Ids of the saved lists. */
    lists: ['listas', z.array(int)],
  }),
})

export const wishArticle = endpoint({
  method: 'PUT',
  path: '/api/pedidos/avisos/articulos/:idart',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Pide un correo para cuando un artículo tenga precio o vuelva a haber stock.',
  params: article,
  body: bodyClient,
  response: wireObject({ articleId: ['idart', int] }),
})

export const unwishArticle = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/avisos/articulos/:idart',
  access: take,
  summary: 'Deja de esperar el aviso de un artículo.',
  params: article,
  query: ofClient,
  response: wireObject({ articleId: ['idart', int] }),
})

export const watchList = endpoint({
  method: 'PUT',
  path: '/api/pedidos/avisos/listas/:id',
  access: write,
  refusals: ['CONFLICT'],
  summary: 'Pide un correo para cuando cambie un precio de una lista guardada.',
  params: list,
  body: bodyClient,
  response: wireObject({ listId: ['id', int] }),
})

export const unwatchList = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/avisos/listas/:id',
  access: take,
  summary: 'Termina los avisos de una lista guardada.',
  params: list,
  query: ofClient,
  response: wireObject({ listId: ['id', int] }),
})

/** The key of the link at a mail's end. It stands behind the question mark, which no log keeps. */
const key = wireObject({ key: ['clave', textParam] })

/** A page with one button: programs that look into mails open links, and end nothing by it. */
export const askToEndNotices = endpoint({
  method: 'GET',
  path: '/api/pedidos/avisos/terminar',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND'],
  summary: 'La página del enlace de un correo de avisos, con el botón que los termina.',
  query: key,
  response: raw('text/html; charset=utf-8'),
})

/** Takes the page's button, and one click in a mail program (RFC 8058): the body says nothing that counts. */
export const endNotices = endpoint({
  method: 'POST',
  path: '/api/pedidos/avisos/terminar',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND', 'TOO_LARGE', 'TIMEOUT'],
  summary: 'Termina todos los avisos de quien recibió el correo, sin que inicie sesión.',
  query: key,
  response: raw('text/html; charset=utf-8'),
})
