/** Ours: the lists of prices as the office reads them (R356). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { priceSteps } from './price-steps.ts'
import { flag, instant, int, money, pageIndex, percent, wireObject } from './wire.ts'

/** What the list is called that counts where no other does; it has no id. */
export const BASE_LIST = 'Lista base'

const listFields = {
  /** Null: the base list. */
  id: ['ID_LIS', z.nullable(int)],
  name: ['DESCRIP_LIS', z.string()],
  /** A list out of use has no prices. */
  active: ['activa', flag],
} as const

/** A list, with how many buy by it and what it holds now. */
export const priceList = wireObject({
  ...listFields,
  /** In use. */
  clients: ['clientes', int],
  /** In use, with a price above 0. */
  articles: ['articulos', int],
  /** When its next prices begin; null for none. */
  next: ['proximo', z.nullable(instant)],
  /** Whether it is the shop's own (R359), so that the office changes it. */
  isOwn: ['propia', flag],
})
export type PriceList = z.output<typeof priceList>

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/api/listas',
  access: { who: 'supervisor' },
  summary: 'Las listas de precios, la lista base primero: cuántos clientes y artículos tiene cada una.',
  response: z.array(priceList),
})

/** What an article costs by a list. Amounts in cents; 0: no price. */
export const priceInList = wireObject({
  ...listFields,
  /** Whether the price is the list's own; else it is that of the base list, or none (LISTA_INCOMPLETA). */
  listed: ['propio', flag],
  /** Since when; null for ever, and where the price is not the list's own. */
  since: ['desde', z.nullable(instant)],
  listPrice: ['PRECIO_LPI', money],
  /** Of one unit. */
  discount: ['DESCUENTO_IO', percent],
  unitPrice: ['PRECIO_UNI', money],
  steps: ['ESCALAS', priceSteps],
  /** The promotion that the price is of today, in words; '' for none. */
  promotion: ['PROMOCION', z.string()],
  /** When the list's next price of it begins, and that price; null for none. */
  next: ['proximo', z.nullable(instant)],
  nextPrice: ['precioProximo', z.nullable(money)],
})
export type PriceInList = z.output<typeof priceInList>

export const articlePrices = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  lists: ['listas', z.array(priceInList)],
})

export const getArticlePrices = endpoint({
  method: 'GET',
  path: '/api/listas/articulo/:idart',
  access: { who: 'supervisor' },
  summary: 'Un artículo en cada lista de precios, la lista base primero: precio, descuento y escalas de hoy.',
  params: wireObject({ articleId: ['idart', idText] }),
  response: articlePrices,
})

const ofClient = { who: 'supervisor', client: 'params.idcli' } as const
const clientParams = wireObject({ clientId: ['idcli', idText] })

/** What a client buys by. */
export const clientTerms = wireObject({
  ...listFields,
  bonus: ['bonificacion', percent],
  /** Whether the bonus is taken off the prices that it is shown (BONIF_EN_PRECIOS). */
  isBonusInPrices: ['bonificacionEnPrecios', flag],
})
export type ClientTerms = z.output<typeof clientTerms>

export const getClientTerms = endpoint({
  method: 'GET',
  path: '/api/listas/cliente/:idcli',
  access: ofClient,
  summary: 'Con qué lista y bonificación compra un cliente.',
  params: clientParams,
  response: clientTerms,
})

/** Rows of a page. */
export const CLIENT_PRICES_PAGE = 25

/** A price of one client's own that holds or will; the first row carries the count of all. */
export const clientPrice = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  listPrice: ['PRECIO_LPI', money],
  /** Whether discount, steps and bonus lower it further. */
  withDiscount: ['conDescuento', flag],
  /** Null: for ever. */
  since: ['desde', z.nullable(instant)],
  /** The instant at which it has ended. */
  until: ['hasta', z.nullable(instant)],
  /** 'reemplazado': another one of the article that began later holds now. */
  state: ['estado', z.enum(['vigente', 'futuro', 'reemplazado'])],
  total: ['cantPaginas', z.optional(int)],
})
export type ClientPrice = z.output<typeof clientPrice>

export const listClientPrices = endpoint({
  method: 'GET',
  path: '/api/listas/cliente/:idcli/especiales',
  access: ofClient,
  summary: 'Precios especiales de un cliente, vigentes y futuros, por código, de a 25.',
  params: clientParams,
  query: wireObject({ page: ['index', pageIndex] }),
  response: z.array(clientPrice),
})
