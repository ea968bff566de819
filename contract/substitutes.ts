/**
 * What takes the place of an article that can't be ordered (R374 to R376): what is proposed, what a client decided once, and what
 * the office decided for all.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId, id, idText, optionalClientIdText, optionalIdText } from './ids.ts'
import { decidedSubstitute, insteadOf, reviewArticle } from './review.ts'
import { int, textParam, wireObject } from './wire.ts'

/** Why a decision is refused. */
export const substituteTexts = {
  itself: 'Un artículo no se reemplaza por sí mismo',
  notSold: 'El reemplazo no está a la venta',
  unknown: 'Ese artículo no existe',
} as const

const ofClient = { clientId: ['idcli', optionalClientIdText] } as const
const params = wireObject({ articleId: ['idart', idText] })
const decided = wireObject({ articleId: ['idart', int], substituteId: ['por', z.nullable(int)] })

/** What is known of an article that can't be ordered. */
const replaced = wireObject({
  article: ['articulo', insteadOf],
  /** Why it can't be ordered, in words; '' where it can. */
  reason: ['motivo', z.string()],
  /** What was decided, where that can be ordered. */
  substitute: ['reemplazo', z.optional(decidedSubstitute)],
  /** Articles that may take its place, the best first. */
  proposals: ['propuestas', z.array(reviewArticle)],
})

export const findSubstitutes = endpoint({
  method: 'GET',
  path: '/api/pedidos/reemplazos',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  summary: 'Qué puede ir en lugar de un artículo que no se puede pedir, por su número o por su código.',
  query: wireObject({ ...ofClient, articleId: ['idart', optionalIdText], code: ['cod', textParam] }),
  response: replaced,
})

export const decideSubstitute = endpoint({
  method: 'PUT',
  path: '/api/pedidos/reemplazos/:idart',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  summary: 'Un cliente elige de una vez qué va siempre en lugar de un artículo que no se puede pedir.',
  params,
  body: wireObject({ clientId: ['idcli', z.nullish(clientId)], substituteId: ['por', id] }),
  response: decided,
})

export const forgetSubstitute = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/reemplazos/:idart',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli', write: true },
  summary: 'Para un cliente ya no va nada por sí solo en lugar de un artículo: se propone cada vez.',
  params,
  query: wireObject(ofClient),
  response: decided,
})

/** The office's own, for all clients. */
const officeSubstitute = wireObject({
  /** '' for none. */
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
})

export const getOfficeSubstitute = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/articulo/:idart/reemplazo',
  access: { who: 'supervisor' },
  summary: 'Qué va en lugar de un artículo para todos los clientes, según la oficina.',
  params,
  response: officeSubstitute,
})

export const setOfficeSubstitute = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/articulo/:idart/reemplazo',
  access: { who: 'supervisor' },
  summary: 'La oficina elige qué va en lugar de un artículo para todos los clientes; sin código, nada.',
  params,
  body: wireObject({ code: ['cod', z.string().check(z.maxLength(100))] }),
  response: officeSubstitute,
})
