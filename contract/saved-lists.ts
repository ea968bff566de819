/**
 * Saved lists and carts put aside (R368, R369): named sets of lines of a user for a client. The one stays when it is loaded into
 * the cart, the other ends.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId, id, idText, optionalClientIdText } from './ids.ts'
import { repeatedLine } from './orders.ts'
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
  tooMany: `Puede tener hasta ${MOST_LISTS} listas por cliente: borre alguna`,
} as const

const listKind = wireWords({ list: 'lista', aside: 'aparte' })

const name = z
  .string()
  .check(z.trim(), z.minLength(1, savedListTexts.name), z.maxLength(MAX_LIST_NAME, 'El nombre es demasiado largo'))

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
  refusals: ['NOT_FOUND'],
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
  refusals: ['NOT_FOUND', 'CONFLICT'],
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
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Borra una lista guardada.',
  params,
  query: wireObject({ ...ofClient, version: ['version', optionalIntText] }),
  response: wireObject({ id: ['id', int] }),
})

export const loadSavedList = endpoint({
  method: 'POST',
  path: '/api/pedidos/listas-guardadas/:id/cargar',
  access: write,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Carga una lista en el carrito a los precios de hoy; un carrito dejado aparte se retoma y deja de estarlo.',
  params,
  body: wireObject({ ...bodyClient, clearCart: ['borrar', z.optional(flag)] }),
  response: z.array(repeatedLine),
})
