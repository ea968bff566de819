/** Files made of a cart (R107, R100: staff), and those made of the catalogue (R107, R44). */
import * as z from 'zod/mini'
import { pricesOf } from './catalogue.ts'
import { endpoint, raw } from './endpoint.ts'
import { clientId, id, optionalClientIdText, optionalIdText } from './ids.ts'
import { flag, int, optionalLevelText, wireObject } from './wire.ts'

/** Whether a document shows a part: 0 leaves it out; absent shows it, since its box is on by default. */
const shown = z.codec(z.optional(z.enum(['1', '0', 'true', 'false', ''])), z.boolean(), {
  decode: (text) => text !== '0' && text !== 'false',
  encode: (on) => (on ? ('1' as const) : ('0' as const)),
})
const cartOf = {
  userId: ['idusu', optionalIdText],
  clientId: ['idcli', optionalClientIdText],
  withPrices: ['prc', shown],
  /** What the client is told besides. */
  note: ['obs', z.optional(z.string().check(z.maxLength(500)))],
} as const
const cartAccess = { who: 'staff', user: 'query.idusu', client: 'query.idcli' } as const

export const CART_SPREADSHEET = 'cotizacion.xlsx'
export const cartSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/carrito-excel',
  access: cartAccess,
  // The first one of a content takes a number (R312).
  effects: true,
  summary: 'Carrito como planilla (cotizacion.xlsx); prc 0 sin precios.',
  query: wireObject(cartOf),
  response: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
export const CART_PDF = 'cotizacion.pdf'
export const cartPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/catalogo-custom',
  access: cartAccess,
  // The first one of a content takes a number (R312).
  effects: true,
  summary: 'Carrito como PDF; prc 0 sin precios.',
  query: wireObject(cartOf),
  response: raw('application/pdf'),
})

const catalogueAccess = { who: 'signedIn', page: 'CATALOGO' } as const
/** Whose prices a document has, as in the catalogue (R352). */
const pricedAccess = { ...catalogueAccess, client: 'query.idcli' } as const
const PDF = 'application/pdf'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The articles of a document and the parts it shows. The levels may be null, as the spec's own calls send them. */
const ofBranch = {
  withLogo: ['logo', shown],
  withImages: ['img', shown],
  withPrices: ['prc', shown],
  brandId: ['m', optionalLevelText],
  categoryId: ['c', optionalLevelText],
  subcategoryId: ['s', optionalLevelText],
  ...pricesOf,
} as const

/** Articles with a photo on a page of a catalogue (R314). */
export const densities = [6, 12, 20] as const
export const density = z.literal(densities)
export type Density = z.output<typeof density>
/** That of the spec's own call, which names none. */
export const DEFAULT_DENSITY = 12 satisfies Density
const densityText = z.codec(z.optional(z.enum(['6', '12', '20', ''])), z.optional(density), {
  decode: (text) => (text ? (Number(text) as Density) : undefined),
  encode: (value) => value && (`${value}` as const),
})

export const cataloguePdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/catalogo',
  access: pricedAccess,
  refusals: ['UNAVAILABLE'],
  summary:
    'Catálogo en PDF (catalogo-dd-mm-aaaa.pdf); logo, img y prc en 0 lo dejan afuera. porPagina: 6, 12 (si falta) o 20 artículos con foto.',
  query: wireObject({ ...ofBranch, perPage: ['porPagina', densityText] }),
  response: raw(PDF),
})
export const catalogueWorkbook = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/excel',
  access: pricedAccess,
  refusals: ['UNAVAILABLE'],
  summary: 'Catálogo como planilla (catalogo-dd-mm-aaaa.xlsx).',
  query: wireObject(ofBranch),
  response: raw(XLSX),
})
export const priceList = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/lista-precios',
  access: pricedAccess,
  refusals: ['UNAVAILABLE'],
  summary: 'Lista de precios de una marca (lista-precios-dd-mm-aaaa.xlsx), con columnas para pedir.',
  query: wireObject({ brandId: ['id', optionalLevelText], ...pricesOf }),
  response: raw(XLSX),
})
/** A quotation of chosen articles; the body is their ids joined by commas, as text (R8). */
export const chosenPdf = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/catalogo-quotation',
  access: { who: 'supervisor', client: 'query.idcli' },
  refusals: ['UNAVAILABLE'],
  summary: 'Cotización en PDF de los artículos elegidos: sus ids separados por comas, como texto.',
  query: wireObject(pricesOf),
  body: raw('text/plain'),
  response: raw(PDF),
})

/** The kinds of document that can be made in the background, while the caller watches. */
export const documentKind = z.enum(['catalogo', 'excel', 'lista-precios', 'cotizacion'])
export const documentOrder = wireObject({
  kind: ['tipo', documentKind],
  withLogo: ['logo', z._default(flag, true)],
  withImages: ['img', z._default(flag, true)],
  withPrices: ['prc', z._default(flag, true)],
  /** Of a catalogue in PDF. */
  perPage: ['porPagina', z.optional(density)],
  brandId: ['m', z.nullish(int)],
  categoryId: ['c', z.nullish(int)],
  subcategoryId: ['s', z.nullish(int)],
  /** The articles of a quotation. */
  articleIds: ['articulos', z.optional(z.array(id).check(z.maxLength(2_000)))],
  clientId: ['idcli', z.nullish(clientId)],
})
export type DocumentOrder = z.output<typeof documentOrder>
export const documentProgress = wireObject({
  id: ['id', z.string()],
  state: ['estado', z.enum(['en espera', 'en curso', 'listo', 'no se pudo'])],
  /** Articles done so far, of `total`. */
  done: ['hechos', int],
  total: ['total', int],
  /** Documents before it in the queue. */
  place: ['lugar', int],
})
export type DocumentProgress = z.output<typeof documentProgress>

const watched = wireObject({ id: ['id', z.string()] })
export const beginDocument = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/documentos',
  access: { ...catalogueAccess, client: 'body.idcli' },
  summary: 'Empieza a preparar un documento; después, la llamada de ese documento lo entrega listo.',
  body: documentOrder,
  response: documentProgress,
})
export const watchDocument = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/documentos/:id',
  access: catalogueAccess,
  summary: 'Cuánto falta de un documento que se está preparando.',
  params: watched,
  response: documentProgress,
})
export const cancelDocument = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/productos/documentos/:id',
  access: catalogueAccess,
  summary: 'Deja de esperar un documento; si nadie más lo espera, deja de prepararse.',
  params: watched,
  response: z.boolean(),
})
