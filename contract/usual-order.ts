/** What a client usually takes, and the order to propose from it: by this client's own orders alone (R223). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { decidedSubstitute, reviewArticle, reviewArticleFields } from './review.ts'
import { flag, int, money, wireObject } from './wire.ts'

const ofClient = wireObject({ clientId: ['idcli', optionalClientIdText] })
/** yyyy-mm-dd in Argentina. */
const day = z.string()

/** What the client took of an article the last time, and the cents that one unit cost then. */
const taken = wireObject({
  articleId: ['IDART_IO', int],
  quantity: ['cantidad', int],
  day: ['fecha', day],
  unitPrice: ['precio', money],
})
export type Taken = z.output<typeof taken>

export const takenArticles = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/habitual',
  access: { who: 'signedIn', page: 'CATALOGO', client: 'query.idcli' },
  kept: true,
  summary: 'Cuánto llevó el cliente de cada artículo la última vez, cuándo y a qué precio.',
  query: ofClient,
  response: z.array(taken),
})

const namedArticle = {
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
} as const

/** How a client takes an article. */
const habit = {
  /** Units that are proposed: what the client usually takes. */
  quantity: ['cantidad', int],
  /** Whether its day has come, or the article was in the last order of a client without a rhythm. */
  due: ['toca', flag],
  /** Days between two takings; null where there is no rhythm. */
  everyDays: ['cada', z.nullable(int)],
  /** On how many days the client took it. */
  times: ['veces', int],
  lastDay: ['ultima', day],
  /** Days since `lastDay`. */
  daysAgo: ['hace', int],
  lastQuantity: ['ultimaCantidad', int],
  /** Cents one unit cost on `lastDay`. */
  lastUnitPrice: ['ultimoPrecio', money],
} as const

/** A proposal: an article that can be ordered today, and why it is proposed. */
const usualLine = wireObject({ ...reviewArticleFields, ...habit })
export type UsualLine = z.output<typeof usualLine>

/** An article that would be proposed if it could still be ordered, and articles like it, the likeliest first. */
const goneLine = wireObject({
  ...namedArticle,
  ...habit,
  proposals: ['propuestas', z.array(reviewArticle)],
  /** What takes its place, as was decided (R375). */
  substitute: ['reemplazo', z.optional(decidedSubstitute)],
})
export type GoneLine = z.output<typeof goneLine>

const changeKind = z.codec(z.enum(['sube', 'baja', 'sin-venta', 'nuevo']), z.enum(['up', 'down', 'gone', 'new']), {
  decode: (wire) => ({ sube: 'up', baja: 'down', 'sin-venta': 'gone', nuevo: 'new' })[wire] as 'up',
  encode: (kind) => ({ up: 'sube', down: 'baja', gone: 'sin-venta', new: 'nuevo' })[kind] as 'sube',
})
/** An article whose price changed since the client took it last, that is gone, or that is new. */
const usualChange = wireObject({
  ...namedArticle,
  kind: ['tipo', changeKind],
  /** Cents one unit cost this client the last time, and the day; both null for a new article. */
  before: ['antes', z.nullable(money)],
  lastDay: ['ultima', z.nullable(day)],
  /** Cents one unit costs today; null for an article that is not sold any more. */
  now: ['ahora', z.nullable(money)],
})
export type UsualChange = z.output<typeof usualChange>

/** Most changes of a kind that are named; `counts` tells how many there are. */
export const NAMED_CHANGES = 60

const usual = wireObject({
  /** How many orders it is made of, and the day of the last one. */
  orders: ['pedidos', int],
  lastDay: ['ultimo', z.nullable(day)],
  /** The articles that are due come first; the others follow by the day they will be due. */
  lines: ['renglones', z.array(usualLine)],
  /** Articles that are due and can't be ordered any more, if there are articles like them. */
  gone: ['sinVenta', z.array(goneLine)],
  changes: ['cambios', z.array(usualChange)],
  /** How many changes of each kind there are, named or not. New articles are counted to one more than NAMED_CHANGES. */
  counts: ['cuantos', z.array(wireObject({ kind: ['tipo', changeKind], count: ['cantidad', int] }))],
})
export type UsualOrder = z.output<typeof usual>

/** Stores nothing; what is accepted goes into the cart by `saveCartLines`. */
export const usualOrder = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/habitual/pedido',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  summary: 'El pedido de siempre del cliente: qué le toca según su ritmo, y qué cambió desde su último pedido.',
  query: ofClient,
  response: usual,
})
