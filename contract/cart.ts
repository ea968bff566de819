/** The cart of a user for a client (R104, R107, R20, R21). */
import * as z from 'zod/mini'
import { articleFields, fieldsFor, listingFields } from './article-fields.ts'
import { rowOf } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { clientId, clientIdText, id, idText, optionalClientIdText, optionalIdText } from './ids.ts'
import { MAX_NOTE } from './rules.ts'
import { flag, int, money, percent, wireObject } from './wire.ts'

const note = z.string().check(z.maxLength(MAX_NOTE, 'La observación es demasiado larga'))

/** A cart line without its article's fields: article, quantity and note. */
const lineFields = {
  id: ['id', int, 'id_ic'],
  articleId: ['idart', int],
  quantity: ['cantidad', int, 'cantidadPedida'],
  note: ['obs', z.string()],
} as const
export const simpleCartLine = wireObject(lineFields)
export type SimpleCartLine = z.output<typeof simpleCartLine>

const { articleId: _, ...shownFields } = rowOf(fieldsFor(articleFields, 'cart'), fieldsFor(listingFields, 'cart'))
/** A cart line with everything its row shows. `sold` is false when the article left the shop. */
export const cartLine = wireObject({
  ...shownFields,
  ...lineFields,
  articleIdShown: ['IDART_IO', int],
  clientId: ['idcli', int],
  sold: ['enVenta', flag],
  /** Null: the ERP told none (R357). What a device kept of older answers lacks it, and so may a line that only the device has. */
  vatRate: ['IVA_ART', z.nullish(percent)],
  /**
   * What a unit cost when the line was saved, in cents, 0 without a price (R242). What a device kept of older answers lacks
   * it, and so does a line that only the device has.
   */
  shownPrice: ['precioVisto', z.optional(money)],
})
export type CartLine = z.output<typeof cartLine>

const cartOf = { userId: ['id', optionalIdText], clientId: ['idcli', optionalClientIdText] } as const
const readAccess = { who: 'signedIn', page: 'CARRITO', user: 'query.id', client: 'query.idcli' } as const

export const getCart = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/cliente',
  access: readAccess,
  kept: true,
  summary: 'Carrito con el detalle de cada artículo.',
  query: wireObject(cartOf),
  response: z.array(cartLine),
})
export const getSimpleCart = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/cliente/simple',
  access: readAccess,
  kept: true,
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

/** The line as it is stored after a save, and how many lines the cart has; `line` is null when the save deleted it. */
export const savedLine = wireObject({ line: ['item', z.nullable(simpleCartLine)], count: ['items', int] })

/** The spec's sentence for a new line without a quantity, spelled as there. */
export const quantityRefused = 'Debe ingresar una cantidad validad'
/**
 * Zero, empty and null all delete an existing line. A text that is no quantity, or may be two ('1.234'), is refused and deletes
 * nothing (R315).
 */
const askedQuantity = z.codec(
  z.nullish(
    z.union(
      [
        z.number().check(z.minimum(0, quantityRefused)),
        z.string().check(z.regex(/^\s*(\d{1,12}([.,](\d{1,2}|\d{4,6}))?\s*)?$/, quantityRefused)),
      ],
      quantityRefused,
    ),
  ),
  z.number(),
  {
    decode: (asked) => (typeof asked === 'string' ? Number(asked.replace(',', '.')) : (asked ?? 0)),
    encode: (asked) => asked,
  },
)
export const saveCartLine = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  refusals: ['CONFLICT'],
  summary: 'Agrega un artículo o cambia su cantidad; cero o vacío lo quita.',
  body: wireObject({
    id: ['id', z.nullish(id)],
    articleId: ['idart', id],
    quantity: ['cantidad', askedQuantity],
    /** Absent: the line's note stays as it is; empty: it is emptied. */
    note: ['obs', z.nullish(note)],
    clientId: ['idcli', z.nullish(clientId)],
    /** Whether an unusual quantity is asked about (R34) instead of stored: 409 with `quantityQuestion` in details. */
    ask: ['preguntar', z.optional(flag)],
  }),
  response: savedLine,
})
/**
 * The question about a quantity that looks like a slip: more than ten times the largest that the client ever took, or more
 * than 20 bultos without history.
 */
export const quantityQuestion = wireObject({
  question: ['pregunta', z.literal('cantidad')],
  asked: ['pedida', int],
  /** The most this client ever ordered of it; null without history. */
  most: ['maxima', z.nullable(int)],
  /** Units in a bulto. */
  pack: ['bulto', int],
})
export const UNUSUAL_TIMES = 10
export const UNUSUAL_PACKS = 20

export const deleteCartLine = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/itemsCarrito/:id',
  access: { who: 'signedIn', page: 'CARRITO', write: true },
  summary: 'Quita un renglón; responde cuántos quedan.',
  params: wireObject({ id: ['id', idText] }),
  response: int,
})
export const deleteCart = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/itemsCarrito/:idusu/:idcli',
  access: { who: 'signedIn', page: 'CARRITO', user: 'params.idusu', client: 'params.idcli', write: true },
  summary: 'Vacía un carrito; responde cuántos renglones se quitaron.',
  params: wireObject({ userId: ['idusu', idText], clientId: ['idcli', clientIdText] }),
  response: int,
})
