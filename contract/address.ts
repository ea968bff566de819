/** Addresses of calls, built from clean values: the web app, the first data in the HTML and tests share them. */
import * as z from 'zod/mini'
import type { CatalogueFilter, CatalogueOrder } from './catalogue.ts'
import type { Endpoint, ParamsOf, QueryOf } from './endpoint.ts'
import { int } from './wire.ts'

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

/** The filter that /catalogo's own address stands for. `c` is taken there: the client chosen by a seller. */
export interface CataloguePlace {
  buscar?: string
  marca?: number
  categoria?: number
  subcategoria?: number
  desde?: number
  hasta?: number
  orden?: 'mayor' | 'menor'
  /** Also what is near the code that is searched (R32). */
  parecidos?: 1
}

const wholeNumber = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number' ? value : /^\d{1,12}$/.test(String(value)) ? Number(value) : undefined
  // What is no id the call would take must not be put into one.
  return number !== undefined && number >= 0 && z.safeParse(int, number).success ? number : undefined
}
const amount = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number'
      ? value
      : /^\d{1,12}(\.\d{1,2})?$/.test(String(value))
        ? Number(value)
        : undefined
  return number !== undefined && number >= 0 && number < 1e12 ? number : undefined
}

// A router may have read a code made of digits as a number.
const words = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${value}`.slice(0, 200) || undefined : undefined

/** Reads a place from an address's search values, leaving out whatever makes no sense. */
export function readCataloguePlace(search: Record<string, unknown>): CataloguePlace {
  const place: CataloguePlace = {
    buscar: words(search.buscar),
    marca: wholeNumber(search.marca),
    categoria: wholeNumber(search.categoria),
    subcategoria: wholeNumber(search.subcategoria),
    desde: amount(search.desde),
    hasta: amount(search.hasta),
    orden: search.orden === 'mayor' || search.orden === 'menor' ? search.orden : undefined,
    parecidos: String(search.parecidos) === '1' ? 1 : undefined,
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}

const cents = (pesos: number | undefined) => (pesos === undefined ? undefined : Math.round(pesos * 100))

/** The search a place asks for. */
export function filterOfPlace(place: CataloguePlace): CatalogueFilter {
  const order: CatalogueOrder =
    place.orden === 'mayor' ? 'priceDesc' : place.orden === 'menor' ? 'priceAsc' : 'default'
  return {
    text: place.buscar ?? '',
    brandId: place.marca,
    categoryId: place.categoria,
    subcategoryId: place.subcategoria,
    order,
    minPrice: cents(place.desde),
    maxPrice: cents(place.hasta),
    similar: place.parecidos === 1 ? true : undefined,
  }
}
