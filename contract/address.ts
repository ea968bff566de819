/** Addresses of calls, built from clean values, as the web app, the first data in the HTML and tests share them. */
import * as z from 'zod/mini'
import { type BuyerFilter, buyerFields, type CatalogueFilter, type CatalogueOrder } from './catalogue.ts'
import type { Endpoint, ParamsOf, QueryOf } from './endpoint.ts'
import { readId } from './ids.ts'
import { wireObject } from './wire.ts'

type Values = Record<string, string | undefined>

/**
 * Path and query of a call. Parameters that are absent or empty are left out, and the order is that of
 * the declaration, so that the same values always give the same address.
 */
export function addressOf<E extends Endpoint>(
  endpoint: E,
  values: { params?: ParamsOf<E>; query?: QueryOf<E> } = {},
): string {
  const params = endpoint.params && values.params ? (z.encode(endpoint.params, values.params) as Values) : {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  if (!endpoint.query || !values.query) return path
  const given = Object.entries(z.encode(endpoint.query, values.query) as Values)
  const query = new URLSearchParams(given.filter((pair): pair is [string, string] => !!pair[1])).toString()
  return query ? `${path}?${query}` : path
}

/** What a buyer narrows by, as the search's own address has it. */
type BuyerPlace = { [Name in keyof BuyerFilter as (typeof buyerFields)[Name & keyof typeof buyerFields][0]]?: string }

/** The query of /catalogo's own address. The name `c` is taken there: it is the client that a seller chose. */
export interface CataloguePlace extends BuyerPlace {
  buscar?: string
  marca?: number
  categoria?: number
  subcategoria?: number
  /** Pesos that the customer pays, both ends included. */
  desde?: number
  hasta?: number
  orden?: 'mayor' | 'menor'
  /** Whether to find also what is near the code that is searched (R32). */
  parecidos?: 1
  /** Position in the list, from 1, of the first article in view; absent at the very top. */
  posicion?: number
  /** Code of the article whose detail is open. */
  articulo?: string
}

const upTo = (longest: number) => (text: string) => (text.length <= longest ? text : undefined)
/** The id of a level; 0 stands for the articles that have none. */
const level = (text: string) => readId(text, 0)
const amount = (text: string) => (/^\d{1,12}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined)

/** Reads the text of each parameter; undefined when it is not understood. */
const readers: { [Name in Exclude<keyof CataloguePlace, keyof BuyerPlace>]-?: (text: string) => CataloguePlace[Name] } =
  {
    buscar: upTo(200),
    marca: level,
    categoria: level,
    subcategoria: level,
    desde: amount,
    hasta: amount,
    orden: (text) => (text === 'mayor' || text === 'menor' ? text : undefined),
    parecidos: (text) => (text === '1' ? 1 : undefined),
    posicion: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    articulo: upTo(100),
  }
const buyerReaders = Object.values(buyerFields).map(([name, schema]) => [
  name,
  (text: string) => (z.safeDecode(schema as z.ZodMiniType, text).success ? text : undefined),
])
/** The names of what a buyer narrows by. */
export const buyerNames = buyerReaders.map(([name]) => name) as (keyof BuyerPlace)[]
const allReaders = [...Object.entries(readers), ...buyerReaders] as [string, (text: string) => unknown][]
const buyerFilter = wireObject(buyerFields)

type ReadPlace = { place: CataloguePlace; strange?: never } | { place?: never; strange: string }

/** Reads a place from an address's parameters, or tells the first one that is not understood: `strange` is 'marca=abc'. */
export function readCataloguePlace(search: Readonly<Record<string, unknown>>): ReadPlace {
  const place: Record<string, unknown> = {}
  for (const [name, read] of allReaders) {
    const text = search[name]
    if (text === undefined || text === '') continue
    const value = typeof text === 'string' ? read(text) : undefined
    if (value === undefined) return { strange: `${name}=${text}` }
    place[name] = value
  }
  return { place }
}

const cents = (pesos: number | undefined) => (pesos === undefined ? undefined : Math.round(pesos * 100))

/** The search a place asks for, by the prices of a client where somebody of the staff has chosen one (R352). */
export function filterOfPlace(place: CataloguePlace, clientId?: number): CatalogueFilter {
  const order: CatalogueOrder = place.orden === 'mayor' ? 'priceDesc' : place.orden === 'menor' ? 'priceAsc' : 'default'
  return {
    text: place.buscar ?? '',
    brandId: place.marca,
    categoryId: place.categoria,
    subcategoryId: place.subcategoria,
    order,
    minPrice: cents(place.desde),
    maxPrice: cents(place.hasta),
    similar: place.parecidos === 1 ? true : undefined,
    ...(z.decode(buyerFilter, place as never) as BuyerFilter),
    clientId,
  }
}
