/** The cart of a user for a client (spec 1 sections 4 and 7, READINGS 20, 21). */
import * as z from 'zod/mini'
import { productFields } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { flag, int, intText, optionalIntText, wireObject } from './wire.ts'

const note = z.string().check(z.maxLength(500, 'La observación es demasiado larga'))

/** A cart line as counted and compared: which article, how many, with which note. */
const lineFields = {
  id: ['id', int, 'id_ic'],
  articleId: ['idart', int],
  quantity: ['cantidad', int, 'cantidadPedida'],
  note: ['obs', z.string()],
} as const
export const simpleCartLine = wireObject(lineFields)
export type SimpleCartLine = z.output<typeof simpleCartLine>

const { articleId: _, ...shownFields } = productFields
/** A cart line with everything its row shows. `sold` is false when the article left the shop. */
export const cartLine = wireObject({
  ...shownFields,
  ...lineFields,
  articleIdShown: ['IDART_IO', int],
  clientId: ['idcli', int],
  sold: ['enVenta', flag],
})
export type CartLine = z.output<typeof cartLine>

const cartOf = { userId: ['id', optionalIntText], clientId: ['idcli', optionalIntText] } as const
const readAccess = { who: 'signedIn', page: 'CARRITO', user: 'query.id', client: 'query.idcli' } as const

export const getCart = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/cliente',
  access: readAccess,
  summary: 'Carrito con el detalle de cada artículo.',
  query: wireObject(cartOf),
  response: z.array(cartLine),
})
export const getSimpleCart = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/cliente/simple',
  access: readAccess,
  summary: 'Carrito sin detalle.',
  query: wireObject(cartOf),
  response: z.array(simpleCartLine),
})
export const countCart = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/cantidad',
  access: readAccess,
  summary: 'Cantidad de renglones del carrito.',
  query: wireObject(cartOf),
  response: int,
})

/** What a save leaves stored; `line` is null when the line was deleted (quantity zero or empty). */
export const savedLine = wireObject({ line: ['item', z.nullable(simpleCartLine)], count: ['items', int] })

/** Zero, empty and null all delete an existing line. */
const askedQuantity = z.codec(z.nullish(z.union([z.number(), z.string()])), z.number(), {
  decode: (asked) => Number(asked || 0),
  encode: (asked) => asked,
})
export const saveCartLine = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  summary: 'Agrega un artículo o cambia su cantidad; cero o vacío lo quita.',
  body: wireObject({
    id: ['id', z.nullish(int)],
    articleId: ['idart', int],
    quantity: ['cantidad', askedQuantity],
    note: ['obs', z.nullish(note)],
    clientId: ['idcli', z.nullish(int)],
  }),
  response: savedLine,
})
/** The spec's sentence for a new line without a quantity, spelled as there. */
export const quantityRefused = 'Debe ingresar una cantidad validad'

export const deleteCartLine = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/itemsCarrito/:id',
  access: { who: 'signedIn', page: 'CARRITO', write: true },
  summary: 'Quita un renglón; responde cuántos quedan.',
  params: wireObject({ id: ['id', intText] }),
  response: int,
})
export const deleteCart = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/itemsCarrito/:idusu/:idcli',
  access: { who: 'signedIn', page: 'CARRITO', user: 'params.idusu', client: 'params.idcli', write: true },
  summary: 'Vacía un carrito; responde cuántos renglones se quitaron.',
  params: wireObject({ userId: ['idusu', intText], clientId: ['idcli', intText] }),
  response: int,
})
