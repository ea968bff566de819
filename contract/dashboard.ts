/** The figures on the admin home (R42). Amounts in cents, days in Argentina. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, int, money, wireObject } from './wire.ts'

/** Days whose sales are shown, today among them. */
export const SALES_DAYS = 90
/** Most articles in the list of the most sold. */
export const TOP_ARTICLES = 20
/** A client with at least so many days with an order has a rhythm. */
export const RHYTHM_ORDERS = 3
/** A client who has ordered within so many days has not stopped, however often they used to order. */
export const QUIET_DAYS = 14
/** A client who has not ordered for more days is not listed any more. */
export const FORGOTTEN_DAYS = 365
/** Most clients in the list of those who stopped ordering. */
export const QUIET_CLIENTS = 50
/** Days whose missed searches are shown. */
export const SEARCH_DAYS = 30
/** Most searches in the list of missed ones. */
export const TOP_SEARCHES = 20

const day = z.string()

const salesOf = { orders: ['pedidos', int], amount: ['importe', money] } as const
export const daySales = wireObject({ day: ['dia', day], ...salesOf })
/** `id` null: clients without a seller. */
export const sellerSales = wireObject({
  id: ['id', z.nullable(int)],
  name: ['nombre', z.string()],
  ...salesOf,
})
/** `id` null: articles without a brand. */
export const brandSales = wireObject({
  id: ['id', z.nullable(int)],
  name: ['nombre', z.string()],
  quantity: ['cantidad', int],
  amount: ['importe', money],
})
export const articleSales = wireObject({
  id: ['id', int],
  code: ['codigo', z.string()],
  description: ['descripcion', z.string()],
  orders: ['pedidos', int],
  quantity: ['cantidad', int],
  amount: ['importe', money],
})
export type DaySales = z.output<typeof daySales>
export type SellerSales = z.output<typeof sellerSales>
export type BrandSales = z.output<typeof brandSales>
export type ArticleSales = z.output<typeof articleSales>

export const getSales = endpoint({
  method: 'GET',
  path: '/api/tablero/ventas',
  access: { who: 'admin' },
  summary:
    'Pedidos e importe de los últimos 90 días: por día, por vendedor del cliente, por marca, y los artículos más vendidos. Se calcula una vez por minuto.',
  response: wireObject({
    /** When it was added up. */
    at: ['fecha', instant],
    days: ['dias', z.array(daySales)],
    sellers: ['vendedores', z.array(sellerSales)],
    brands: ['marcas', z.array(brandSales)],
    articles: ['articulos', z.array(articleSales)],
  }),
})

export const quietClient = wireObject({
  id: ['idcli', int],
  name: ['razon', z.string()],
  seller: ['vendedor', z.string()],
  orders: ['pedidos', int],
  amount: ['importe', money],
  lastDay: ['ultimo', day],
  /** Days between two orders: the median. */
  rhythm: ['ritmo', int],
  quietDays: ['dias', int],
  phone: ['telefono', z.string()],
  email: ['email', z.string()],
})
export type QuietClient = z.output<typeof quietClient>
export const getQuietClients = endpoint({
  method: 'GET',
  path: '/api/tablero/clientes-sin-pedidos',
  access: { who: 'admin' },
  summary:
    'Clientes que dejaron de pedir: hace más del doble de su ritmo (y más de 14 días), con tres días de pedido al menos y el último dentro del año. Los de más importe primero.',
  response: z.array(quietClient),
})

/** Carts that have waited for so many days or more, counted from their oldest line. */
export const cartAge = wireObject({
  days: ['dias', int],
  carts: ['carritos', int],
  amount: ['importe', money],
})
export type CartAge = z.output<typeof cartAge>
export const getCartAges = endpoint({
  method: 'GET',
  path: '/api/tablero/carritos',
  access: { who: 'admin' },
  summary: 'Carritos pendientes por los días que esperan: 0, 1, 3, 7 y 30 o más.',
  response: z.array(cartAge),
})

/** Days for which an order that the ERP refused, or left without an answer, is told on the home. */
export const REFUSED_DAYS = 30
/** What the home says of orders: those of today, and those that the ERP refused, has not taken or has not answered. */
export const getOrderWork = endpoint({
  method: 'GET',
  path: '/api/tablero/pedidos',
  access: { who: 'admin' },
  summary:
    'Pedidos de hoy, los que el ERP rechazó en 30 días, los que todavía no tomó, con la fecha del más viejo, y los que tomó en 30 días sin responder, aunque ya aceptó otros posteriores.',
  response: wireObject({
    day: ['dia', day],
    today: ['hoy', int],
    amount: ['importe', money],
    refused: ['rechazados', int],
    /** The first day of the refused ones and of those without an answer. */
    refusedFrom: ['rechazadosDesde', day],
    /** Taken by the ERP for a day or longer without an answer, although it has accepted an order that it got later (R322). */
    unanswered: ['sinRespuesta', int],
    notTaken: ['sinTomar', int],
    notTakenSince: ['sinTomarDesde', z.nullable(instant)],
  }),
})

const pastYear = wireObject({ year: ['anio', int], ...salesOf })
export type PastYear = z.output<typeof pastYear>
/** What the ERP tells of the past (R400), under its own name: none of it is in the shop's figures. */
export const getPastFigures = endpoint({
  method: 'GET',
  path: '/api/tablero/anteriores',
  access: { who: 'admin' },
  summary: 'Pedidos anteriores, según el sistema de gestión, por año. No están en las ventas de la tienda.',
  response: wireObject({
    ...salesOf,
    clients: ['clientes', int],
    /** The last year first. */
    years: ['anios', z.array(pastYear)],
  }),
})

/** Makes the figures that are kept anew (R251); a read afterwards answers the new ones. */
export const renewDashboard = endpoint({
  method: 'POST',
  path: '/api/tablero/actualizar',
  access: { who: 'admin' },
  summary: 'Calcula de nuevo las cifras del tablero.',
  response: z.boolean(),
})

export const missedSearch = wireObject({
  text: ['texto', z.string()],
  times: ['veces', int],
  lastDay: ['ultimo', day],
})
export type MissedSearch = z.output<typeof missedSearch>
export const getMissedSearches = endpoint({
  method: 'GET',
  path: '/api/tablero/busquedas',
  access: { who: 'admin' },
  summary: 'Búsquedas y códigos que no encontraron nada en 30 días, sin quién los buscó.',
  response: z.array(missedSearch),
})
