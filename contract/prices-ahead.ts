/** Ours: prices as they will be (R360), for the office by a day, for buyers by the articles that they look at. */
import * as z from 'zod/mini'
import { priced, pricesOf } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { moment } from './moment.ts'
import { instant, int, money, pageIndex, wireObject } from './wire.ts'

export const dayTexts = {
  day: 'Escriba un día',
  past: 'Elija un día que todavía no empezó',
} as const

/** Rows of a page. */
export const DAY_PRICES_PAGE = 25

/** An article that costs a client something else at a moment to come; by one unit, in cents, 0 for none. */
export const dayPrice = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  before: ['antes', money],
  after: ['despues', money],
  /** Where the price comes from then, in words; '' for the base list alone. */
  reason: ['MOTIVO_PRECIO', z.string()],
  /** How many there are in all, and how many of them cost more then, in the first row. */
  total: ['cantPaginas', z.optional(int)],
  dearer: ['suben', z.optional(int)],
})
export type DayPrice = z.output<typeof dayPrice>

/** As a workbook: all of them. */
export const listDayPrices = endpoint({
  method: 'GET',
  path: '/api/listas/dia',
  access: { who: 'supervisor', client: 'query.idcli' },
  summary: 'Qué artículos le van a costar otra cosa a un cliente (−1: sin cliente) un día, por código, de a 25.',
  query: wireObject({
    day: ['dia', moment(dayTexts.day)],
    ...pricesOf,
    page: ['index', pageIndex],
  }),
  response: z.array(dayPrice),
})

/** Most articles that are asked about at once. */
export const MOST_ASKED = 200
const idsText = z.codec(
  z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, `Hasta ${MOST_ASKED} artículos`)),
  z.array(int),
  { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join() },
)

/** What a unit of an article costs its buyer from a moment on. */
const comingPrice = wireObject({
  articleId: ['IDART_IO', int],
  since: ['desde', instant],
  /** Cents; 0: none, 'Consultar'. */
  unitPrice: ['PRECIO_UNI', money],
})
export type ComingPrice = z.output<typeof comingPrice>

export const listComingPrices = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/proximos',
  access: priced,
  summary: 'El próximo precio de los artículos que lo tienen anunciado; ninguno si la tienda no los muestra.',
  query: wireObject({ articleIds: ['ids', idsText], ...pricesOf }),
  response: z.array(comingPrice),
})
