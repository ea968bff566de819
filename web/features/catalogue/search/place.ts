/** The place in the catalogue, as the address of /catalogo has it; the server reads the same (contract/address.ts). */
import { buyerNames, type CataloguePlace, readCataloguePlace } from '../../../../contract/address.ts'
import { PAGE_SIZE } from '../../../../contract/rules.ts'
import { AddressError } from '../../../lib/address-error.ts'

/** The deepest position that is restored: its pages are asked for all at once. */
export const DEEPEST_POSITION = 40 * PAGE_SIZE

/** Reads the place from an address's values. @throws AddressError for a value that is not understood. */
export function readPlace(search: Readonly<Record<string, string>>): CataloguePlace {
  const { place, strange } = readCataloguePlace(search)
  if (strange !== undefined) throw new AddressError(strange)
  return place.posicion ? { ...place, posicion: Math.min(place.posicion, DEEPEST_POSITION) } : place
}

/** The names of what narrows the list, in the address. */
const narrowing = ['buscar', 'marca', 'categoria', 'subcategoria', 'desde', 'hasta', ...buyerNames] as const

/** The address's search values after a filter change. The list goes back to its top; `c` and the like stay. */
export function withFilter<S extends CataloguePlace>(search: S, change: CataloguePlace): S {
  // Articles similar to one code are not wanted for the next text.
  const parecidos = 'buscar' in change ? change.parecidos : (change.parecidos ?? search.parecidos)
  return { ...search, ...change, parecidos, posicion: undefined, articulo: undefined }
}

/** No filter at all; the order of the list is a preference and stays. */
export const noFilter: CataloguePlace = Object.fromEntries(narrowing.map((name) => [name, undefined]))

/** Whether a place narrows the list. */
export const isFiltered = (place: CataloguePlace): boolean => narrowing.some((key) => place[key] !== undefined)

/** An inverted price range with its bounds swapped; undefined when the range is in order. */
export const turnedRange = ({ desde, hasta }: CataloguePlace): CataloguePlace | undefined =>
  desde !== undefined && hasta !== undefined && desde > hasta ? { desde: hasta, hasta: desde } : undefined

/** A key for a filter: equal places give equal text. */
export const placeKey = (place: CataloguePlace): string =>
  [...narrowing, 'orden' as const, 'parecidos' as const].map((key) => place[key] ?? '').join('|')

/** How many pages reach a position (from 1), at least one. */
export const pagesUpTo = (position = 1): number => Math.ceil(Math.max(1, position) / PAGE_SIZE)
