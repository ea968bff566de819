/** What each client pays, as the device of somebody of the staff keeps it beside the catalogue (R224, R352). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { priceSteps } from './price-steps.ts'
import { int, money, percent, wireObject } from './wire.ts'

export const deviceList = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  /** Element r is the price of article r of the answer; null: the list lacks it. */
  prices: ['precios', z.array(z.nullable(money))],
})
const steppedArticle = wireObject({
  list: ['lista', int],
  articleId: ['idart', int],
  discount: ['descuento', percent],
  steps: ['ESCALAS', priceSteps],
})
const deviceTerms = wireObject({
  clientId: ['idcli', int],
  list: ['lista', z.nullable(int)],
  bonus: ['bonif', percent],
})
const ownPrice = wireObject({
  clientId: ['idcli', int],
  articleId: ['idart', int],
  listPrice: ['precio', money],
  withDiscount: ['conDescuento', z.boolean()],
})

const runningPromotion = wireObject({
  name: ['nombre', z.string()],
  /** 0: the base list; null: all lists. */
  lists: ['listas', z.nullable(z.array(int))],
  percent: ['porcentaje', z.nullable(percent)],
  articleIds: ['articulos', z.array(int)],
  /** Of a promotion by price, each article's. */
  prices: ['precios', z.nullable(z.array(money))],
})

export const devicePricesAnswer = wireObject({
  /** Whether an article that a list lacks has no price. */
  isListWhole: ['listasCompletas', z.boolean()],
  articleIds: ['articulos', z.array(int)],
  lists: ['listas', z.array(deviceList)],
  stepped: ['escalas', z.array(steppedArticle)],
  /** Clients that do not buy by the base list alone; NO_CLIENT: users without a client. */
  clients: ['clientes', z.array(deviceTerms)],
  own: ['especiales', z.array(ownPrice)],
  /** The promotions that run (R358); absent for none. */
  promotions: ['promociones', z.optional(z.array(runningPromotion))],
})
export type DevicePrices = z.output<typeof devicePricesAnswer>

/** The lists, steps, promotions and own prices of the clients that the caller may act for. */
export const devicePrices = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/dispositivo/precios',
  access: { who: 'staff', page: 'CATALOGO' },
  summary: 'Qué precios tiene cada cliente de quien pregunta, para el dispositivo del personal.',
  response: raw('application/json', devicePricesAnswer),
})
