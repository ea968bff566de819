/**
 * Where somebody is in the catalogue, as the address of /catalogo has it: the filter (shared with the
 * server), the first article in view and the article that is open.
 */
import { type CataloguePlace, readCataloguePlace } from '../../../contract/address.ts'
import { PAGE_SIZE } from '../../../contract/rules.ts'

export interface CatalogueSpot extends CataloguePlace {
  /** Position in the list, from 1, of the first article in view; absent at the very top. */
  posicion?: number
  /** Code of the article whose detail is open. */
  articulo?: string
}

/** The deepest position that is restored: its pages are asked for all at once. */
export const DEEPEST_POSITION = 40 * PAGE_SIZE

const positive = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Reads the spot from an address's search values, leaving out whatever makes no sense. */
export function readSpot(search: Record<string, unknown>): CatalogueSpot {
  const position = positive(search.posicion)
  const spot: CatalogueSpot = {
    ...readCataloguePlace(search),
    posicion: position === undefined ? undefined : Math.min(position, DEEPEST_POSITION),
    articulo: search.articulo ? String(search.articulo).slice(0, 100) : undefined,
  }
  return Object.fromEntries(Object.entries(spot).filter(([, value]) => value !== undefined))
}

/** The names of the filter's own values in the address. */
const filterKeys = [
  'buscar',
  'marca',
  'categoria',
  'subcategoria',
  'desde',
  'hasta',
  'orden',
  'parecidos',
] as const

/** The address's search values after a filter change: back to the top, `c` and the like untouched. */
export function withFilter<S extends CatalogueSpot>(search: S, change: CataloguePlace): S {
  // What is near one code is not asked for with the next text.
  const parecidos = 'buscar' in change ? change.parecidos : (change.parecidos ?? search.parecidos)
  return { ...search, ...change, parecidos, posicion: undefined, articulo: undefined }
}

/** No filter at all; the order of the list is a preference and stays. */
export const noFilter: CataloguePlace = {
  buscar: undefined,
  marca: undefined,
  categoria: undefined,
  subcategoria: undefined,
  desde: undefined,
  hasta: undefined,
}

/** Whether a place narrows the list. */
export const isFiltered = (place: CataloguePlace): boolean =>
  filterKeys.some((key) => key !== 'orden' && key !== 'parecidos' && place[key] !== undefined)

/** The two bounds of an inverted price range changed places; undefined when the range is in order. */
export const turnedRange = ({ desde, hasta }: CataloguePlace): CataloguePlace | undefined =>
  desde !== undefined && hasta !== undefined && desde > hasta ? { desde: hasta, hasta: desde } : undefined

/** A key for a filter: equal places give equal text. */
export const placeKey = (place: CataloguePlace): string => filterKeys.map((key) => place[key] ?? '').join('|')

/** How many pages reach a position (from 1), at least one. */
export const pagesUpTo = (position = 1): number => Math.ceil(Math.max(1, position) / PAGE_SIZE)

/**
 * An amount as typed by an Argentine in a price filter ('1.234,50', '1234.5', '$ 80'), in pesos.
 * undefined for an empty box, null for what is not an amount.
 */
export function readPrice(typed: string): number | undefined | null {
  const text = typed.replace(/[\s$]/g, '')
  if (text === '') return undefined
  const plain = /^\d{1,3}(\.\d{3})+(,\d{0,2})?$/.test(text) ? text.replaceAll('.', '') : text
  return /^\d{1,12}([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null
}
